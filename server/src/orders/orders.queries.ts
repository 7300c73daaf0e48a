import type { OrderBlock } from '@vitrine/contract/orders.ts';
import { type Insertable, type RawBuilder, sql } from 'kysely';
import { pausesJson } from '../merchants/brand.pauses.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';

export function findOrder(tx: Tx, merchantId: string, orderId: string) {
  return tx
    .selectFrom('orders')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', orderId)
    .executeTakeFirst();
}

export type OrderRecord = NonNullable<Awaited<ReturnType<typeof findOrder>>>;

/** What a stored order means, as a hash. */
export function hashOf(
  merchantId: string,
  orderId: string,
): RawBuilder<Pick<OrderRecord, 'body_hash' | 'hash_version'>> {
  return sql`select body_hash, hash_version from orders where merchant_id = ${merchantId} and order_id = ${orderId}`;
}

/** Does the brand use the currency of the order? In a statement that reads `orders` and `merchants`. */
export const isCurrencyUsed = sql<boolean>`(orders.currency = merchants.currency or orders.currency = any(merchants.accepted_currencies))`;

/** Why a stored order is not decided; null if nothing prevents it. */
export async function findBlock(tx: Tx, merchantId: string, orderId: string): Promise<OrderBlock> {
  const row = await tx
    .selectFrom('orders')
    .innerJoin('merchants', 'merchants.id', 'orders.merchant_id')
    .select(['orders.awaits_payment', 'orders.state', isCurrencyUsed.as('is_currency_used')])
    .where('orders.merchant_id', '=', merchantId)
    .where('orders.order_id', '=', orderId)
    .executeTakeFirst();
  return row ? blockOf(row) : null;
}

export function blockOf(order: { state: string; awaits_payment: boolean; is_currency_used: boolean }): OrderBlock {
  if (order.state === 'decided') return null;
  if (!order.is_currency_used) return 'currency';
  return order.awaits_payment ? 'payment' : null;
}

