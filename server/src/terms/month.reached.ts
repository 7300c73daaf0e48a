// What a creator has reached in a calendar month of the brand. Tiers and caps by month depend on it.
//  - Net sales are what commissions were earned on, minus refunds and what was declined, in the brand's currency.
//  - An order counts while something of it is left.
//  - What counts is the commissions of the latest decisions, also those on hold: the same as the creator's figures.
import type { MonthReached } from '@vitrine/contract/terms.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import type { Reached } from '@vitrine/contract/values/rate-arithmetic.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { readLimits } from './rate.columns.ts';
import { ruleIdentity } from './rules.ts';

export type MonthTotals = Reached & {
  /** Like 2026-11. */
  month: string;
  currency: string;
  /** What is left of the commissions by each rule, by its identity. */
  paid: ReadonlyMap<string, bigint>;
};

type MonthQuery = {
  merchantId: string;
  merchantAccountId: string;
  /** A time in the month. */
  at: Date;
  /** An order that is left out. */
  exceptOrder?: string;
  /** Net sales and orders are of those that were decided before. */
  decidedBefore?: Date | undefined;
};

/** Of the advisory locks: a creator's month. */
const monthLock = 7_305_121;

/**
 * Waits until no other order of the creator is between reading what was reached and its commit. Before any lock of the
 * ledger; a transaction takes it for one creator only.
 */
export async function lockMonth(tx: Tx, merchantAccountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(monthLock)}, hashtext(${merchantAccountId}))`.execute(tx);
}

type Row = {
  month: string;
  currency: string;
  is_total: boolean;
  sales: string;
  orders: number;
  paid: string;
  merchant_account_id: string | null;
  group_id: string | null;
  sku: string | null;
  category: string | null;
  parameters: unknown;
};

function decidedIn(before: Date | undefined): RawBuilder<unknown> {
  if (before === undefined) return sql`true`;
  return sql`exists (select from orders o where o.merchant_id = c.merchant_id and o.order_id = c.order_id
    and o.decided_at < ${before})`;
}

/** One statement, so that it can be sent together with others. */
export async function readMonthTotals(tx: Tx, of: MonthQuery): Promise<MonthTotals> {
  const { rows } = await sql<Row>`
    select to_char(m.starts, 'YYYY-MM') as month, m.currency, s.*, r.merchant_account_id, r.group_id, r.sku, r.category,
      r.parameters
    from (
      select id, currency, time_zone, date_trunc('month', ${of.at}::timestamptz at time zone time_zone) as starts
      from merchants where id = ${of.merchantId}
    ) m
    cross join lateral (
      select grouping(c.terms_version) = 1 as is_total, c.terms_version, c.rule_position,
        coalesce(sum(c.sales) filter (where c.currency = m.currency and c.is_counted), 0)::text as sales,
        (count(distinct c.order_id) filter (where c.sales > 0 and c.is_counted))::integer as orders,
        coalesce(sum(c.amount - c.reversed) filter (where c.currency = m.currency), 0)::text as paid
      from (
        select c.*, ${decidedIn(of.decidedBefore)} as is_counted from commissions c
        where c.merchant_account_id = ${of.merchantAccountId} and c.merchant_id = m.id and c.replaced_at is null
          and c.earned_at >= m.starts at time zone m.time_zone
          and c.earned_at < (m.starts + interval '1 month') at time zone m.time_zone
          and c.order_id <> ${of.exceptOrder ?? ''}
      ) c
      group by grouping sets ((), (c.terms_version, c.rule_position))
    ) s
    left join terms_rules r on r.merchant_id = m.id and r.version = s.terms_version and r.position = s.rule_position`.execute(
    tx,
  );
  const paid = new Map<string, bigint>();
  for (const row of rows.filter(({ is_total: isTotal }) => !isTotal)) {
    const identity = identityOf(row);
    paid.set(identity, (paid.get(identity) ?? 0n) + BigInt(row.paid));
  }
  const total = rows.find(({ is_total: isTotal }) => isTotal);
  if (!total) throw new Error('the brand is missing');
  return { month: total.month, currency: total.currency, sales: BigInt(total.sales), orders: total.orders, paid };
}

function identityOf({ parameters, ...row }: Row): string {
  return ruleIdentity({
    merchantAccountId: row.merchant_account_id,
    groupId: row.group_id,
    sku: row.sku,
    category: row.category,
    ...readLimits({ parameters }),
    isForNewCustomers: Object(parameters).new_customers_only === true,
  });
}

export function presentReached({ month, currency, sales, orders }: Omit<MonthTotals, 'paid'>): MonthReached {
  return { month, net_sales: toMoney(sales, currency), orders };
}
