import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Span } from '../platform/days.ts';
import { lastQuarter } from './figures.sql.ts';
import { type Parts, spanParts, type PlacedEdge, quartersOf } from './parts.ts';

// Every figure of clicks and views over any range, from `account_months` and `account_days`. The hours between a UTC
// midnight and one of the reader's zone are quarter-hours of a day or, for values and links, the hits and views
// themselves. Every statement starts from the index of storefronts: with the row policies alone it would read all rows.

/** Ids of storefronts. */
export type Storefronts = readonly string[];

const places = (parts: readonly { place: number }[]) => parts.map(({ place }) => place);
const quarters = sql.raw(String(lastQuarter));

function monthTable(months: Parts['months']) {
  return sql`unnest(${places(months)}::integer[], ${months.map(({ month }) => month)}::date[]) as asked (place, month)`;
}

function dayTable(days: Parts['days']) {
  return sql`unnest(${places(days)}::integer[], ${days.map(({ day }) => day)}::date[]) as asked (place, day)`;
}

/**
 * Adds what hits or views at the edges count. Each edge is a select of its own with its bounds as values, so that only its
 * month is read.
 */
function andEdges(edges: readonly PlacedEdge[], select: (edge: Bounds) => RawBuilder<unknown>) {
  return sql.join(
    edges.map(
      ({ sign, from, to }) =>
        sql` union all ${select({
          sign: sql`${sign}::integer`,
          since: sql`${from.toISOString()}::timestamptz`,
          until: sql`${to.toISOString()}::timestamptz`,
        })}`,
    ),
    sql``,
  );
}

type Bounds = Record<'sign' | 'since' | 'until', RawBuilder<unknown>>;

/** Counted hits between two instants; the ids tell the month. */
const hitsIn = ({ since, until }: Bounds) =>
  sql`h.at >= ${since} and h.at < ${until} and h.id >= first_hit_id(${since}) and h.id < first_hit_id(${until}) and h.counted`;

/** Edges as quarter-hours of a day. */
function quarterTable(edges: readonly PlacedEdge[]) {
  const found = edges.map(quartersOf);
  return sql`unnest(${places(edges)}::integer[], ${edges.map(({ sign }) => sign)}::integer[], ${found.map(({ day }) => day)}::date[], ${found.map(({ first }) => first)}::integer[], ${found.map(({ last }) => last)}::integer[]) as edge (place, sign, day, first, last)`;
}

/** Closed months, the days of open months, and single days, by span: what `column` has in each. */
function wholePart(accounts: RawBuilder<unknown>, column: RawBuilder<unknown>, { months, days }: Parts) {
  return sql`
    select asked.place, m.merchant_account_id, m.${column} as counted from ${monthTable(months)}
    join account_months m on m.merchant_account_id = any(${accounts}) and m.month = asked.month and not m.is_open
    union all
    select asked.place, d.merchant_account_id, d.${column} from ${monthTable(months)}
    join account_months m on m.merchant_account_id = any(${accounts}) and m.month = asked.month and m.is_open
    join account_days d on d.merchant_account_id = m.merchant_account_id and d.day >= m.month and d.day < (m.month + interval '1 month')::date
    union all
    select asked.place, d.merchant_account_id, d.${column} from ${dayTable(days)}
    join account_days d on d.merchant_account_id = any(${accounts}) and d.day = asked.day`;
}

function edgePart(accounts: RawBuilder<unknown>, array: RawBuilder<unknown>, edges: readonly PlacedEdge[]) {
  return sql`
    select edge.place, d.merchant_account_id, edge.sign * entry_count(e) as counted from ${quarterTable(edges)}
    join account_days d on d.merchant_account_id = any(${accounts}) and d.day = edge.day
    cross join lateral unnest(d.${array}[1:${quarters}]) e where entry_name(e) between edge.first and edge.last`;
}

const ids = (accounts: Storefronts) => sql`${[...accounts]}::uuid[]`;

type Placed = { place: number; counted: bigint };

async function sumsIn(tx: Tx, accounts: Storefronts, what: 'clicks' | 'views', parts: Parts) {
  const of = ids(accounts);
  const array = sql.ref(what === 'clicks' ? 'counts' : 'view_counts');
  const { rows } = await sql<Placed>`
    select place, sum(counted)::bigint as counted from (
      ${wholePart(of, sql.ref(what), parts)} union all ${edgePart(of, array, parts.edges)}
    ) part group by place`.execute(tx);
  return new Map(rows.map(({ place, counted }) => [place, Number(counted)]));
}

/** Clicks of each span, by its index. */
export function clicksIn(tx: Tx, accounts: Storefronts, parts: Parts): Promise<Map<number, number>> {
  return sumsIn(tx, accounts, 'clicks', parts);
}

/** Views of each span, by its index. */
export function viewsIn(tx: Tx, accounts: Storefronts, parts: Parts): Promise<Map<number, number>> {
  return sumsIn(tx, accounts, 'views', parts);
}

/** Clicks of each storefront in a span; those without a click are left out. */
export async function clicksByAccount(tx: Tx, accounts: Storefronts, span: Span): Promise<Map<string, number>> {
  const [of, parts] = [ids(accounts), spanParts([span])];
  const { rows } = await sql<{ account: string; counted: bigint }>`
    select merchant_account_id as account, sum(counted)::bigint as counted from (
      ${wholePart(of, sql.ref('clicks'), parts)} union all ${edgePart(of, sql.ref('counts'), parts.edges)}
    ) part group by 1 having sum(counted) > 0`.execute(tx);
  return new Map(rows.map(({ account, counted }) => [account, Number(counted)]));
}

