import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { type SignedSpan, type Span, utcPartsOf } from '../platform/days.ts';
import { rangeParts } from './analytics.range.ts';

// Clicks of links over a span: whole UTC days from link_days, the hours at both ends from the hits.

export type LinkClicks = { link_id: string; clicks: bigint };

const dayMs = 86_400_000;

function edgeTable(edges: readonly SignedSpan[]) {
  return sql`unnest(${edges.map(({ sign }) => sign)}::integer[], ${edges.map(({ from }) => from.toISOString())}::timestamptz[], ${edges.map(({ to }) => to.toISOString())}::timestamptz[]) as edge (sign, since, until)`;
}

/** Every link of the storefront that was clicked in the span. */
export async function clicksByLink(tx: Tx, account: string, span: Span): Promise<LinkClicks[]> {
  const { first, after, edges } = utcPartsOf(span);
  const { rows } = await sql<LinkClicks>`
    select link_id, sum(clicks)::bigint as clicks from (
      select link_id, clicks from link_days where merchant_account_id = ${account} and day >= ${first}::date and day < ${after}::date
      union all
      select h.link_id, edge.sign from ${edgeTable(edges)}
      join hits h on h.merchant_account_id = ${account} and h.at >= edge.since and h.at < edge.until
        and h.id >= first_hit_id(edge.since) and h.id < first_hit_id(edge.until) and h.counted
    ) part group by link_id having sum(clicks) > 0 order by 2 desc, 1`.execute(tx);
  return rows;
}

/** Up to this many days it is cheaper to read every link that was clicked in them. */
const fewDays = 14;

/**
 * The most clicked links of the span. A link can't have more clicks in a span than in total, so the all-time top links
 * set a minimum for the span, and only links with at least that many in total are counted. That leaves dozens of
 * thousands of links, and the answer is exact.
 */
export async function mostClickedLinks(tx: Tx, account: string, span: Span, most: number): Promise<LinkClicks[]> {
  const { first, after, edges } = utcPartsOf(span);
  if (Date.parse(after) - Date.parse(first) < fewDays * dayMs)
    return (await clicksByLink(tx, account, span)).slice(0, most);
  const { months, days } = rangeParts([span]);
  const closed = await closedOf(
    tx,
    account,
    months.map(({ month }) => month),
  );
  const single = days.map(({ day }) => day);
  const open = months.flatMap(({ month }) => (closed.has(month) ? [] : [month]));
  const sums = [
    sql`(select sum(clicks) from link_days where link_id = t.link_id and day = any(${single}::date[]))`,
    ...open.map(
      (month) =>
        sql`(select sum(clicks) from link_days where link_id = t.link_id and day >= ${month}::date and day < ${month}::date + interval '1 month')`,
    ),
    sql`(select sum(clicks) from link_months where link_id = t.link_id and month = any(${[...closed]}::date[]))`,
    ...edges.map(
      ({ sign, from, to }) =>
        sql`${sign}::integer * (select count(*) from hits where link_id = t.link_id and at >= ${from.toISOString()}::timestamptz and at < ${to.toISOString()}::timestamptz
          and id >= first_hit_id(${from.toISOString()}::timestamptz) and id < first_hit_id(${to.toISOString()}::timestamptz) and counted)`,
    ),
  ];
  const within = sql`(${sql.join(
    sums.map((sum) => sql`coalesce(${sum}, 0)`),
    sql` + `,
  )})::bigint`;
  const { rows } = await sql<LinkClicks>`
    with leaders as materialized (
      select t.link_id, ${within} as clicks
      from (select link_id from link_totals where merchant_account_id = ${account} order by clicks desc limit (select ${most}::bigint)) t
    ),
    mark as materialized (
      select (case when count(*) < ${most} then 1 else greatest(min(clicks), 1) end)::bigint as clicks from leaders
    ),
    others as materialized (
      select t.link_id, ${within} as clicks
      from link_totals t where t.merchant_account_id = ${account} and t.clicks >= (select clicks from mark)
        and t.link_id not in (select link_id from leaders)
    )
    select * from (select * from leaders union all select * from others) counted
    where clicks > 0 order by clicks desc, link_id limit ${most}`.execute(tx);
  return rows;
}

async function closedOf(tx: Tx, account: string, months: readonly string[]): Promise<Set<string>> {
  if (months.length === 0) return new Set();
  const { rows } = await sql<{ month: string }>`
    select month from settled_months where merchant_account_id = ${account} and month = any(${[...months]}::date[])`.execute(
    tx,
  );
  return new Set(rows.map(({ month }) => month));
}

export type LinkName = {
  link_id: string;
  title: string;
  code: string;
  image: string | null;
  product_id: string | null;
};

/** The display name of links: their own title, their product's title, or their destination. */
export function linkNames(account: string, which: RawBuilder<unknown>) {
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

export type Sold = { key: string | null; orders: bigint; sales: bigint; commission: bigint };

/** Commissions of orders placed in the span, by the link of their click; null is a code without a click. */
export async function soldByLink(tx: Tx, account: string, span: Span, currency: string): Promise<Sold[]> {
  const { rows } = await sql<Sold>`
    select link_id as key, count(distinct order_id collate "C") as orders, sum(sales)::bigint as sales, sum(amount - reversed)::bigint as commission
    from commissions where merchant_account_id = ${account} and earned_at >= ${span.from} and earned_at < ${span.to} and currency = ${currency} and replaced_at is null
    group by link_id`.execute(tx);
  return rows;
}

export type SoldProduct = Sold & { key: string; title: string; product_id: string | null; image: string | null };

/** Sales by sku: the product that was bought, whichever link the shopper clicked. */
export async function soldByProduct(tx: Tx, account: string, span: Span, currency: string): Promise<SoldProduct[]> {
  const { rows } = await sql<SoldProduct>`
    select o.sku as key, coalesce(max(r.title), max(o.title)) as title, r.id as product_id, max(r.image) as image,
      count(distinct c.order_id collate "C") as orders, sum(c.sales)::bigint as sales, sum(c.amount - c.reversed)::bigint as commission
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
