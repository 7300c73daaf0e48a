import { currencyDecimals } from '@vitrine/contract/values/amounts.ts';
import { isImage } from '../catalogue/products.service.ts';
import type { ShopProject } from '../platform/http/shop.page.ts';

/** Where the pages stand: the address they are known by, and the variant they are dressed in. */
export type Site = { publicUrl: string; project: ShopProject };

/** "24.90" of 2490: digits only are moved, nothing is computed. */
export function decimalText(amount: bigint, currency: string): string {
  const decimals = currencyDecimals(currency);
  const digits = amount.toString().padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

export function priceText(amount: bigint, currency: string): string {
  // Intl takes decimal text exactly; the type asks for a numeric literal, which this text always is.
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(
    decimalText(amount, currency) as `${number}`,
  );
}

/** A picture that the page's policy lets through: our own or over https; anything else gets the placeholder (S19). */
export function shownImage(image: string | null): string | undefined {
  return image !== null && isImage(image) && !image.toLowerCase().startsWith('http:') ? image : undefined;
}

/** "20 November 2026": a day that is read the same everywhere. */
export function dayText(at: Date): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(at);
}
