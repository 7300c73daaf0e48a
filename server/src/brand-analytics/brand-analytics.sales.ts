import { type RawBuilder, sql } from 'kysely';
import { isNewCustomer } from '../commissions/commissions.facts.ts';
import { type MixPart, mixParts } from '../figures/brand.hits.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Span } from '../platform/days.ts';
import type { ChosenFilters } from './brand-analytics.filters.ts';

// Orders, sales, commission and new customers of a brand, by anything: of orders placed in the range, money in the brand's
// currency. They come from the commissions themselves, because refunds and declines change the past. What a job has not
// filled in yet is read from the order and the click.

export type SoldSums = { orders: number; newCustomers: number; sales: bigint; commission: bigint };
export type SoldCounts = Map<string, SoldSums>;
/** `groups`: the group of each creator. */
export type SoldKey = 'account' | 'sku' | 'link' | 'code' | MixPart | { groups: ReadonlyMap<string, string> };

export const noSales: SoldSums = { orders: 0, newCustomers: 0, sales: 0n, commission: 0n };

const skuOf = sql`coalesce(c.sold_sku, (select l.sku from order_lines l
  where l.merchant_id = c.merchant_id and l.order_id = c.order_id and l.line_id = c.line_id))`;
const isNew = sql`case when c.sold_sku is null
  then (select ${isNewCustomer} from orders o where o.merchant_id = c.merchant_id and o.order_id = c.order_id)
  else c.from_new_customer end`;

const isUnfilled = sql`(c.sold_mix is null and c.hit_id is not null)`;

/**
 * The combination of a click that is not filled in yet, as text: it may have no number until then. Null if the click is
 * not stored yet.
 */
function unfilledMix(ownHosts: readonly string[]): RawBuilder<unknown> {
  return sql`(select mix_of(h.country, h.device, h.app, h.referrer_host, ${[...ownHosts]}::text[]) from hits h where h.id = c.hit_id)`;
}

function partOf(mix: RawBuilder<unknown>, part: MixPart): RawBuilder<unknown> {
  return sql`coalesce(split_part(${mix}, '|', ${mixParts.indexOf(part) + 1}::integer), '')`;
}

function keyOf(by: SoldKey, ownHosts: readonly string[]): { key: RawBuilder<unknown>; join?: RawBuilder<unknown> } {
  if (by === 'account') return { key: sql`c.merchant_account_id` };
  if (by === 'sku') return { key: skuOf };
  if (by === 'link') return { key: sql`coalesce(c.link_id::text, '')` };
  if (by === 'code') return { key: sql`coalesce(c.discount_code, '')` };
  if (typeof by === 'string')
    return {
      key: partOf(sql`case when ${isUnfilled} then ${unfilledMix(ownHosts)} else n.value end`, by),
      join: sql`left join figure_names n on n.id = c.sold_mix`,
    };
  return {
    key: sql`coalesce(g.name, '')`,
    join: sql`left join unnest(${[...by.groups.keys()]}::uuid[], ${[...by.groups.values()]}::text[]) as g (account, name) on g.account = c.merchant_account_id`,
  };
}

/** Clicks that are filled in are compared by their numbers. */
function mixCondition({ mix, mixNames }: ChosenFilters, ownHosts: readonly string[]): RawBuilder<unknown>[] {
  if (mixNames === undefined) return [];
  const isOfUnknown = Object.values(mix).every((value) => value === '');
  const parts = mixParts.flatMap((part) =>
    mix[part] === undefined ? [] : [sql`${partOf(unfilledMix(ownHosts), part)} = ${mix[part]}`],
  );
  const isNamed = sql`c.sold_mix = any(${mixNames}::integer[])`;
  const isFound = isOfUnknown ? sql`coalesce(c.sold_mix, 0) = 0 or ${isNamed}` : isNamed;
  return [sql`case when ${isUnfilled} then ${sql.join(parts, sql` and `)} else ${isFound} end`];
}

function conditionsOf(filters: ChosenFilters, ownHosts: readonly string[]): RawBuilder<unknown>[] {
  const { accounts, soldLink, soldSku, code } = filters;
  return [
    ...(accounts ? [sql`c.merchant_account_id = any(${accounts}::uuid[])`] : []),
    ...(soldLink === undefined
      ? []
      : [soldLink === null ? sql`c.link_id is null` : sql`c.link_id = ${soldLink}::uuid`]),
    ...(soldSku === undefined ? [] : [sql`${skuOf} = ${soldSku}`]),
    ...(code === undefined ? [] : [code === null ? sql`c.discount_code is null` : sql`c.discount_code = ${code}`]),
    ...mixCondition(filters, ownHosts),
  ];
}

export type SoldSubject = { merchantId: string; currency: string; ownHosts: readonly string[] };

/** `steps`: by the index of the step. `rows`: by key; '' is what has none. */
export type SoldInRange = { steps: SoldCounts; rows: SoldCounts };
type SoldRow = {
  is_step: boolean;
  key: string;
  orders: bigint;
  new_customers: bigint;
  sales: bigint;
  commission: bigint;
};

/** `places` are the beginnings of steps without gaps. An order counts once for each key. */
export async function soldBy(
  tx: Tx,
  { merchantId, currency, ownHosts }: SoldSubject,
  { from, to, places }: Span & { places: readonly Date[] },
  by: SoldKey | undefined,
  filters: ChosenFilters,
): Promise<SoldInRange> {
  const { key, join = sql`` } = by === undefined ? { key: sql`''` } : keyOf(by, ownHosts);
  const conditions = conditionsOf(filters, ownHosts).map((condition) => sql` and ${condition}`);
  const sums = sql`count(distinct order_id) as orders, count(distinct order_id) filter (where is_new) as new_customers,
    sum(sales)::numeric as sales, sum(commission)::numeric as commission from line`;
  const { rows } = await sql<SoldRow>`
    with line as materialized (
      select ${key} as key, width_bucket(c.earned_at, ${places.map((at) => at.toISOString())}::timestamptz[]) - 1 as place,
        c.order_id, ${isNew} as is_new, c.sales, c.amount - c.reversed as commission
      from commissions c ${join}
      where c.merchant_id = ${merchantId} and c.currency = ${currency} and c.earned_at >= ${from} and c.earned_at < ${to}
        and c.replaced_at is null${sql.join(conditions, sql``)}
    )
    select true as is_step, place::text as key, ${sums} group by place
    ${by === undefined ? sql`` : sql`union all select false, key::text, ${sums} group by key`}`.execute(tx);
  const sold: SoldInRange = { steps: new Map(), rows: new Map() };
  for (const row of rows)
    (row.is_step ? sold.steps : sold.rows).set(row.key, {
      orders: Number(row.orders),
      newCustomers: Number(row.new_customers),
      sales: row.sales,
      commission: row.commission,
    });
  return sold;
}