/** The shopper has paid. Returns whether the order waited for that. */
export async function markPaid(tx: Tx, merchantId: string, orderId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('orders')
    .set({ awaits_payment: false })
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', orderId)
    .where('awaits_payment', '=', true)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Does an order_id or reference begin like this? People leave out the # of a reference. */
export function isOrderNamedBy(
  search: string,
  { orderId, reference }: { orderId: RawBuilder<unknown>; reference: RawBuilder<unknown> },
): RawBuilder<boolean> {
  return sql`(${search} = '' or starts_with(lower(${orderId}), lower(${search}))
    or starts_with(ltrim(lower(${reference}), '#'), ltrim(lower(${search}), '#')))`;
}

/** The first lock of every change of an order. */
export function lockOrder(tx: Tx, merchantId: string, orderId: string) {
  return tx
    .selectFrom('orders')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', orderId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/**
 * The same of several orders of a brand, with the brand's name and pauses for a decision, and whether a click arrived
 * that can change it. `isWaiting`: for those that are locked by others; without it, they are left out.
 */
export function lockForDecision(
  tx: Tx,
  merchantId: string,
  orderIds: readonly string[],
  { isWaiting = true }: { isWaiting?: boolean } = {},
) {
  return tx
    .selectFrom('orders')
    .innerJoin('merchants', 'merchants.id', 'orders.merchant_id')
    .selectAll('orders')
    .select(['merchants.slug as merchant_slug', 'merchants.display_name as merchant_name', pausesJson.as('pauses')])
    .select(isCurrencyUsed.as('is_currency_used'))
    .select((of) =>
      of
        .exists(
          of
            .selectFrom('order_reviews')
            .select('order_reviews.order_id')
            .whereRef('order_reviews.merchant_id', '=', 'orders.merchant_id')
            .whereRef('order_reviews.order_id', '=', 'orders.order_id'),
        )
        .as('is_under_review'),
    )
    .where('orders.merchant_id', '=', merchantId)
    .where('orders.order_id', '=', sql<string>`any(${orderIds}::text[])`)
    .forNoKeyUpdate(['orders'])
    .$if(!isWaiting, (query) => query.skipLocked())
    .execute();
}

export type OrderInDecision = Awaited<ReturnType<typeof lockForDecision>>[number];

/** What the shop says about an order besides its content. */
export type OrderArrival = {
  /** The shopper hasn't paid: it is not decided before `confirmPayment`. */
  isUnpaid?: boolean;
  /** When the shop last changed it. Older states that arrive later then change nothing. */
  changedAt?: Date | null;
};

export function listLines(tx: Tx, merchantId: string, orderId: string) {
  return tx
    .selectFrom('order_lines')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute();
}

export type Line = Awaited<ReturnType<typeof listLines>>[number];

export type DecidedState = { state: 'decided'; decided_at: Date; click_stored: boolean; browser: Buffer | null };

export async function setOrderState(
  tx: Tx,
  merchantId: string,
  orderId: string,
  state: { state: 'waiting' } | DecidedState,
): Promise<void> {
  await tx
    .updateTable('orders')
    .set(state)
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', orderId)
    .execute();
}

export function reviewDeletion(tx: Tx, merchantId: string, orderId: string) {
  return tx.deleteFrom('order_reviews').where('merchant_id', '=', merchantId).where('order_id', '=', orderId);
}

export async function endReview(tx: Tx, merchantId: string, orderId: string): Promise<void> {
  await reviewDeletion(tx, merchantId, orderId).execute();
}

export function findLatestDecision(tx: Tx, merchantId: string, orderId: string) {
  return tx
    .selectFrom('decisions')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', orderId)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The candidates of the latest decision. */
export function listCandidates(tx: Tx, merchantId: string, orderId: string) {
  return tx
    .selectFrom('decision_candidates')
    .leftJoin('users', 'users.id', 'decision_candidates.creator_id')
    .selectAll('decision_candidates')
    .select('users.user_handle')
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', orderId)
    .where('sequence', '=', (of) =>
      of
        .selectFrom('decision_candidates as latest')
        .select((latest) => latest.fn.max('latest.sequence').as('sequence'))
        .where('latest.merchant_id', '=', merchantId)
        .where('latest.order_id', '=', orderId),
    )
    .orderBy('position')
    .execute();
}

export type NewCandidate = Omit<Insertable<Tables['decision_candidates']>, 'merchant_id' | 'order_id' | 'sequence'>;

/** Adds a decision of an order with its candidates, and the order's new state if given; the latest one counts. */
export function decisionStatement(
  decision: Omit<Insertable<Tables['decisions']>, 'sequence'>,
  candidates: readonly NewCandidate[],
  state?: DecidedState,
): RawBuilder<unknown> {
  const { merchant_id: merchantId, order_id: orderId } = decision;
  const changed = state
    ? sql`, changed as (
        update orders set state = ${state.state}, decided_at = ${state.decided_at}::timestamptz, click_stored = ${state.click_stored},
          browser = ${state.browser}::bytea
        where merchant_id = ${merchantId} and order_id = ${orderId}
      )`
    : sql``;
  return sql`
    with look as (
      insert into decisions (merchant_id, order_id, sequence, outcome, merchant_account_id, terms_version, rules_version, trace,
        cause, decided_at)
      select ${merchantId}::uuid, ${orderId}, coalesce(max(sequence), 0) + 1, ${decision.outcome}, ${decision.merchant_account_id}::uuid,
        ${decision.terms_version}::integer, ${decision.rules_version}::integer, ${decision.trace}::jsonb, ${decision.cause},
        ${decision.decided_at}::timestamptz
      from decisions where merchant_id = ${merchantId} and order_id = ${orderId}
      returning sequence, trace
    ), listed as (
      insert into decision_candidates (merchant_id, order_id, sequence, position, merchant_account_id, creator_id, via, reference,
        touched_at, verdict)
      select ${merchantId}::uuid, ${orderId}, look.sequence, c.position, c.merchant_account_id, c.creator_id, c.via, c.reference,
        c.touched_at, c.verdict
      from look, jsonb_to_recordset(${JSON.stringify(candidates)}::jsonb) as c (position integer, merchant_account_id uuid,
        creator_id uuid, via text, reference text, touched_at timestamptz, verdict text)
    )${changed}
    select trace from look`;
}

/** The steps as stored, so that the answer has the same bytes now and when it is read back. */
export function traceIn([row]: readonly unknown[]): unknown {
  return Object(row).trace;
}

/** Adds a decision, and returns its steps as stored. */
export async function insertDecision(tx: Tx, ...parts: Parameters<typeof decisionStatement>): Promise<unknown> {
  const { rows } = await decisionStatement(...parts).execute(tx);
  return traceIn(rows);
}

export function findRefund(tx: Tx, merchantId: string, orderId: string, refundId: string) {
  return tx
    .selectFrom('refunds')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', orderId)
    .where('refund_id', '=', refundId)
    .executeTakeFirst();
}

export async function insertRefund(tx: Tx, refund: Insertable<Tables['refunds']>): Promise<void> {
  await tx.insertInto('refunds').values(refund).execute();
}

/** Stores what a refund takes of a line; what it took before is replaced. */
export async function saveRefundPart(
  tx: Tx,
  order: { merchant_id: string; order_id: string },
  part: { refundId: string; lineId: string; quantity: number | null; amount: bigint },
): Promise<void> {
  const { quantity, amount } = part;
  await tx
    .insertInto('refund_lines')
    .values({
      merchant_id: order.merchant_id,
      order_id: order.order_id,
      refund_id: part.refundId,
      line_id: part.lineId,
      quantity,
      amount,
    })
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'order_id', 'refund_id', 'line_id']).doUpdateSet({ quantity, amount }),
    )
    .execute();
}

