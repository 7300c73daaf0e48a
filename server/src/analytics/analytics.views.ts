import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { nearestUtcDay, type Span } from '../platform/days.ts';
import type { PlacedEdge, Parts } from './analytics.range.ts';

// Every statement starts from an index on the storefront; with the row policies alone it would read all rows. Whole UTC
// days and months come from roll-ups. The hours between a UTC midnight and one of the creator's zone come from
// quarter-hours or, for breakdowns without them, from the hits. A lateral sum makes each step an index range.

export type AccountFacts = { timeZone: string; since: Date };

/** The creator's time zone, and when the storefront was created. */
export async function factsOf(
  tx: Tx,
  account: { creatorId: string; merchantAccountId: string },
): Promise<AccountFacts> {
  const { rows } = await sql<AccountFacts>`
    select u.time_zone as "timeZone", a.joined_at as since from users u join merchant_accounts a on a.creator_id = u.id
    where u.id = ${account.creatorId} and a.id = ${account.merchantAccountId}`.execute(tx);
  const [found] = rows;
  if (!found) throw new Error('the storefront that was obtained is gone');
  return found;
}

function places(parts: readonly { place: number }[]): number[] {
  return parts.map(({ place }) => place);
}

function edgeTable(edges: readonly PlacedEdge[]) {
  return sql`unnest(${places(edges)}::integer[], ${edges.map(({ sign }) => sign)}::integer[], ${edges.map(({ from }) => from.toISOString())}::timestamptz[], ${edges.map(({ to }) => to.toISOString())}::timestamptz[]) as edge (place, sign, since, until)`;
}

/** The requested whole months, each with whether its sums are closed. */
function monthTable(account: string, months: Parts['months']) {
  return sql`(select asked.place, asked.month, exists (
      select from settled_months s where s.merchant_account_id = ${account} and s.month = asked.month) as settled
    from unnest(${places(months)}::integer[], ${months.map(({ month }) => month)}::date[]) as asked (place, month)) as whole`;
}

function dayTable(days: Parts['days']) {
  return sql`unnest(${places(days)}::integer[], ${days.map(({ day }) => day)}::date[]) as one (place, day)`;
}

type Counted = { place: number; counted: bigint };

function byPlace(rows: readonly Counted[]): Map<number, number> {
  return new Map(rows.map(({ place, counted }) => [place, Number(counted)]));
}

/** Clicks of each span, by its index. */
export async function clicksIn(tx: Tx, account: string, { months, days, edges }: Parts): Promise<Map<number, number>> {
  const { rows } = await sql<Counted>`
    select place, sum(clicks)::bigint as counted from (
      select whole.place, m.clicks from ${monthTable(account, months)}
      join account_dimension_months m on whole.settled and m.merchant_account_id = ${account} and m.month = whole.month and m.dimension = 'class'
      union all
      select whole.place, d.clicks from ${monthTable(account, months)}
      join account_dimensions d on not whole.settled and d.merchant_account_id = ${account}
        and d.day >= whole.month and d.day < whole.month + interval '1 month' and d.dimension = 'class'
      union all
      select one.place, d.clicks from ${dayTable(days)}
      join account_dimensions d on d.merchant_account_id = ${account} and d.day = one.day and d.dimension = 'class'
      union all
      select edge.place, edge.sign * q.clicks from ${edgeTable(edges)}
      cross join lateral (
        select sum(clicks) as clicks from account_quarters where merchant_account_id = ${account} and quarter >= edge.since and quarter < edge.until
      ) q
    ) part group by place having sum(clicks) is not null`.execute(tx);
  return byPlace(rows);
}

/** Views of each span, by its index. */
export async function viewsIn(
  tx: Tx,
  account: string,
  spans: readonly Span[],
  { edges }: Parts,
): Promise<Map<number, number>> {
  const { rows } = await sql<Counted>`
    select place, sum(views)::bigint as counted from (
      select span.place::integer - 1 as place, d.views
      from unnest(${spans.map(({ from }) => nearestUtcDay(from))}::date[], ${spans.map(({ to }) => nearestUtcDay(to))}::date[]) with ordinality as span (first, after, place)
      cross join lateral (
        select sum(views) as views from storefront_view_days where merchant_account_id = ${account} and day >= span.first and day < span.after
      ) d
      union all
      select edge.place, edge.sign * q.views from ${edgeTable(edges)}
      cross join lateral (
        select sum(views) as views from storefront_view_quarters where merchant_account_id = ${account} and quarter >= edge.since and quarter < edge.until
      ) q
    ) part group by place having sum(views) is not null`.execute(tx);
  return byPlace(rows);
}

