import { dateFormat } from '@vitrine/contract/values/formatters.ts';
import { isImage } from '../catalogue/products.service.ts';
import type { ShopProject } from '../platform/http/shop.page.ts';

/** The public address and the variant of the pages. */
export type Site = { publicUrl: string; project: ShopProject };

/** A picture that the content security policy allows: our own or over https; otherwise the placeholder is shown (S19). */
export function shownImage(image: string | null): string | undefined {
  return image !== null && isImage(image) && !image.toLowerCase().startsWith('http:') ? image : undefined;
}

/** "Nov 20, 2026" */
export function shopperDay(at: Date): string {
  return dateFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(at);
}
