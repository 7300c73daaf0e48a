import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Span } from '../platform/days.ts';
import { type ClickDimension, type OrderSums, earnedPart, type Valued } from './analytics.views.ts';
import { type LinkClicks, type LinkName, linkNames } from './links.views.ts';

// A range as the difference of two readings of the storefront's counter, however long it is. For the current day it
// takes the latest reading at a UTC midnight and adds the roll-ups since then. If a reading is missing (they are taken
// within a minute or two of midnight, and again after a late hit), the figures are counted from the roll-ups instead.
// One statement reads everything: that is one round trip, and no reading can be deleted between two of its parts.
// Arrays and days are sub-selects, because their values must not make the database plan the statement again each time.

const dayMs = 86_400_000;

type Counted = { clicks: number; views: number };

/**
 * What was counted before an instant, or undefined if there is no reading of it. For an instant in the future it is
 * everything so far.
 */
type Meter = (instant: Date) => Counted | undefined;

const text = (instants: readonly Date[]): string[] => instants.map((at) => at.toISOString());

/** The last UTC midnight and the one before it. */
function utcMidnights(now: Date): Date[] {
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  return [new Date(today), new Date(today - dayMs)];
}

/** Yesterday in UTC, the first of the days that may have no reading yet. */
function yesterdayOf(now: Date): RawBuilder<unknown> {
  return sql`(select ${new Date(now.getTime() - dayMs).toISOString().slice(0, 10)}::date)`;
}

type Row = { kind: 'first' | 'reading' | 'day'; at: string; clicks: number; views: number };

function meterPart(account: string, instants: readonly Date[], now: Date) {
  return sql<Row>`
    select 'reading' as kind, at, clicks, views from account_readings
    where merchant_account_id = ${account} and at = any((select ${text([...instants, ...utcMidnights(now)])}::timestamptz[])::timestamptz[])
    union all
    (select 'first', at, clicks, views from account_readings where merchant_account_id = ${account} order by at limit 1)
    union all
    select 'day', day::timestamp at time zone 'UTC', clicks, 0 from account_dimensions
    where merchant_account_id = ${account} and day >= ${yesterdayOf(now)} and dimension = 'class'
    union all
    select 'day', day::timestamp at time zone 'UTC', 0, views from storefront_view_days
    where merchant_account_id = ${account} and day >= ${yesterdayOf(now)}`;
}

const nothing: Counted = { clicks: 0, views: 0 };

function meterOf(rows: readonly Row[], now: Date): Meter {
  const of = (kind: Row['kind']) => rows.filter((row) => row.kind === kind);
  const readings = new Map(of('reading').map((row) => [Date.parse(row.at), row]));
  const first = of('first').find((row) => row.clicks === 0 && row.views === 0);
  const latest = utcMidnights(now)
    .map((at) => readings.get(at.getTime()))
    .find((row) => row !== undefined);
  const running = latest && of('day').filter((row) => Date.parse(row.at) >= Date.parse(latest.at));
  const all = running?.reduce<Counted>(
    (sum, row) => ({ clicks: sum.clicks + row.clicks, views: sum.views + row.views }),
    latest ?? nothing,
  );
  return (instant) => {
    if (instant > now) return all;
    // Nothing was counted before the first reading, which is empty.
    const isBefore = first !== undefined && instant.getTime() < Date.parse(first.at);
    return readings.get(instant.getTime()) ?? (isBefore ? nothing : undefined);
  };
}

/** Clicks of one span by the values of each dimension. */
function valuesPart(account: string, span: Span, now: Date) {
  const [today, yesterday] = text(utcMidnights(now));
  const isOver = span.to <= now;
  const end = isOver
    ? sql`(select ${span.to.toISOString()}::timestamptz)`
    : sql`(select max(at) from account_readings where merchant_account_id = ${account} and at in (${today}::timestamptz, ${yesterday}::timestamptz))`;
  return sql<{ dimension: ClickDimension; value: string; counted: number }>`
    select dimension, name as value, sum(n)::bigint as counted from (
      select part.dimension, part.name, case when r.at = ${end} then part.n else -part.n end as n
      from account_readings r cross join lateral unnest(r.dimensions, r.names, r.counts) as part (dimension, name, n)
      where r.merchant_account_id = ${account} and r.at in (${span.from.toISOString()}::timestamptz, ${end})
      union all
      select dimension, value, clicks from account_dimensions
      where (select ${!isOver}::boolean) and merchant_account_id = ${account} and day >= ${yesterdayOf(now)}
        and day >= (${end} at time zone 'UTC')::date and dimension in ('country', 'device', 'referrer')
    ) part group by dimension, name having sum(n) > 0`;
}

