import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { type Span, utcPartsOf } from '../platform/days.ts';
import { quartersOf } from './parts.ts';

// Clicks of a whole brand. Closed days are one row each; of an open day, the row of each storefront is read.

/** Clicks of all storefronts of a brand in each span, in their order. */
export async function clicksOfBrand(tx: Tx, merchantId: string, spans: readonly Span[]): Promise<number[]> {
  const parts = spans.map(utcPartsOf);
  const edges = parts.flatMap(({ edges: of }, place) => of.map((edge) => ({ ...edge, ...quartersOf(edge), place })));
  const { rows } = await sql<{ place: number; counted: bigint }>`
    with range as (
      select * from unnest(${parts.map((_, place) => place)}::integer[], ${parts.map(({ first }) => first)}::date[], ${parts.map(({ after }) => after)}::date[]) as r (place, first, after)
    ), edge as (
      select * from unnest(${edges.map(({ place }) => place)}::integer[], ${edges.map(({ sign }) => sign)}::integer[], ${edges.map(({ day }) => day)}::date[],
        ${edges.map(({ first }) => first)}::integer[], ${edges.map(({ last }) => last)}::integer[]) as e (place, sign, day, first, last)
    ), asked as materialized (
      select * from brand_days d where d.merchant_id = ${merchantId}
        and (exists (select from range where d.day >= first and d.day < after) or d.day in (select day from edge))
    ), of_open as materialized (
      select a.day, a.clicks, a.counts from (select array_agg(day) as days from asked where is_open) o cross join account_days a
      where a.merchant_account_id = any((select array_agg(id) from merchant_accounts where merchant_id = ${merchantId})::uuid[]) and a.day = any(o.days)
    )
    select place, sum(counted)::bigint as counted from (
      select r.place, d.clicks as counted from range r join asked d on d.day >= r.first and d.day < r.after and not d.is_open
      union all
      select r.place, d.clicks from range r join of_open d on d.day >= r.first and d.day < r.after
      union all
      select e.place, e.sign * entry_count(q) from edge e join asked d on d.day = e.day and not d.is_open
        cross join lateral unnest(d.quarters) q where entry_name(q) between e.first and e.last
      union all
      select e.place, e.sign * entry_count(q) from edge e join of_open d on d.day = e.day
        cross join lateral unnest(d.counts) q where entry_name(q) between e.first and e.last
    ) part group by place`.execute(tx);
  const counted = new Map(rows.map((row) => [row.place, Number(row.counted)]));
  return spans.map((_, place) => counted.get(place) ?? 0);
}