export type OrderSums = { place: number; currency: string; orders: bigint; sales: bigint; commission: bigint };

/**
 * Orders placed in each of several adjacent spans and their commissions. All lines of an order get the order's time, so
 * they are adjacent in the index, and the first one stands for the order.
 */
export function earnedPart(account: string, spans: readonly Span[]) {
  const bounds = [...spans.map(({ from }) => from), ...spans.slice(-1).map(({ to }) => to)].map((at) =>
    at.toISOString(),
  );
  return sql<{ place: number; currency: string; orders: bigint; sales: string; commission: string }>`
    select place, currency, count(*) filter (where is_first) as orders, sum(sales)::text as sales, sum(net)::text as commission from (
      select width_bucket(earned_at, ${bounds}::timestamptz[]) - 1 as place, currency, sales, amount - reversed as net,
        order_id is distinct from lag(order_id) over (order by earned_at, order_id) as is_first
      from commissions
      where merchant_account_id = ${account} and earned_at >= ${bounds[0]}::timestamptz and earned_at < ${bounds.at(-1)}::timestamptz and replaced_at is null
    ) line group by place, currency`;
}

export async function earnedIn(tx: Tx, account: string, spans: readonly Span[]): Promise<OrderSums[]> {
  const { rows } = await earnedPart(account, spans).execute(tx);
  return rows.map((row) => ({ ...row, sales: BigInt(row.sales), commission: BigInt(row.commission) }));
}

const clickDimensions = ['country', 'device', 'referrer'] as const;
export type ClickDimension = (typeof clickDimensions)[number];
export type Valued = { dimension: ClickDimension; value: string; counted: bigint };

/** Clicks of one span by the values of each dimension; unknown values are left out. */
export async function clicksByValue(tx: Tx, account: string, { months, days, edges }: Parts): Promise<Valued[]> {
  const { rows } = await sql<Valued>`
    select dimension, value, sum(clicks)::bigint as counted from (
      select m.dimension, m.value, m.clicks from ${monthTable(account, months)}
      join account_dimension_months m on whole.settled and m.merchant_account_id = ${account} and m.month = whole.month and m.dimension = any(${[...clickDimensions]}::text[])
      union all
      select d.dimension, d.value, d.clicks from ${monthTable(account, months)}
      join account_dimensions d on not whole.settled and d.merchant_account_id = ${account}
        and d.day >= whole.month and d.day < whole.month + interval '1 month' and d.dimension = any(${[...clickDimensions]}::text[])
      union all
      select d.dimension, d.value, d.clicks from ${dayTable(days)}
      join account_dimensions d on d.merchant_account_id = ${account} and d.day = one.day and d.dimension = any(${[...clickDimensions]}::text[])
      union all
      select part.dimension, part.value, edge.sign from ${edgeTable(edges)}
      join hits h on h.merchant_account_id = ${account} and h.at >= edge.since and h.at < edge.until
        and h.id >= first_hit_id(edge.since) and h.id < first_hit_id(edge.until) and h.counted
      cross join lateral (values ('country', h.country), ('device', h.device), ('referrer', h.referrer_host)) as part (dimension, value)
      where part.value <> ''
    ) part group by dimension, value having sum(clicks) > 0`.execute(tx);
  return rows;
}

/** Views of one span by the values of each dimension. */
export async function viewsByValue(tx: Tx, account: string, span: Span, { edges }: Parts): Promise<Valued[]> {
  const { rows } = await sql<Valued>`
    select dimension, value, sum(views)::bigint as counted from (
      select dimension, value, views from storefront_view_dimensions
      where merchant_account_id = ${account} and day >= ${nearestUtcDay(span.from)}::date and day < ${nearestUtcDay(span.to)}::date
      union all
      select part.dimension, part.value, edge.sign from ${edgeTable(edges)}
      join storefront_views v on v.merchant_account_id = ${account} and v.at >= edge.since and v.at < edge.until and v.counted
      cross join lateral (values ('country', v.country), ('device', v.device), ('referrer', v.referrer_host)) as part (dimension, value)
      where part.value <> ''
    ) part group by dimension, value having sum(views) > 0`.execute(tx);
  return rows;
}
