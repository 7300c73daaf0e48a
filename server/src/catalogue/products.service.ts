// Functions of the catalog for other domains.
import type { Product } from '@vitrine/contract/storefront.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import type { Tx } from '../platform/database/database.ts';
import { publicAddress } from '../platform/public.address.ts';
import { productAt } from './addresses.ts';
import { listProductsNear, readHosts } from './catalogue.queries.ts';
import { pageOfProducts, type ProductQuery } from './catalogue.views.ts';

export type ProductRow = {
  id: string;
  sku: string;
  title: string;
  description: string;
  category: string;
  url: string;
  image: string | null;
  price: bigint;
  compare_at_price: bigint | null;
  currency: string;
  in_stock: boolean;
};

const imageEnding = /\.(webp|jpeg|jpg|png|gif)$/i;
const ownPicture = /^\/(assets|media)\/[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*\.(webp|jpeg|jpg|png|gif)$/i;

/** The image rule (S19): an http or https address with a known file extension, or a picture of this installation. */
export function isImage(value: string): boolean {
  if (ownPicture.test(value)) return true;
  if (!URL.canParse(value) || value.length > 2048 || /[\s\\]/.test(value)) return false;
  const url = new URL(value);
  return /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && imageEnding.test(url.pathname);
}

export function presentProduct(
  publicUrl: string,
  row: ProductRow,
): Omit<Product, 'commission' | 'commission_then' | 'placed'> {
  return {
    id: row.id,
    sku: row.sku,
    title: row.title,
    description: row.description,
    category: row.category,
    url: row.url,
    image: publicAddress(publicUrl, row.image),
    price: toMoney(row.price, row.currency),
    compare_at_price: row.compare_at_price === null ? null : toMoney(row.compare_at_price, row.currency),
    in_stock: row.in_stock,
  };
}

/** A page of a brand's products, in the scope of the caller's transaction. */
export function browseProducts(tx: Tx, merchantId: string, query: ProductQuery) {
  return pageOfProducts(tx, merchantId, query);
}

/** The hosts that links of this brand can point to. */
export function allowedHosts(tx: Tx, merchantId: string): Promise<string[]> {
  return readHosts(tx, merchantId);
}

/** The product of an address that readDestination has accepted. */
export async function findProductAt(tx: Tx, merchantId: string, href: string): Promise<ProductRow | undefined> {
  const name = new URL(href).pathname.replace(/\/+$/, '').split('/').at(-1) ?? '';
  return productAt(await listProductsNear(tx, merchantId, name), href);
}
