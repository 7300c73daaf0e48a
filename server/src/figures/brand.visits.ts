import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { type MixFilter, type MixPart, mixParts, type VisitCounts } from './brand.hits.ts';
import type { BrandPlan } from './brand.plan.ts';

// Clicks and views of a brand from the days and months that are added up. What is open is counted from hits
// (brand.hits.ts) and added by the caller.

type Row = { key: string; clicks: bigint | null; views: bigint | null };

function toVisits(rows: readonly Row[]): VisitCounts {
  return new Map(
    rows.map(({ key, clicks, views }) => [key, { clicks: Number(clicks ?? 0), views: Number(views ?? 0) }]),
  );
}

/** Adds up counts: exact below 2^53, and in about half the time of a sum of `bigint`. */
export const sumOfCounts = (count: RawBuilder<unknown>): RawBuilder<unknown> => sql`sum((${count})::float8)::bigint`;

/** The rows of a plan in `brand_counts` or `brand_mix_counts`. */
export function inPlan(merchantId: string, { months, days }: BrandPlan): RawBuilder<unknown> {
  return sql`c.merchant_id = ${merchantId} and ((c.unit = 'month' and c.first = any(${months}::date[]))
    or (c.unit = 'day' and c.first = any(${days}::date[])))`;
}

/** The numbers of the combinations with these values; undefined without a filter. */
export async function namesOfMix(tx: Tx, mix: MixFilter): Promise<number[] | undefined> {
  const conditions = mixParts.flatMap((part, index) =>
    mix[part] === undefined ? [] : [sql`split_part(value, '|', ${index + 1}::integer) = ${mix[part]}`],
  );
  if (conditions.length === 0) return undefined;
  const { rows } = await sql<{ id: number }>`
    select id from figure_names where dimension = 'mix' and ${sql.join(conditions, sql` and `)}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** By the first day of each day or month of the plan. */
export async function visitsByPeriod(
  tx: Tx,
  merchantId: string,
  plan: BrandPlan,
  names: readonly number[] | undefined,
): Promise<VisitCounts> {
  const sum = (array: 'click_mixes' | 'view_mixes') =>
    sql`(select sum(entry_count(e)) from unnest(c.${sql.ref(array)}) e where entry_name(e) = any(${[...(names ?? [])]}::integer[]))::bigint`;
  const { rows } = await sql<Row>`
    select c.first::text as key, ${names ? sum('click_mixes') : sql`c.clicks`} as clicks, ${names ? sum('view_mixes') : sql`c.views`} as views
    from brand_counts c where ${inPlan(merchantId, plan)}`.execute(tx);
  return toVisits(rows);
}

/** By the values of a part, '' for unknown ones, with what was never counted by it. */
export async function visitsByPart(
  tx: Tx,
  merchantId: string,
  plan: BrandPlan,
  { part, names }: { part: MixPart; names: readonly number[] | undefined },
): Promise<VisitCounts> {
  const only = names ? sql`where entry_name(e) = any(${[...names]}::integer[])` : sql``;
  const each = (array: 'click_mixes' | 'view_mixes', clicks: RawBuilder<unknown>, views: RawBuilder<unknown>) => sql`
    select entry_name(e) as name, ${clicks} as clicks, ${views} as views from asked cross join lateral unnest(${sql.ref(array)}) e ${only}`;
  const { rows } = await sql<Row>`
    with asked as materialized (select click_mixes, view_mixes from brand_counts c where ${inPlan(merchantId, plan)}),
    counted as materialized (
      select name, sum(clicks) as clicks, sum(views) as views from (
        ${each('click_mixes', sql`entry_count(e)`, sql`0`)} union all ${each('view_mixes', sql`0`, sql`entry_count(e)`)}
      ) part group by 1
    )
    select split_part(n.value, '|', ${mixParts.indexOf(part) + 1}::integer) as key, sum(clicks)::bigint as clicks, sum(views)::bigint as views
    from counted join figure_names n on n.id = counted.name group by 1`.execute(tx);
  return toVisits(rows);
}

type OfCreators = { names: readonly number[] | undefined; accounts: readonly string[] | undefined };

type Entries = { names: readonly number[] | undefined; numbers: readonly number[] | undefined };

/** Months of some creators are rows of their own; everything else is in the rows of the combinations. */
function entriesOfCreators(
  merchantId: string,
  plan: BrandPlan,
  by: 'account' | 'period' | MixPart,
  { names, numbers }: Entries,
): RawBuilder<unknown> {
  // For each array by itself: both together would be twice as many rows to sum up.
  const sums = (array: 'clicks' | 'views') => {
    const ofMixes = sql`
      select ${by === 'account' ? sql`entry_name(e)` : by === 'period' ? sql`c.first` : sql`c.mix`} as key, entry_count(e) as times
      from brand_mix_counts c cross join lateral unnest(c.${sql.ref(array)}) e
      where ${inPlan(merchantId, numbers ? { ...plan, months: [] } : plan)} ${names ? sql`and c.mix = any(${[...names]}::integer[])` : sql``}
        ${numbers ? sql`and entry_name(e) = any(${[...numbers]}::integer[])` : sql``}`;
    const ofMonths = sql`
      union all
      select ${by === 'account' ? sql`c.number` : by === 'period' ? sql`c.first` : sql`entry_name(e)`}, entry_count(e)
      from brand_creator_counts c cross join lateral unnest(c.${sql.ref(array)}) e
      where c.merchant_id = ${merchantId} and c.number = any(${[...(numbers ?? [])]}::integer[]) and c.first = any(${plan.months}::date[])
        ${names ? sql`and entry_name(e) = any(${[...names]}::integer[])` : sql``}`;
    const zero = sql`0::bigint`;
    return sql`select key, ${array === 'clicks' ? sumOfCounts(sql`times`) : zero} as clicks, ${array === 'views' ? sumOfCounts(sql`times`) : zero} as views
      from (${ofMixes} ${numbers ? ofMonths : sql``}) each_entry group by key`;
  };
  return sql`${sums('clicks')} union all ${sums('views')}`;
}

async function numbersOf(tx: Tx, accounts: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select number from figure_accounts where merchant_account_id = any(${[...accounts]}::uuid[])`.execute(tx);
  return rows.map(({ number }) => number);
}

