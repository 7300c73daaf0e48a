import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Span } from './analytics.range.ts';
import type { Valued } from './analytics.views.ts';
import type { LinkClicks } from './links.views.ts';

// A range as the difference of two readings of the storefront's meter, however long it is. What is not over yet is the
// latest reading at a midnight of UTC with the roll-ups of the days since. Where a reading is missing (they are taken
// within a minute or two of midnight, and anew after a late hit), the figures are counted from the roll-ups instead.
// Arrays and days come as sub-selects: what they hold must not make the database plan a statement anew each time.

const dayMs = 86_400_000;

type Counted = { clicks: number; views: number };

/** How far the meter is known: at instants that are over, and now. */
export type Meter = {
  at(instant: Date): Counted | undefined;
  isOver(instant: Date): boolean;
  latest: Date | undefined;
};

function utcMidnights(now: Date): { today: Date; yesterday: Date } {
  const today = new Date(Math.floor(now.getTime() / dayMs) * dayMs);
  return { today, yesterday: new Date(today.getTime() - dayMs) };
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

const text = (instants: readonly Date[]): string[] => instants.map((at) => at.toISOString());

type Row = { kind: 'first' | 'reading' | 'day'; at: Date; clicks: bigint; views: bigint };

/** Reads the meter at some instants; those after `now` are now. */
export async function readMeter(tx: Tx, account: string, instants: readonly Date[], now: Date): Promise<Meter> {
  const { today, yesterday } = utcMidnights(now);
  const { rows } = await sql<Row>`
    select 'reading' as kind, at, clicks, views from account_readings
    where merchant_account_id = ${account} and at = any((select ${text([...instants.filter((at) => at <= now), today, yesterday])}::timestamptz[])::timestamptz[])
    union all
    (select 'first', at, clicks, views from account_readings where merchant_account_id = ${account} order by at limit 1)
    union all
    select 'day', day::timestamp at time zone 'UTC', clicks, 0 from account_dimensions
    where merchant_account_id = ${account} and day >= (select ${dayOf(yesterday)}::date) and dimension = 'class'
    union all
    select 'day', day::timestamp at time zone 'UTC', 0, views from storefront_view_days
    where merchant_account_id = ${account} and day >= (select ${dayOf(yesterday)}::date)`.execute(tx);
  const of = (kind: Row['kind']) => rows.filter((row) => row.kind === kind);
  const readings = new Map(of('reading').map((row) => [row.at.getTime(), counted(row)]));
  const [first] = of('first');
  const known = [today, yesterday].find((at) => readings.has(at.getTime()));
  const untilNow =
    known &&
    of('day').reduce(
      (sum, row) => (row.at >= known ? plus(sum, counted(row)) : sum),
      readings.get(known.getTime()) ?? nothing,
    );
  return {
    latest: known,
    isOver: (instant) => instant <= now,
    at: (instant) => {
      if (instant > now) return untilNow;
      return readings.get(instant.getTime()) ?? (first && isBefore(instant, first) ? nothing : undefined);
    },
  };
}

const nothing: Counted = { clicks: 0, views: 0 };

function counted(row: Row): Counted {
  return { clicks: Number(row.clicks), views: Number(row.views) };
}

function plus(one: Counted, other: Counted): Counted {
  return { clicks: one.clicks + other.clicks, views: one.views + other.views };
}

/** Before a reading of nothing there was nothing. */
function isBefore(instant: Date, first: Row): boolean {
  return instant < first.at && first.clicks === 0n && first.views === 0n;
}

/** Whether every one of the instants can be read. */
export function canRead(meter: Meter, instants: readonly Date[]): boolean {
  return instants.every((at) => meter.at(at) !== undefined);
}

/** Clicks and views of each span, by its place. */
export function readSpans(
  meter: Meter,
  spans: readonly Span[],
): { clicks: Map<number, number>; views: Map<number, number> } {
  const sums = { clicks: new Map<number, number>(), views: new Map<number, number>() };
  for (const [place, { from, to }] of spans.entries()) {
    const [start, end] = [meter.at(from) ?? nothing, meter.at(to) ?? nothing];
    sums.clicks.set(place, end.clicks - start.clicks);
    sums.views.set(place, end.views - start.views);
  }
  return sums;
}

/** Clicks of one span by what is known of them; the meter can be read at both of its ends. */
export async function readValues(tx: Tx, account: string, span: Span, meter: Meter): Promise<Valued[]> {
  const isOver = meter.isOver(span.to);
  const end = isOver ? span.to : (meter.latest ?? span.to);
  const { rows } = await sql<Valued>`
    select dimension, name as value, sum(n)::bigint as counted from (
      select part.dimension, part.name, case when r.at = ${end.toISOString()}::timestamptz then part.n else -part.n end as n
      from account_readings r cross join lateral unnest(r.dimensions, r.names, r.counts) as part (dimension, name, n)
      where r.merchant_account_id = ${account} and r.at in (${span.from.toISOString()}::timestamptz, ${end.toISOString()}::timestamptz)
      union all
      select dimension, value, clicks from account_dimensions
      where (select ${!isOver}::boolean) and merchant_account_id = ${account} and day >= (select ${dayOf(end)}::date)
        and dimension in ('country', 'device', 'referrer')
    ) part group by dimension, name having sum(n) > 0`.execute(tx);
  return rows;
}

/**
 * The most clicked links of a span whose ends can be read. A link cannot have more clicks in a span than in all: those
 * that lead over all time set a mark within the span, and only links that have as many in all can pass it.
 */
export async function readMostClicked(
  tx: Tx,
  account: string,
  { span, most }: { span: Span; most: number },
  meter: Meter,
): Promise<LinkClicks[]> {
  const until = (at: Date) =>
    sql`coalesce((select r.clicks from link_readings r where r.link_id = t.link_id and r.at <= ${at.toISOString()}::timestamptz order by r.at desc limit 1), 0)`;
  const within = sql`${meter.isOver(span.to) ? until(span.to) : sql`t.clicks`} - ${until(span.from)}`;
  const { rows } = await sql<LinkClicks>`
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
    )
    select * from able where clicks > 0 order by clicks desc, link_id limit ${most}`.execute(tx);
  return rows;
}
