import type { OrderSource } from '@vitrine/contract/connections.ts';
import type { BodyOf, DataOf } from '@vitrine/contract/endpoint.ts';
import type { receiveRefund, RefundBody, refundOrder, WaitingReport } from '@vitrine/contract/orders.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import { reversalsOfOrder, reverseRefunded } from '../commissions/commissions.reversals.ts';
import type { Context } from '../context.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import { accessShop, isTestKey } from '../merchants/shop.access.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { Accepted } from '../platform/http/serve.ts';
import { Refusal } from '../platform/refusal.ts';
import { orderIdIn } from './orders.access.ts';
import { creditAgain } from './orders.credit-again.ts';
import { decideOrder } from './orders.decision.ts';
import { keepEarlyReport } from './orders.early.ts';
import { findRefund, insertRefund, listLines, listRefundLines, lockOrder, type OrderRecord } from './orders.queries.ts';
import { claimedBy, refundHash } from './orders.refund-input.ts';
import type { RefundableLine } from './orders.refund-pieces.ts';
import { addedBy, movedLines, type RefundClaim, shareAgain, sumsOf } from './orders.refund-shares.ts';
import { refundTestOrder } from './orders.trials.ts';

type RefundReply = DataOf<typeof receiveRefund>;
export type NewRefund = {
  refundId: string;
  source: OrderSource | 'console';
  kind: 'refund' | 'cancellation' | 'dispute';
  body: unknown;
  bodyHash: Buffer;
  /** Its parts are calculated from what it claims and what is left of the lines; a cancellation takes the rest. */
  claims: readonly RefundClaim[];
};

export async function refundableLines(tx: Tx, order: OrderRecord): Promise<Map<string, RefundableLine>> {
  const lines = new Map(
    (await listLines(tx, order.merchant_id, order.order_id)).map((line): [string, RefundableLine] => [
      line.line_id,
      { lineId: line.line_id, quantity: line.quantity, net: line.net, refundedQuantity: 0, refunded: 0n },
    ]),
  );
  for (const row of await listRefundLines(tx, order.merchant_id, order.order_id)) {
    const line = lines.get(row.line_id);
    if (!line) continue;
    line.refunded += row.amount;
    line.refundedQuantity += row.quantity ?? 0;
  }
  return lines;
}

/**
 * Stores a refund and reverses its share of the commissions. The order's row is locked; for an undecided order this
 * happens with its decision.
 */
export async function storeRefund(ctx: Context, tx: Tx, order: OrderRecord, refund: NewRefund): Promise<void> {
  const { refundId, kind } = refund;
  const stored = await listRefundLines(tx, order.merchant_id, order.order_id);
  await insertRefund(tx, {
    merchant_id: order.merchant_id,
    order_id: order.order_id,
    refund_id: refundId,
    source: refund.source,
    kind,
    body: JSON.stringify(refund.body),
    body_hash: refund.bodyHash,
    received_at: ctx.clock.now(),
    claims: JSON.stringify(refund.claims),
  });
  const { after } = await shareAgain(tx, order);
  if (order.state !== 'decided') return;
  const shared = { before: sumsOf(stored.map((row) => ({ lineId: row.line_id, amount: row.amount }))), after };
  await reverseRefunded(ctx, tx, order, addedBy(shared, { refundId, kind }));
  await creditAgain(ctx, tx, order, movedLines(shared).lowered);
}

async function present(tx: Tx, order: OrderRecord, refundId: string): Promise<RefundReply> {
  const refunded = (await listRefundLines(tx, order.merchant_id, order.order_id)).filter(
    (row) => row.refund_id === refundId,
  );
  const reversals = (await reversalsOfOrder(tx, order)).filter((reversal) => reversal.refundId === refundId);
  const reversed = new Map(reversals.map((reversal) => [reversal.lineId, reversal.amount]));
  const money = (amount: bigint) => toMoney(amount, order.currency);
  return {
    refund_id: refundId,
    order_id: order.order_id,
    refunded: money(refunded.reduce((sum, row) => sum + row.amount, 0n)),
    reversed: money(reversals.reduce((sum, reversal) => sum + reversal.amount, 0n)),
    lines: refunded
      .toSorted((a, b) => (a.line_id < b.line_id ? -1 : 1))
      .map((row) => ({
        line_id: row.line_id,
        refunded: money(row.amount),
        reversed: money(reversed.get(row.line_id) ?? 0n),
      })),
  };
}

/** Accepts a refund from a shop, once for each refund_id, also before its order. */
export async function takeRefund(
  ctx: Context,
  actor: Actor,
  address: string,
  input: RefundBody,
  requestId: string,
): Promise<RefundReply | Accepted<WaitingReport & { refund_id: string }>> {
  const merchantId = accessShop(actor, 'orders:write');
  const orderId = orderIdIn(address);
  const isTest = isTestKey(actor);
  const done = isTest
    ? await refundTestOrder(ctx, merchantId, orderId, input)
    : await refund(ctx, { merchantId, source: 'api' }, orderId, input);
  if (done) return done;
  const waiting = await ctx.database.as({ role: 'app', merchantId }, (tx) =>
    keepEarlyReport(ctx, tx, {
      merchantId,
      orderId,
      isTest,
      kind: 'refund',
      reportId: input.refund_id,
      body: input,
      bodyHash: refundHash(input),
      requestId,
    }),
  );
  // Otherwise the order came meanwhile.
  if (!waiting) return takeRefund(ctx, actor, address, input, requestId);
  return new Accepted({ refund_id: input.refund_id, ...waiting });
}

/** Accepts a refund entered by staff: processed like the shop's, with their name in the audit log. */
export async function enterRefund(
  ctx: Context,
  actor: Actor,
  merchant: string,
  address: string,
  { note, ...input }: BodyOf<typeof refundOrder>,
): Promise<RefundReply> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  const done = await refund(ctx, { merchantId, source: 'console' }, orderIdIn(address), input, (tx) =>
    audit(ctx, tx, actor, {
      action: 'order.refunded',
      merchantId,
      subject: { kind: 'order', id: address },
      details: { refund_id: input.refund_id, ...(note && { note }) },
    }),
  );
  if (!done) throw new Refusal('not_found');
  return done;
}

/** The same for what staff enter in place of a delivery that could not be applied; the caller writes the audit entry. */
export async function recordRefund(
  ctx: Context,
  merchantId: string,
  address: string,
  input: RefundBody,
): Promise<void> {
  const done = await refund(ctx, { merchantId, source: 'console' }, address, input);
  if (!done) throw new Refusal('not_found');
}

/** Undefined if there is no such order. */
async function refund(
  ctx: Context,
  { merchantId, source }: { merchantId: string; source: NewRefund['source'] },
  orderId: string,
  input: RefundBody,
  whenStored?: (tx: Tx) => Promise<void>,
): Promise<RefundReply | undefined> {
  await decideOrder(ctx, merchantId, orderId);
  const bodyHash = refundHash(input);
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const order = await lockOrder(tx, merchantId, orderId);
    if (!order) return undefined;
    const first = await findRefund(tx, merchantId, orderId, input.refund_id);
    if (first && !first.body_hash.equals(bodyHash)) throw new Refusal('refund_conflict');
    if (first) return present(tx, order, input.refund_id);
    const lines = await refundableLines(tx, order);
    await storeRefund(ctx, tx, order, {
      refundId: input.refund_id,
      source,
      kind: 'refund',
      body: input,
      bodyHash,
      claims: claimedBy(input, lines, order.currency),
    });
    await whenStored?.(tx);
    return present(tx, order, input.refund_id);
  });
}
