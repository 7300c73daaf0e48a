import type { importProducts } from '@vitrine/contract/catalogue.ts';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';

/** The body of an import without the choices that its preview offers. */
export type ImportFile =
  | Pick<BodyOf<typeof importProducts> & { source: 'csv' }, 'source' | 'csv'>
  | Pick<BodyOf<typeof importProducts> & { source: 'shopify' }, 'source' | 'products'>;

export const largestFile = 14_000_000;
export const csvColumns = 'sku,title,url,price,category,image,description,compare_at_price,currency,in_stock';

/** The file in the shape of the contract; undefined if it is neither CSV nor Shopify's JSON, a list or an object with `products`. */
export async function readImportFile(file: File): Promise<ImportFile | undefined> {
  const text = await file.text();
  if (!/\.json$/i.test(file.name) && !/^\s*[[{]/.test(text)) return { source: 'csv', csv: text };
  try {
    const read: unknown = JSON.parse(text);
    if (Array.isArray(read)) return { source: 'shopify', products: read };
    if (typeof read === 'object' && read !== null && 'products' in read && Array.isArray(read.products))
      return { source: 'shopify', products: read.products };
    return undefined;
  } catch {
    return undefined;
  }
}
