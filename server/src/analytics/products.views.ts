import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Span } from '../platform/days.ts';
import { isId } from '../platform/ids.ts';
import { invalid } from '../platform/refusal.ts';

// A product of a brand over all of its creators: where it is featured, and what was sold of it.

export type CountedProduct = { id: string; sku: string; createdAt: Date };

export async function countedProduct(
  tx: Tx,
  merchantId: string,
  productId: string,
): Promise<CountedProduct | undefined> {
  const found = await tx
    .selectFrom('products')
    .select(['id', 'sku', 'created_at as createdAt'])
    .where('merchant_id', '=', merchantId)
    .where('id', '=', productId)
    .executeTakeFirst();
  return found;
}

export type FeaturingLink = { link_id: string; account: string };

/**
 * The links whose clicks count for a product, of all creators or of some: each link counts for its first placement, as in
 * the analytics of its creator.
 */
export async function featuringLinks(
  tx: Tx,
  merchantId: string,
  productId: string,
  accounts?: readonly string[],
): Promise<FeaturingLink[]> {
  const only = accounts === undefined ? sql`` : sql`and p.merchant_account_id = any(${[...accounts]}::uuid[])`;
  const { rows } = await sql<FeaturingLink>`
    select distinct p.link_id, p.merchant_account_id as account from placements p
    where p.merchant_id = ${merchantId} and p.product_id = ${productId} ${only}
      and not exists (select from placements f where f.merchant_id = p.merchant_id and f.link_id = p.link_id
        and f.product_id <> p.product_id and f.created_at < p.created_at)`.execute(tx);
  return rows;
}

export type SoldOf = { account: string; orders: bigint; sales: bigint; commission: bigint };

/** What each creator sold of a product, by the time of the order. */
export async function soldByAccount(
  tx: Tx,
  of: { merchantId: string; sku: string; currency: string },
  span: Span,
  accounts?: readonly string[],
): Promise<SoldOf[]> {
  const only = accounts === undefined ? sql`` : sql`and c.merchant_account_id = any(${[...accounts]}::uuid[])`;
  const { rows } = await sql<SoldOf>`
    select c.merchant_account_id as account, count(distinct c.order_id collate "C") as orders,
      sum(c.sales)::numeric as sales, sum(c.amount - c.reversed)::numeric as commission
    from commissions c
    join order_lines o on o.merchant_id = c.merchant_id and o.order_id = c.order_id and o.line_id = c.line_id
    where c.merchant_id = ${of.merchantId} and o.sku = ${of.sku} and c.currency = ${of.currency}
      and c.earned_at >= ${span.from} and c.earned_at < ${span.to} and c.replaced_at is null ${only}
    group by 1`.execute(tx);
  return rows;
}

/** Orders with the product. One order can earn for several creators, so their orders can't be added up. */
export async function ordersWith(
  tx: Tx,
  of: { merchantId: string; sku: string; currency: string },
  span: Span,
): Promise<number> {
  const { rows } = await sql<{ orders: bigint }>`
    select count(distinct c.order_id collate "C") as orders from commissions c
    join order_lines o on o.merchant_id = c.merchant_id and o.order_id = c.order_id and o.line_id = c.line_id
    where c.merchant_id = ${of.merchantId} and o.sku = ${of.sku} and c.currency = ${of.currency}
      and c.earned_at >= ${span.from} and c.earned_at < ${span.to} and c.replaced_at is null`.execute(tx);
  return Number(rows[0]?.orders ?? 0n);
}

export type Featuring = {
  account: string;
  handle: string | null;
  display_name: string;
  avatar: string | null;
  placements: number;
  is_hidden: boolean;
  since: Date;
};

/** The creators who feature a product or did, by name, and how many there are. The cursor is the last storefront's id. */
export async function creatorsFeaturing(
  tx: Tx,
  merchantId: string,
  productId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ page: Featuring[]; next: string | null; total: number }> {
  if (cursor !== undefined && !isId(cursor)) throw invalid('cursor', 'must be the next_cursor of the previous page');
  const after =
    cursor === undefined
      ? sql``
      : sql`where (display_name, account) > (select u.display_name, a.id from merchant_accounts a join users u on u.id = a.creator_id
          where a.merchant_id = ${merchantId} and a.id = ${cursor}::uuid)`;
  const { rows } = await sql<Featuring & { total: number }>`
    with featuring as (
      select p.merchant_account_id as account, u.user_handle as handle, u.display_name, u.avatar,
        count(*) filter (where p.removed_at is null)::integer as placements,
        coalesce(bool_and(p.hidden_at is not null) filter (where p.removed_at is null), false) as is_hidden,
        min(p.created_at) as since
      from placements p
      join merchant_accounts a on a.merchant_id = p.merchant_id and a.id = p.merchant_account_id
      join users u on u.id = a.creator_id
      where p.merchant_id = ${merchantId} and p.product_id = ${productId}
      group by 1, 2, 3, 4
    )
    select featuring.*, (select count(*)::integer from featuring) as total from featuring ${after}
    order by display_name, account limit ${limit + 1}`.execute(tx);
  const page = rows.slice(0, limit);
  return { page, next: rows.length > limit ? (page.at(-1)?.account ?? null) : null, total: rows[0]?.total ?? 0 };
}
