import { dateFormat } from '@vitrine/contract/values/formatters.ts';
import { isImage } from '../catalogue/products.service.ts';
import type { ShopProject } from '../platform/http/shop.page.ts';

/** Where the pages stand: the address they are known by, and the variant they are dressed in. */
export type Site = { publicUrl: string; project: ShopProject };

/** A picture that the page's policy lets through: our own or over https; anything else gets the placeholder (S19). */
export function shownImage(image: string | null): string | undefined {
  return image !== null && isImage(image) && !image.toLowerCase().startsWith('http:') ? image : undefined;
}

/** "Nov 20, 2026" */
export function dayText(at: Date): string {
  return dateFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(at);
}
