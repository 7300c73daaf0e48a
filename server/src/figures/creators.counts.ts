import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Span } from '../platform/days.ts';
import { lastQuarter } from './figures.sql.ts';
import { type Parts, quartersOf, spanParts } from './parts.ts';

// Clicks and views of the creators of one brand, each by itself. Closed months come from an index that has only their
// totals, because the rows have long arrays.

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

/** By account, in a span: of some accounts of the brand, or of all. Those with nothing are left out. */
export async function countsOfCreators(
  tx: Tx,
  merchantId: string,
  span: Span,
  accounts?: readonly string[],
): Promise<Map<string, CreatorCounts>> {
  const { months, days, edges } = spanParts([span]);
  const names = months.map(({ month }) => month);
  const of = accounts
    ? sql`${[...accounts]}::uuid[]`
    : sql`(select array_agg(id) from merchant_accounts where merchant_id = ${merchantId})::uuid[]`;
  const only = accounts ? sql`and m.merchant_account_id = any(${of})` : sql``;
  const parts = [
    sql`select m.merchant_account_id, m.clicks, m.views from account_months m
      where m.merchant_id = ${merchantId} and m.month = any(${names}::date[]) and not m.is_open ${only}`,
    // For each open month by itself: few are, and PostgreSQL would read the days of all.
    sql`select m.merchant_account_id, d.clicks, d.views from account_months m
      cross join lateral (select d.clicks, d.views from account_days d where d.merchant_account_id = m.merchant_account_id
        and d.day >= m.month and d.day < (m.month + interval '1 month')::date offset 0) d
      where m.merchant_id = ${merchantId} and m.month = any(${names}::date[]) and m.is_open ${only}`,
    ...runsOf(days).map(
      ({ from, to }) => sql`select d.merchant_account_id, d.clicks, d.views from account_days d
      where d.merchant_account_id = any(${of}) and d.day >= ${from}::date and d.day < ${to}::date`,
    ),
    ...edges.map((edge) => {
      const { day, first, last } = quartersOf(edge);
      const within = (array: 'counts' | 'view_counts') => sql`${sql.raw(String(edge.sign))} * coalesce((
        select sum(entry_count(e)) from unnest(d.${sql.ref(array)}[1:${quarters}]) e where entry_name(e) between ${first}::integer and ${last}::integer), 0)`;
      return sql`select d.merchant_account_id, ${within('counts')}, ${within('view_counts')} from account_days d
      where d.merchant_account_id = any(${of}) and d.day = ${day}::date`;
    }),
  ];
  const { rows } = await sql<{ account: string; clicks: bigint; views: bigint }>`
    select merchant_account_id as account, sum(clicks)::bigint as clicks, sum(views)::bigint as views
    from (${sql.join(parts, sql` union all `)}) part (merchant_account_id, clicks, views)
    group by 1 having sum(clicks) > 0 or sum(views) > 0`.execute(tx);
  return new Map(rows.map((row) => [row.account, { clicks: Number(row.clicks), views: Number(row.views) }]));
}
