import type { Insertable } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';
import type { Basis } from './orders.basis.ts';
import { hashVersion, meaningHash, netOf, type NewOrder } from './orders.meaning.ts';

export function findOrder(tx: Tx, merchantId: string, orderId: string) {
  return tx
    .selectFrom('orders')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', orderId)
    .executeTakeFirst();
}

export type OrderRecord = NonNullable<Awaited<ReturnType<typeof findOrder>>>;

/** The first lock of everything that happens to an order. */
export function lockOrder(tx: Tx, merchantId: string, orderId: string) {
  return tx
    .selectFrom('orders')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', orderId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Answers false where the order_id is taken; a simultaneous delivery waits here for the first one's commit. */
export async function insertOrder(
  tx: Tx,
  merchantId: string,
  order: NewOrder,
  basis: Basis,
  receivedAt: Date,
): Promise<boolean> {
  const added = await tx
    .insertInto('orders')
    .values({
      merchant_id: merchantId,
      order_id: order.orderId,
      source: order.source,
      currency: order.currency,
      placed_at: order.placedAt,
      received_at: receivedAt,
      body: JSON.stringify(order.body),
      body_hash: meaningHash(order),
      hash_version: hashVersion,
      click_id: order.clickId,
      discount_codes: [...order.discountCodes],
      basis: JSON.stringify(basis),
      customer_hash: order.customer.exact,
      customer_canonical: order.customer.canonical,
      country: order.country,
      decided_at: null,
    })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'order_id']).doNothing())
    .returning('order_id')
    .executeTakeFirst();
  if (!added) return false;
  await tx
    .insertInto('order_lines')
    .values(
      order.lines.map((line, position) => ({
        merchant_id: merchantId,
        order_id: order.orderId,
        line_id: line.lineId,
        position,
        sku: line.sku,
        title: line.title,
        quantity: line.quantity,
        unit_price: line.unitPrice,
        discount: line.discount,
        net: netOf(line),
      })),
    )
    .execute();
  return true;
}

export function listLines(tx: Tx, merchantId: string, orderId: string) {
  return tx
    .selectFrom('order_lines')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute();
}

export async function setOrderState(
  tx: Tx,
  merchantId: string,
  orderId: string,
  state: { state: 'waiting' } | { state: 'decided'; decided_at: Date; click_stored: boolean; browser: Buffer | null },
): Promise<void> {
  await tx
    .updateTable('orders')
    .set(state)
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', orderId)
    .execute();
}

/** Whether a click arrived that can change the decision on an order. */
export async function isUnderReview(tx: Tx, merchantId: string, orderId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('order_reviews')
    .select('order_id')
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return found !== undefined;
}

export async function endReview(tx: Tx, merchantId: string, orderId: string): Promise<void> {
  await tx.deleteFrom('order_reviews').where('merchant_id', '=', merchantId).where('order_id', '=', orderId).execute();
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

/** Adds the next look at an order and answers its number; the latest one is its decision. */
export async function insertDecision(
  tx: Tx,
  decision: Omit<Insertable<Tables['decisions']>, 'sequence'>,
): Promise<number> {
  const last = await tx
    .selectFrom('decisions')
    .select((of) => of.fn.max('sequence').as('sequence'))
    .where('merchant_id', '=', decision.merchant_id)
    .where('order_id', '=', decision.order_id)
    .executeTakeFirst();
  const sequence = (last?.sequence ?? 0) + 1;
  await tx
    .insertInto('decisions')
    .values({ ...decision, sequence })
    .execute();
  return sequence;
}

export async function insertCandidates(tx: Tx, candidates: Insertable<Tables['decision_candidates']>[]): Promise<void> {
  if (candidates.length > 0) await tx.insertInto('decision_candidates').values(candidates).execute();
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

export async function insertRefund(
  tx: Tx,
  refund: Insertable<Tables['refunds']>,
  lines: readonly { lineId: string; quantity: number | null; amount: bigint }[],
): Promise<void> {
  await tx.insertInto('refunds').values(refund).execute();
  if (lines.length === 0) return;
  await tx
    .insertInto('refund_lines')
    .values(
      lines.map((line) => ({
        merchant_id: refund.merchant_id,
        order_id: refund.order_id,
        refund_id: refund.refund_id,
        line_id: line.lineId,
        quantity: line.quantity,
        amount: line.amount,
      })),
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

/** Every refund line of an order in the order in which the refunds came. */
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
