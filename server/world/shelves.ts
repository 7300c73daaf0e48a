import { importProducts } from '@vitrine/contract/catalogue.ts';
import { publishTerms } from '@vitrine/contract/terms.ts';
import { changeAppearance } from '@vitrine/contract/appearance.ts';
import {
  addPlacement,
  createCollection,
  fillCollection,
  type Placement,
  searchProducts,
} from '@vitrine/contract/storefront.ts';
import type { CallOf, DataOf, Endpoint } from '@vitrine/contract/endpoint.ts';
import type { Client, Result } from './client.ts';

export type Shelf = {
  sku: string;
  title: string;
  category: string;
  description?: string;
  price: string;
  /** The price before the discount. */
  compareAt?: string;
  url: string;
  image?: string;
  stock?: boolean;
};

/** The data of a response; throws if the call was refused. */
export function granted<E extends Endpoint>(answer: Result<E>): DataOf<E> {
  if (answer.status >= 300) throw new Error(`refused: ${JSON.stringify(answer.problem)}`);
  return answer.data;
}

function cell(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** Imports a catalog from CSV as the brand's staff. */
export async function stockShelf(
  staff: Client,
  merchant: string,
  currency: string,
  shelf: readonly Shelf[],
): Promise<void> {
  const rows = shelf.map((product) =>
    [
      product.sku,
      product.title,
      product.description ?? '',
      product.category,
      product.url,
      product.image ?? '',
      product.price,
      product.compareAt ?? '',
      currency,
      product.stock === false ? 'no' : 'yes',
    ]
      .map(cell)
      .join(','),
  );
  const csv = ['sku,title,description,category,url,image,price,compare_at_price,currency,in_stock', ...rows].join('\n');
  const done = granted(await staff.call(importProducts, { params: { merchant }, body: { source: 'csv', csv } }));
  if (done.refused > 0)
    throw new Error(`refused rows: ${JSON.stringify(done.rows.filter((row) => row.outcome === 'refused'))}`);
}

export async function agreeTerms(
  staff: Client,
  merchant: string,
  body: NonNullable<CallOf<typeof publishTerms>['body']>,
): Promise<void> {
  granted(await staff.call(publishTerms, { params: { merchant }, body }));
}

export type ShelfItem = { sku: string; title?: string; note?: string };

/** Adds products to a creator's storefront in the given order, with titles and notes. */
export async function curate(creator: Client, accountId: string, items: readonly ShelfItem[]): Promise<Placement[]> {
  const params = { merchant_account_id: accountId };
  const products = granted(await creator.call(searchProducts, { params, query: { limit: 100 } }));
  const placed: Placement[] = [];
  for (const item of items) {
    const product = products.find((entry) => entry.sku === item.sku);
    if (!product) throw new Error(`${item.sku} is not in the catalog`);
    const body = {
      product_id: product.id,
      ...(item.title ? { title: item.title } : {}),
      ...(item.note ? { note: item.note } : {}),
    };
    placed.push(granted(await creator.call(addPlacement, { params, body })));
  }
  return placed;
}

/** Sets the title and description of a creator's storefront and leaves the rest at its defaults. */
export async function decorate(
  creator: Client,
  accountId: string,
  texts: { title: string; bio: string },
): Promise<void> {
  const body = { ...texts, banner: null, accent: null, layout: 'grid', scheme: 'auto' } as const;
  granted(await creator.call(changeAppearance, { params: { merchant_account_id: accountId }, body }));
}

/** Groups some of the placements in a collection. */
export async function collect(
  creator: Client,
  accountId: string,
  placements: readonly Placement[],
  { title, skus }: { title: string; skus: readonly string[] },
): Promise<void> {
  const params = { merchant_account_id: accountId };
  const { id } = granted(await creator.call(createCollection, { params, body: { title } }));
  const inside = placements.filter((placement) => skus.includes(placement.product.sku));
  const body = { placement_ids: inside.map((placement) => placement.id) };
  granted(await creator.call(fillCollection, { params: { ...params, collection_id: id }, body }));
}
