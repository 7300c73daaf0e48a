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
import type { BodyOf, DataOf, Endpoint } from '@vitrine/contract/endpoint.ts';
import type { Client, Result } from './client.ts';

export type Shelf = {
  sku: string;
  title: string;
  category: string;
  description?: string;
  price: string;
  /** The price before it was cut. */
  compareAt?: string;
  url: string;
  image?: string;
  stock?: boolean;
};

/** The data of an answer that must be a success; the world is not built on refusals. */
export function granted<E extends Endpoint>(answer: Result<E>): DataOf<E> {
  if (answer.status >= 300) throw new Error(`refused: ${JSON.stringify(answer.problem)}`);
  return answer.data;
}

function cell(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** A brand's staff brings the catalogue in as CSV, as a brand would. */
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

export async function agreeTerms(staff: Client, merchant: string, body: BodyOf<typeof publishTerms>): Promise<void> {
  granted(await staff.call(publishTerms, { params: { merchant }, body }));
}

export type Wish = { sku: string; title?: string; note?: string };

/** A creator puts products on their storefront, in the given order, with titles and notes of their own. */
export async function curate(creator: Client, accountId: string, wishes: readonly Wish[]): Promise<Placement[]> {
  const params = { merchant_account_id: accountId };
  const products = granted(await creator.call(searchProducts, { params, query: { limit: 100 } }));
  const placed: Placement[] = [];
  for (const wish of wishes) {
    const product = products.find((entry) => entry.sku === wish.sku);
    if (!product) throw new Error(`${wish.sku} is not in the catalog`);
    const body = {
      product_id: product.id,
      ...(wish.title ? { title: wish.title } : {}),
      ...(wish.note ? { note: wish.note } : {}),
    };
    placed.push(granted(await creator.call(addPlacement, { params, body })));
  }
  return placed;
}

/** A creator gives their storefront its words, and leaves the rest as the brand has it. */
export async function decorate(
  creator: Client,
  accountId: string,
  words: { title: string; bio: string },
): Promise<void> {
  const body = { ...words, banner: null, accent: null, layout: 'grid', scheme: 'auto' } as const;
  granted(await creator.call(changeAppearance, { params: { merchant_account_id: accountId }, body }));
}

/** A creator puts some of what they have placed under a heading of its own. */
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