/**
 * The most clicked links of a span with their names. A link can't have more clicks in a span than in total, so the
 * all-time top links set a minimum for the span, and only links with at least that many in total are counted.
 */
function mostClickedPart(account: string, { span, most }: { span: Span; most: number }, now: Date) {
  const until = (at: Date) =>
    sql`coalesce((select r.clicks from link_readings r where r.link_id = t.link_id and r.at <= ${at.toISOString()}::timestamptz order by r.at desc limit 1), 0)`;
  const within = sql`${span.to <= now ? until(span.to) : sql`t.clicks`} - ${until(span.from)}`;
  return sql<{ link_id: string; clicks: number; name: LinkName | null }>`
    with leaders as materialized (
      select t.link_id, ${within} as clicks
      from (select link_id, clicks from link_totals where merchant_account_id = ${account} order by clicks desc limit (select ${most}::bigint)) t
    ),
    mark as materialized (
      select (case when count(*) < ${most} then 1 else greatest(min(clicks), 1) end)::bigint as clicks from leaders
    ),
    able as materialized (
      select t.link_id, ${within} as clicks from link_totals t
      where t.merchant_account_id = ${account} and t.clicks >= (select clicks from mark)
    ),
    top as materialized (
      select * from able where clicks > 0 order by clicks desc, link_id limit ${most}
    )
    select top.link_id, top.clicks, to_json(name) as name
    from top left join lateral (${linkNames(account, sql`= top.link_id`)}) name on true
    order by top.clicks desc, top.link_id`;
}

export type Readings = {
  clicks: Map<number, number>;
  views: Map<number, number>;
  earned: OrderSums[];
  values: Valued[];
  links: LinkClicks[];
  names: Map<string, LinkName>;
};

const rowsOf = <R>(part: RawBuilder<R>) => sql<R[]>`(select coalesce(json_agg(part), '[]') from (${part}) part)`;

/**
 * A range with adjacent spans up to its end: clicks and views of each span by its index, and everything else for the
 * whole range. Undefined if a reading is missing at one of the instants.
 */
export async function readRange(
  tx: Tx,
  account: string,
  request: { range: Span; spans: readonly Span[]; most: number },
  now: Date,
): Promise<Readings | undefined> {
  const { range, spans, most } = request;
  const meterRows = rowsOf(meterPart(account, [...spans.map(({ from }) => from), range.to], now));
  const { rows } = await sql<{
    meter: Row[];
    earned: { place: number; currency: string; orders: number; sales: string; commission: string }[];
    values: { dimension: ClickDimension; value: string; counted: number }[];
    links: { link_id: string; clicks: number; name: LinkName | null }[];
  }>`
    select ${meterRows} as meter, ${rowsOf(earnedPart(account, spans))} as earned,
      ${rowsOf(valuesPart(account, range, now))} as values, ${rowsOf(mostClickedPart(account, { span: range, most }, now))} as links`.execute(
    tx,
  );
  const [found] = rows;
  const ends = found && endsOf(spans, meterOf(found.meter, now));
  if (!ends) return undefined;
  const counts = (what: keyof Counted) =>
    new Map(ends.map(({ start, end }, place) => [place, end[what] - start[what]]));
  return {
    clicks: counts('clicks'),
    views: counts('views'),
    earned: found.earned.map((row) => ({
      ...row,
      orders: BigInt(row.orders),
      sales: BigInt(row.sales),
      commission: BigInt(row.commission),
    })),
    values: found.values.map((row) => ({ ...row, counted: BigInt(row.counted) })),
    links: found.links.map(({ link_id, clicks }) => ({ link_id, clicks: BigInt(clicks) })),
    names: new Map(found.links.flatMap(({ link_id, name }) => (name ? [[link_id, name]] : []))),
  };
}

/** The counter's readings at both ends of each span; undefined if one is missing. */
function endsOf(spans: readonly Span[], meter: Meter): { start: Counted; end: Counted }[] | undefined {
  const ends = spans.flatMap(({ from, to }) => {
    const [start, end] = [meter(from), meter(to)];
    return start && end ? [{ start, end }] : [];
  });
  return ends.length === spans.length ? ends : undefined;
}
