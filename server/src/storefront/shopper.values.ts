import { dateFormat } from '@vitrine/contract/values/formatters.ts';
import { isImage } from '../catalogue/image.rule.ts';
import { type Variant, variantOfKey, type Variants } from '../platform/variants/variants.ts';

/** The public address, the variants, and the one of the host name that was called. */
export type Site = { publicUrl: string; variants: Variants; called: Variant };

/** The variant of a brand's page: the brand's own, unless that is the standard one. */
export function variantOfBrand({ variants, called }: Site, key: string): Variant {
  const own = variantOfKey(variants, key);
  return own === variants.standard ? called : own;
}

/** A picture by the image rule, our own or from elsewhere; otherwise the placeholder is shown (S19). */
export function shownImage(image: string | null): string | undefined {
  return image !== null && isImage(image) ? image : undefined;
}

/** "Nov 20, 2026" */
export function shopperDay(at: Date): string {
  return dateFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(at);
}
