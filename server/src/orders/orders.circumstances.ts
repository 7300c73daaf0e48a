// What besides its lines and the rules decides what an order earns: what the creator had reached in the month, what rules
// with a cap by month could still pay, and whether the customer is new to the brand.
//  - It is measured once, when the order is first decided, and stored with the decision. A repeated decision and an edit
//    of the order use the same, so money that was given does not move because other orders changed.
//  - Only what a rule of the terms depends on is read: nothing for most orders.
//  - Orders of one creator that depend on the month are measured one after the other (`lockMonth`).
import { isByMonth, type Reached } from '@vitrine/contract/values/rate-arithmetic.ts';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Tx } from '../platform/database/database.ts';
import { lockMonth, type MonthTotals, readMonthTotals } from '../terms/month.reached.ts';
import { identityOf, isForNewCustomers, rulesForCreator, type TermsRule } from '../terms/rules.ts';
import type { MonthRoom } from './orders.caps.ts';
import type { OrderRecord } from './orders.queries.ts';
import type { customerKind, Measured, Trace } from './orders.trace.ts';

export type CustomerKind = z.output<typeof customerKind>;

export type Circumstances = {
  customer?: CustomerKind | undefined;
  measured?: Measured | undefined;
  reached?: Reached | undefined;
  roomOf?: ((rule: TermsRule) => MonthRoom | undefined) | undefined;
};

export type MeasuredBy = {
  version: number;
  rules: readonly TermsRule[];
  merchantAccountId: string;
  /** The creator's group at the click. */
  groupId: string | null;
};

type Order = Pick<
  OrderRecord,
  'merchant_id' | 'order_id' | 'placed_at' | 'received_at' | 'customer_canonical' | 'state' | 'decided_at'
>;

/** Whether one of the rules for a creator depends on circumstances. */
export function needsCircumstances({ rules, merchantAccountId, groupId }: Omit<MeasuredBy, 'version'>): boolean {
  return rulesForCreator(rules, { merchantAccountId, groupId }).some(
    (rule) => isByMonth(rule.rate) || isForNewCustomers(rule),
  );
}

/** Whether one of them depends on what the creator has reached in the month. */
export function dependsOnMonth(by: Omit<MeasuredBy, 'version'>): boolean {
  return rulesForCreator(by.rules, by).some(({ rate }) => isByMonth(rate));
}

/** `earlier` is the order's latest decision, if it was decided before. */
export async function readCircumstances(
  tx: Tx,
  order: Order,
  by: MeasuredBy,
  earlier?: Pick<Trace, 'reached' | 'customer'>,
): Promise<Circumstances> {
  const own = rulesForCreator(by.rules, by);
  const stored = earlier?.reached?.merchant_account_id === by.merchantAccountId ? earlier.reached : undefined;
  const capped = own.filter(({ rate }) => rate.max_per_month);
  const isMeasured = own.some(({ rate }) => isByMonth(rate)) && (!stored || capped.length > 0);
  // Sent together. What was reached is read after the lock was granted.
  const [customer, , month] = await Promise.all([
    own.some(isForNewCustomers) ? (earlier?.customer ?? customerOf(tx, order)) : undefined,
    isMeasured ? lockMonth(tx, by.merchantAccountId) : undefined,
    isMeasured ? monthBefore(tx, order, by.merchantAccountId) : undefined,
  ]);
  const rooms = new Map(capped.map((rule) => [rule.position, roomIn(rule, month, by, stored)]));
  const measured = measuredIn(by, stored, month, rooms);
  return {
    customer,
    measured,
    reached: measured && { sales: BigInt(measured.sales), orders: measured.orders },
    roomOf: (rule) => rooms.get(rule.position),
  };
}

function monthBefore(tx: Tx, order: Order, merchantAccountId: string): Promise<MonthTotals> {
  return readMonthTotals(tx, {
    merchantId: order.merchant_id,
    merchantAccountId,
    at: order.placed_at,
    exceptOrder: order.order_id,
    decidedBefore: order.state === 'decided' ? (order.decided_at ?? undefined) : undefined,
  });
}

function roomIn(
  rule: TermsRule,
  month: MonthTotals | undefined,
  { version }: MeasuredBy,
  stored: Measured | undefined,
): MonthRoom {
  const cap = BigInt(rule.rate.max_per_month?.amount ?? 0);
  const left = cap - (month?.paid.get(identityOf(rule)) ?? 0n);
  const now = left > 0n ? left : 0n;
  const before = stored?.version === version ? stored.rooms[rule.position] : undefined;
  return before === undefined ? { atDecision: now } : { atDecision: BigInt(before), now };
}

function measuredIn(
  { version, merchantAccountId }: MeasuredBy,
  stored: Measured | undefined,
  month: MonthTotals | undefined,
  rooms: ReadonlyMap<number, MonthRoom>,
): Measured | undefined {
  const kept = stored?.version === version ? stored.rooms : {};
  const measured = [...rooms].map(([position, { atDecision }]) => [String(position), atDecision.toString()] as const);
  const common = { version, rooms: { ...kept, ...Object.fromEntries(measured) } };
  if (stored) return { ...stored, ...common };
  if (!month) return undefined;
  return {
    merchant_account_id: merchantAccountId,
    month: month.month,
    currency: month.currency,
    sales: month.sales.toString(),
    orders: month.orders,
    ...common,
  };
}

/**
 * Whether the brand had an order of the same customer before: placed earlier, and known when this one came. One that was
 * never paid doesn't count. In a statement that reads `orders as o`.
 */
const isReturning = sql<boolean>`exists (select from orders e
  where e.merchant_id = o.merchant_id and e.customer_canonical = o.customer_canonical
    and (e.placed_at, e.order_id) < (o.placed_at, o.order_id) and e.received_at <= o.received_at
    and not e.awaits_payment)`;

async function customerOf(tx: Tx, order: Order): Promise<CustomerKind> {
  if (order.customer_canonical === null) return 'unknown';
  const { rows } = await sql<{ is_returning: boolean }>`select ${isReturning} as is_returning from (select
    ${order.merchant_id}::uuid as merchant_id, ${order.order_id}::text as order_id,
    ${order.customer_canonical}::bytea as customer_canonical, ${order.placed_at}::timestamptz as placed_at,
    ${order.received_at}::timestamptz as received_at) o`.execute(tx);
  return rows[0]?.is_returning ? 'returning' : 'new';
}

/** Which of these orders are of returning customers. */
export async function returningIn(tx: Tx, merchantId: string, orderIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ order_id: string }>`select o.order_id from orders o
    where o.merchant_id = ${merchantId} and o.order_id = any(${orderIds}::text[]) and ${isReturning}`.execute(tx);
  return new Set(rows.map((row) => row.order_id));
}
