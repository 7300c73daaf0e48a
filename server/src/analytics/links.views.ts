import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Span } from '../platform/days.ts';

export type LinkName = {
  link_id: string;
  title: string;
  code: string;
  image: string | null;
  product_id: string | null;
};

/** The display name of links: their own title, their product's title, or their destination. */
function linkNames(account: string, which: RawBuilder<unknown>) {
  return sql<LinkName>`
    select l.id as link_id, l.code, r.image, r.id as product_id,
      coalesce(nullif(l.title, ''), nullif(p.title, ''), r.title, l.destination) as title
    from links l
    left join lateral (select * from placements p where p.link_id = l.id order by p.created_at limit 1) p on true
    left join products r on r.merchant_id = p.merchant_id and r.id = p.product_id
    where l.merchant_account_id = ${account} and l.id ${which}`;
}

export async function namesOfLinks(tx: Tx, account: string, links: readonly string[]): Promise<Map<string, LinkName>> {
  const { rows } = await linkNames(account, sql`= any(${[...links]}::uuid[])`).execute(tx);
  return new Map(rows.map((row) => [row.link_id, row]));
}

/** The links whose clicks count for a product: each counts for its first placement. */
export async function linksOfProduct(tx: Tx, account: string, productId: string): Promise<string[]> {
  const { rows } = await sql<{ link_id: string }>`
    select l.id as link_id from links l
    join lateral (select p.product_id from placements p where p.link_id = l.id order by p.created_at limit 1) p on true
    where l.merchant_account_id = ${account} and p.product_id = ${productId}`.execute(tx);
  return rows.map((row) => row.link_id);
}

export type Sold = { key: string | null; orders: bigint; sales: bigint; commission: bigint };

/** Commissions of orders placed in the span, by the link of their click; null is a code without a click. */
export async function soldByLink(tx: Tx, account: string, span: Span, currency: string): Promise<Sold[]> {
  const { rows } = await sql<Sold>`
    select link_id as key, count(distinct order_id collate "C") as orders, sum(sales)::numeric as sales, sum(amount - reversed)::numeric as commission
    from commissions where merchant_account_id = ${account} and earned_at >= ${span.from} and earned_at < ${span.to} and currency = ${currency} and replaced_at is null
    group by link_id`.execute(tx);
  return rows;
}

export type SoldProduct = Sold & { key: string; title: string; product_id: string | null; image: string | null };

/** Sales by sku: the product that was bought, whichever link the shopper clicked. */
export async function soldByProduct(tx: Tx, account: string, span: Span, currency: string): Promise<SoldProduct[]> {
  const { rows } = await sql<SoldProduct>`
    select o.sku as key, coalesce(max(r.title), max(o.title)) as title, r.id as product_id, max(r.image) as image,
      count(distinct c.order_id collate "C") as orders, sum(c.sales)::numeric as sales, sum(c.amount - c.reversed)::numeric as commission
    from commissions c
    join order_lines o on o.merchant_id = c.merchant_id and o.order_id = c.order_id and o.line_id = c.line_id
    left join products r on r.merchant_id = c.merchant_id and r.sku = o.sku
    where c.merchant_account_id = ${account} and c.earned_at >= ${span.from} and c.earned_at < ${span.to} and c.currency = ${currency} and c.replaced_at is null
    group by o.sku, r.id`.execute(tx);
  return rows;
}

/** The skus of products. */
export async function skusOf(
  tx: Tx,
  products: readonly string[],
): Promise<Map<string, { sku: string; title: string }>> {
  const { rows } = await sql<{ id: string; sku: string; title: string }>`
    select id, sku, title from products where id = any(${[...products]}::uuid[])`.execute(tx);
  return new Map(rows.map(({ id, sku, title }) => [id, { sku, title }]));
}