const columns = { country: 'country', device: 'device', referrer: 'referrer_host', app: 'app' } as const;
export type FigureDimension = keyof typeof columns;
export type Valued = { dimension: FigureDimension; value: string; counted: bigint };

function valuesIn(
  tx: Tx,
  of: RawBuilder<unknown>,
  array: 'counts' | 'view_counts',
  from: { edges: RawBuilder<unknown>; parts: Parts; dimensions: readonly FigureDimension[] },
) {
  return sql<Valued>`
    select dimension, value, sum(counted)::bigint as counted from (
      select n.dimension, n.value, part.counted from (
        select entry_name(e) as name, sum(entry_count(e)) as counted
        from (${wholePart(of, sql.ref(array), from.parts)}) whole cross join lateral unnest(whole.counted) e
        where entry_name(e) > ${quarters} group by 1
      ) part join figure_names n on n.id = part.name and n.dimension = any(${[...from.dimensions]}::text[])
      ${from.edges}
    ) part group by dimension, value having sum(counted) > 0`.execute(tx);
}

function valueTable(alias: string, dimensions: readonly FigureDimension[]) {
  const rows = dimensions.map((dimension) => sql`(${dimension}, ${sql.ref(`${alias}.${columns[dimension]}`)})`);
  return sql`(values ${sql.join(rows)}) as part (dimension, value)`;
}

/** Clicks of one span by the values of each dimension; unknown values are left out. */
export async function clicksByValue(
  tx: Tx,
  accounts: Storefronts,
  dimensions: readonly FigureDimension[],
  span: Span,
): Promise<Valued[]> {
  const [of, parts] = [ids(accounts), spanParts([span])];
  const edges = andEdges(
    parts.edges,
    (edge) => sql`
      select part.dimension, part.value, ${edge.sign} from hits h cross join lateral ${valueTable('h', dimensions)}
      where h.merchant_account_id = any(${of}) and ${hitsIn(edge)} and part.value <> ''`,
  );
  return (await valuesIn(tx, of, 'counts', { edges, parts, dimensions })).rows;
}

/** Views of one span by the values of each dimension. */
export async function viewsByValue(
  tx: Tx,
  accounts: Storefronts,
  dimensions: readonly Exclude<FigureDimension, 'app'>[],
  span: Span,
): Promise<Valued[]> {
  const [of, parts] = [ids(accounts), spanParts([span])];
  const edges = andEdges(
    parts.edges,
    ({ sign, since, until }) => sql`
      select part.dimension, part.value, ${sign} from storefront_views v cross join lateral ${valueTable('v', dimensions)}
      where v.merchant_account_id = any(${of}) and v.at >= ${since} and v.at < ${until} and v.counted and part.value <> ''`,
  );
  return (await valuesIn(tx, of, 'view_counts', { edges, parts, dimensions })).rows;
}

export type LinkClicks = { link_id: string; clicks: bigint };

/**
 * Every link of a storefront that was clicked in the span, most clicks first; at most `most`. Links are found by their
 * numbers, and only those that are shown are looked up.
 */
export async function clicksByLink(tx: Tx, account: string, span: Span, most?: number): Promise<LinkClicks[]> {
  const parts = spanParts([span]);
  const first = most === undefined ? sql`` : sql`order by 2 desc fetch first ${most} rows with ties`;
  const { rows } = await sql<LinkClicks>`
    select t.link_id, top.clicks from (
      select number, sum(clicks)::bigint as clicks from (
        select entry_name(e) as number, entry_count(e) as clicks
        from (${wholePart(ids([account]), sql.ref('links'), parts)}) whole cross join lateral unnest(whole.counted) e
        ${andEdges(
          parts.edges,
          (edge) => sql`
            select t.number, ${edge.sign} from hits h join link_totals t on t.link_id = h.link_id
            where h.merchant_account_id = ${account} and ${hitsIn(edge)}`,
        )}
      ) part group by number having sum(clicks) > 0 ${first}
    ) top join link_totals t on t.number = top.number
    order by top.clicks desc, t.link_id limit ${most ?? null}::bigint`.execute(tx);
  return rows;
}

/** The clicks of some links in a span, by link. */
export async function clicksOfLinks(tx: Tx, linkIds: readonly string[], span: Span): Promise<Map<string, number>> {
  if (linkIds.length === 0) return new Map();
  const parts = spanParts([span]);
  const accounts = sql`(select array_agg(distinct merchant_account_id) from asked_links)::uuid[]`;
  const { rows } = await sql<LinkClicks>`
    with asked_links as materialized (
      select link_id, merchant_account_id, number from link_totals where link_id = any(${[...linkIds]}::uuid[])
    )
    select link_id, sum(clicks)::bigint as clicks from (
      select l.link_id, part.clicks from (
        select whole.merchant_account_id, entry_name(e) as number, sum(entry_count(e)) as clicks
        from (${wholePart(accounts, sql.ref('links'), parts)}) whole cross join lateral unnest(whole.counted) e group by 1, 2
      ) part join asked_links l on l.merchant_account_id = part.merchant_account_id and l.number = part.number
      ${andEdges(
        parts.edges,
        (edge) => sql`
          select l.link_id, ${edge.sign} * counted.clicks from asked_links l cross join lateral (
            select count(*) as clicks from hits h where h.link_id = l.link_id and ${hitsIn(edge)}
          ) counted`,
      )}
    ) part group by link_id`.execute(tx);
  const clicks = new Map(rows.map((row) => [row.link_id, Number(row.clicks)]));
  return new Map(linkIds.map((id) => [id, clicks.get(id) ?? 0]));
}
