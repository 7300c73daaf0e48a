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
