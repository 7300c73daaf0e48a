import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Span } from '../platform/days.ts';
import { type BrandPlan, type LocalDays, planOf } from './brand.plan.ts';
import { inPlan, sumOfCounts } from './brand.visits.ts';
import { lastQuarter } from './figures.sql.ts';
import { type Parts, quartersOf, spanParts } from './parts.ts';

// Clicks and views of the creators of one brand, each by itself. Of all creators, what is added up for the brand is read,
// and only the days that are not come from the rows of each. Closed months of some creators come from an index that has
// only their totals, because the rows have long arrays.

export type CreatorCounts = { clicks: number; views: number };

type Run = { from: string; to: string };

/** Days without gaps as one run, so that each storefront is looked up once for it. */
function runsOf(days: Parts['days']): Run[] {
  const runs: Run[] = [];
  for (const { day } of days) {
    const next = Temporal.PlainDate.from(day).add({ days: 1 }).toString();
    const last = runs.at(-1);
    if (last?.to === day) last.to = next;
    else runs.push({ from: day, to: next });
  }
  return runs;
}

const quarters = sql.raw(String(lastQuarter));

/** The columns account, clicks and views: of some accounts of the brand, or of all. */
function ofAccounts(
  merchantId: string,
  spans: readonly Span[],
  accounts: readonly string[] | undefined,
): RawBuilder<unknown>[] {
  const { months, days, edges } = spanParts(spans);
  const names = months.map(({ month }) => month);
  const of = accounts
    ? sql`${[...accounts]}::uuid[]`
    : sql`(select array_agg(id) from merchant_accounts where merchant_id = ${merchantId})::uuid[]`;
  const only = accounts ? sql`and m.merchant_account_id = any(${of})` : sql``;
  const ofMonths = [
    sql`select m.merchant_account_id, m.clicks, m.views from account_months m
      where m.merchant_id = ${merchantId} and m.month = any(${names}::date[]) and not m.is_open ${only}`,
    // For each open month by itself: few are, and PostgreSQL would read the days of all.
    sql`select m.merchant_account_id, d.clicks, d.views from account_months m
      cross join lateral (select d.clicks, d.views from account_days d where d.merchant_account_id = m.merchant_account_id
        and d.day >= m.month and d.day < (m.month + interval '1 month')::date offset 0) d
      where m.merchant_id = ${merchantId} and m.month = any(${names}::date[]) and m.is_open ${only}`,
  ];
  return [
    ...(months.length > 0 ? ofMonths : []),
    ...runsOf(days).map(
      ({ from, to }) => sql`select d.merchant_account_id, d.clicks, d.views from account_days d
      where d.merchant_account_id = any(${of}) and d.day >= ${from}::date and d.day < ${to}::date`,
    ),
    ...edges.map((edge) => {
      const { day, first, last } = quartersOf(edge);
      const within = (array: 'counts' | 'view_counts') => sql`${sql.raw(String(edge.sign))} * coalesce((
        select sum(entry_count(e)) from unnest(d.${sql.ref(array)}[1:${quarters}]) e where entry_name(e) between ${first}::integer and ${last}::integer), 0)::bigint`;
      return sql`select d.merchant_account_id, ${within('counts')}, ${within('view_counts')} from account_days d
      where d.merchant_account_id = any(${of}) and d.day = ${day}::date`;
    }),
  ];
}

/** The same, of days and months that are added up for the brand. */
function ofBrand(merchantId: string, plan: BrandPlan): RawBuilder<unknown>[] {
  const each = (array: 'creator_clicks' | 'creator_views') => sql`
    (select entry_name(e) as number, ${sumOfCounts(sql`entry_count(e)`)} as times from brand_counts c cross join lateral unnest(c.${sql.ref(array)}) e
      where ${inPlan(merchantId, plan)} group by 1)`;
  return [
    sql`select a.merchant_account_id, clicks.times, 0::bigint from ${each('creator_clicks')} clicks join figure_accounts a using (number)`,
    sql`select a.merchant_account_id, 0::bigint, views.times from ${each('creator_views')} views join figure_accounts a using (number)`,
  ];
}

async function sumOf(tx: Tx, parts: readonly RawBuilder<unknown>[]): Promise<Map<string, CreatorCounts>> {
  if (parts.length === 0) return new Map();
  const { rows } = await sql<{ account: string; clicks: bigint; views: bigint }>`
    select merchant_account_id as account, ${sumOfCounts(sql`clicks`)} as clicks, ${sumOfCounts(sql`views`)} as views
    from (${sql.join(parts, sql` union all `)}) part (merchant_account_id, clicks, views)
    group by 1 having sum(clicks) > 0 or sum(views) > 0`.execute(tx);
  return new Map(rows.map((row) => [row.account, { clicks: Number(row.clicks), views: Number(row.views) }]));
}

/** By account, of all creators of the brand. Those with nothing are left out. */
export async function countsOfAllCreators(
  tx: Tx,
  merchantId: string,
  days: LocalDays,
): Promise<Map<string, CreatorCounts>> {
  const plan = await planOf(tx, merchantId, days, { hasCreators: true });
  return sumOf(tx, [...ofBrand(merchantId, plan), ...ofAccounts(merchantId, plan.open, undefined)]);
}

/** The same of some creators. */
export async function countsOfCreators(
  tx: Tx,
  merchantId: string,
  span: Span,
  accounts: readonly string[],
): Promise<Map<string, CreatorCounts>> {
  return sumOf(tx, ofAccounts(merchantId, [span], accounts));
}
