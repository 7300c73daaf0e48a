import { sql } from 'kysely';
import type { Placement, Product } from '@vitrine/contract/storefront.ts';
import type { Context } from '../context.ts';
import type { AccountAccess } from '../creators/creators.access.ts';
import { browseProducts, presentProduct, type ProductRow } from '../catalogue/products.service.ts';
import { timeZoneOf } from '../accounts/time-zone.ts';
import { clicksOfLinks } from '../figures/counts.ts';
import { takedownsOfLinks } from '../links/links.takedown.ts';
import type { Tx } from '../platform/database/database.ts';
import { spanOfLast } from '../platform/days.ts';
import { ratesNow } from './storefront.rates.ts';

const daysShown = 30;

function placementRows(tx: Tx, account: AccountAccess) {
  return tx
    .selectFrom('placements')
    .innerJoin('products', (join) =>
      join
        .onRef('products.merchant_id', '=', 'placements.merchant_id')
        .onRef('products.id', '=', 'placements.product_id'),
    )
    .innerJoin('links', (join) =>
      join.onRef('links.merchant_id', '=', 'placements.merchant_id').onRef('links.id', '=', 'placements.link_id'),
    )
    .leftJoin('link_totals', 'link_totals.link_id', 'placements.link_id')
    .selectAll('products')
    .select([
      'placements.id as placement_id',
      'placements.link_id',
      'placements.collection_id',
      'placements.position',
      'placements.title as own_title',
      'placements.note',
      'placements.hidden_at',
      'links.code',
      'links.taken_down',
      'link_totals.hits',
      'link_totals.clicks',
      'link_totals.last_click_at',
    ])
    .where('placements.merchant_id', '=', account.merchantId)
    .where('placements.merchant_account_id', '=', account.merchantAccountId)
    .where('placements.removed_at', 'is', null);
}

/** Some placements of a storefront for its creator, in the order of their ids, with figures. */
export async function placementsOf(
  ctx: Context,
  tx: Tx,
  account: AccountAccess,
  ids: readonly string[],
): Promise<Placement[]> {
  if (ids.length === 0) return [];
  const now = ctx.clock.now();
  const ratesOf = await ratesNow(tx, account, now);
  const found = await placementRows(tx, account).where(sql<boolean>`placements.id = any(${ids}::uuid[])`).execute();
  const byId = new Map(found.map((row) => [row.placement_id, row]));
  const rows = ids.flatMap((id) => byId.get(id) ?? []);
  const recent = await clicksOfLinks(
    tx,
    rows.map((row) => row.link_id),
    spanOfLast(now, await timeZoneOf(tx, account.creatorId), daysShown),
  );
  const takedowns = await takedownsOfLinks(
    tx,
    rows.map((row) => ({ id: row.link_id, takenDown: row.taken_down })),
  );
  return rows.map((row) => ({
    id: row.placement_id,
    product: Object.assign(presentProduct(ctx.config.publicUrl, row), ratesOf(row)),
    collection_id: row.collection_id,
    link_id: row.link_id,
    short_url: `${ctx.config.publicUrl}/s/${row.code}`,
    takedown: takedowns.get(row.link_id) ?? null,
    position: row.position,
    title: row.own_title,
    note: row.note,
    hidden: row.hidden_at !== null,
    clicks: Number(row.clicks ?? 0n),
    hits: Number(row.hits ?? 0n),
    clicks_last_30_days: recent.get(row.link_id) ?? 0,
    last_click_at: row.last_click_at?.toISOString() ?? null,
  }));
}

async function placedProducts(tx: Tx, account: AccountAccess, productIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('placements')
    .select('product_id')
    .distinct()
    .where('merchant_id', '=', account.merchantId)
    .where('merchant_account_id', '=', account.merchantAccountId)
    .where('removed_at', 'is', null)
    .where(sql<boolean>`product_id = any(${productIds}::uuid[])`)
    .execute();
  return new Set(rows.map((row) => row.product_id));
}

/** A catalog product as the creator sees it. */
export async function productToPlace(ctx: Context, tx: Tx, account: AccountAccess, row: ProductRow): Promise<Product> {
  const ratesOf = await ratesNow(tx, account, ctx.clock.now());
  const placed = await placedProducts(tx, account, [row.id]);
  return Object.assign(presentProduct(ctx.config.publicUrl, row), {
    ...ratesOf(row),
    placed: placed.has(row.id),
  });
}

/** A page of the brand's catalog with this creator's current commission on each product. */
export async function productsToPlace(
  ctx: Context,
  tx: Tx,
  account: AccountAccess,
  query: Parameters<typeof browseProducts>[2],
) {
  const { rows, meta } = await browseProducts(tx, account.merchantId, query);
  const ratesOf = await ratesNow(tx, account, ctx.clock.now());
  const placed = await placedProducts(
    tx,
    account,
    rows.map((row) => row.id),
  );
  const data: Product[] = rows.map((row) =>
    Object.assign(presentProduct(ctx.config.publicUrl, row), {
      ...ratesOf(row),
      placed: placed.has(row.id),
    }),
  );
  return { data, meta };
}