/** Of combinations and creators, by creator, by part, or by the first day of each day or month of the plan. */
export async function visitsOfCreators(
  tx: Tx,
  merchantId: string,
  plan: BrandPlan,
  by: 'account' | 'period' | MixPart,
  { names, accounts }: OfCreators,
): Promise<VisitCounts> {
  // As a value, because PostgreSQL searches the result of a subquery one by one.
  const numbers = accounts ? await numbersOf(tx, accounts) : undefined;
  const counted = sql`(
    select key, sum(clicks) as clicks, sum(views) as views from (${entriesOfCreators(merchantId, plan, by, { names, numbers })}) part group by 1
  ) counted`;
  if (by === 'period') {
    const { rows } = await sql<Row>`select key::text, clicks::bigint, views::bigint from ${counted}`.execute(tx);
    return toVisits(rows);
  }
  if (by === 'account') {
    const { rows } = await sql<Row>`
      select a.merchant_account_id::text as key, clicks::bigint, views::bigint from ${counted} join figure_accounts a on a.number = counted.key`.execute(
      tx,
    );
    return toVisits(rows);
  }
  const { rows } = await sql<Row>`
    select split_part(n.value, '|', ${mixParts.indexOf(by) + 1}::integer) as key, sum(clicks)::bigint as clicks, sum(views)::bigint as views
    from ${counted} join figure_names n on n.id = counted.key group by 1`.execute(tx);
  return toVisits(rows);
}

/** Clicks by link, of some creators or all. */
export async function visitsByLink(
  tx: Tx,
  merchantId: string,
  plan: BrandPlan,
  accounts: readonly string[] | undefined,
): Promise<VisitCounts> {
  const only = accounts ? sql`where t.merchant_account_id = any(${[...accounts]}::uuid[])` : sql``;
  const { rows } = await sql<Row>`
    select t.link_id::text as key, counted.clicks, null::bigint as views from (
      select entry_name(e) as number, ${sumOfCounts(sql`entry_count(e)`)} as clicks
      from brand_counts c cross join lateral unnest(c.links) e where ${inPlan(merchantId, plan)} group by 1
    ) counted join link_totals t on t.number = counted.number ${only}`.execute(tx);
  return toVisits(rows);
}