export function listRefunds(tx: Tx, merchantId: string, orderId: string) {
  return tx
    .selectFrom('refunds')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', orderId)
    .orderBy('received_at')
    .orderBy('refund_id')
    .execute();
}

/** The lines of an order with their refunds so far: a row for each line and refund, by position. */
export function listLinesWithRefunds(tx: Tx, merchantId: string, orderId: string) {
  return tx
    .selectFrom('order_lines')
    .leftJoin('refund_lines', (join) =>
      join
        .onRef('refund_lines.merchant_id', '=', 'order_lines.merchant_id')
        .onRef('refund_lines.order_id', '=', 'order_lines.order_id')
        .onRef('refund_lines.line_id', '=', 'order_lines.line_id'),
    )
    .leftJoin('refunds', (join) =>
      join
        .onRef('refunds.merchant_id', '=', 'refund_lines.merchant_id')
        .onRef('refunds.order_id', '=', 'refund_lines.order_id')
        .onRef('refunds.refund_id', '=', 'refund_lines.refund_id'),
    )
    .selectAll('order_lines')
    .select([
      'refunds.refund_id',
      'refunds.kind as refund_kind',
      'refunds.received_at as refund_received_at',
      'refund_lines.amount as refund_amount',
    ])
    .select((of) =>
      of
        .exists(
          of
            .selectFrom('disputes')
            .select('disputes.order_id')
            .whereRef('disputes.merchant_id', '=', 'order_lines.merchant_id')
            .whereRef('disputes.order_id', '=', 'order_lines.order_id')
            .where('disputes.state', '=', 'open'),
        )
        .$castTo<boolean>()
        .as('is_disputed'),
    )
    .where('order_lines.merchant_id', '=', merchantId)
    .where('order_lines.order_id', '=', orderId)
    .orderBy('order_lines.position')
    .orderBy('refunds.received_at')
    .orderBy('refunds.refund_id')
    .execute();
}

/** Every refund line of an order, in the order of the refunds. */
export function listRefundLines(tx: Tx, merchantId: string, orderId: string) {
  return tx
    .selectFrom('refunds')
    .innerJoin('refund_lines', (join) =>
      join
        .onRef('refund_lines.merchant_id', '=', 'refunds.merchant_id')
        .onRef('refund_lines.order_id', '=', 'refunds.order_id')
        .onRef('refund_lines.refund_id', '=', 'refunds.refund_id'),
    )
    .select([
      'refunds.refund_id',
      'refunds.kind',
      'refund_lines.line_id',
      'refund_lines.quantity',
      'refund_lines.amount',
    ])
    .where('refunds.merchant_id', '=', merchantId)
    .where('refunds.order_id', '=', orderId)
    .orderBy('refunds.received_at')
    .orderBy('refunds.refund_id')
    .execute();
}
