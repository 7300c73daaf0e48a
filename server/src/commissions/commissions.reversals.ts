import * as z from 'zod/mini';
import { divideHalfUp, toMoney } from '@vitrine/contract/values/amounts.ts';
import type { Context } from '../context.ts';
import { post } from '../ledger/ledger.service.ts';
import type { Tx } from '../platform/database/database.ts';
import { notify } from '../platform/events/notify.ts';
import { newId } from '../platform/ids.ts';
import { type Earner, notifyCreator } from './commissions.news.ts';
import { addRefunded, insertReversal, listReversals, lockCommissions, saveReversed } from './commissions.queries.ts';

export type CommissionRecord = Awaited<ReturnType<typeof lockCommissions>>[number];
type Order = { merchant_id: string; order_id: string };
/** One line of a refund; `before` is what earlier refunds of the order have refunded of that line. */
export type RefundedLine = { refundId: string; reason: string; lineId: string; amount: bigint; before: bigint };

/** The calculation of a reversal: reversed = half up(commission × (refunded_before + refunded) / net) − reversed_before. */
const reversalArithmetic = z.strictObject({
  commission: z.string(),
  net: z.string(),
  refunded_before: z.string(),
  refunded: z.string(),
  reversed_before: z.string(),
  reversed: z.string(),
});
type ReversalArithmetic = z.output<typeof reversalArithmetic>;

export type Reversal = {
  lineId: string;
  /** Null if the brand declined the commission or the decision changed. */
  refundId: string | null;
  reason: string;
  amount: bigint;
  at: Date;
  arithmetic: ReversalArithmetic;
};

/**
 * The amount that a refund reverses: the share of the commission for all refunds so far, rounded half up, minus what is
 * already reversed. So the number and order of refunds don't change the total, and a full refund reverses everything.
 */
export function reversalOf(commission: { amount: bigint; base: bigint; reversed: bigint }, refunded: bigint): bigint {
  const part = refunded < commission.base ? refunded : commission.base;
  return divideHalfUp(commission.amount * part, commission.base) - commission.reversed;
}

/** A fully reversed commission gets the state `reversed`, unless it is in a payout: then the debt is carried forward. */
function stateAfter(commission: CommissionRecord, reversed: bigint): string {
  const isOver = reversed === commission.amount && (commission.state === 'pending' || commission.state === 'available');
  return isOver ? 'reversed' : commission.state;
}

/** Stores and posts a reversal; returns the total reversed amount of the commission. */
async function book(
  ctx: Context,
  tx: Tx,
  commission: CommissionRecord,
  amount: bigint,
  cause: { refundId: string | null; reason: string; refunded: bigint; before: bigint },
): Promise<bigint> {
  const at = ctx.clock.now();
  const id = newId(at);
  const arithmetic: ReversalArithmetic = {
    commission: commission.amount.toString(),
    net: commission.base.toString(),
    refunded_before: cause.before.toString(),
    refunded: cause.refunded.toString(),
    reversed_before: commission.reversed.toString(),
    reversed: amount.toString(),
  };
  await insertReversal(tx, {
    merchant_id: commission.merchant_id,
    id,
    commission_id: commission.id,
    creator_id: commission.creator_id,
    order_id: commission.order_id,
    refund_id: cause.refundId,
    amount,
    reason: cause.reason,
    arithmetic: JSON.stringify(arithmetic),
    at,
  });
  const reversed = commission.reversed + amount;
  await saveReversed(tx, commission, reversed, stateAfter(commission, reversed));
  await post(tx, {
    merchantId: commission.merchant_id,
    merchantAccountId: commission.merchant_account_id,
    key: `reversal:${id}`,
    kind: 'reversal',
    reference: commission.id,
    currency: commission.currency,
    occurredAt: at,
    entries: [
      { account: commission.state === 'pending' ? 'pending' : 'current', amount: -amount },
      { account: 'merchant', amount },
    ],
  });
  return reversed;
}

async function reverse(ctx: Context, tx: Tx, commission: CommissionRecord, line: RefundedLine): Promise<bigint> {
  const amount = reversalOf(commission, line.before + line.amount);
  if (amount <= 0n) return commission.reversed;
  return book(ctx, tx, commission, amount, {
    refundId: line.refundId,
    reason: line.reason,
    refunded: line.amount,
    before: line.before,
  });
}

/**
 * Reverses the rest of a commission, because its brand declined it or its order was decided again. Later refunds then
 * reverse nothing.
 */
export async function reverseRest(
  ctx: Context,
  tx: Tx,
  commission: CommissionRecord,
  reason: 'declined' | 'redecided',
): Promise<void> {
  const left = commission.amount - commission.reversed;
  if (left === 0n) return;
  await book(ctx, tx, commission, left, {
    refundId: null,
    reason,
    refunded: 0n,
    before: commission.base,
  });
}

type Reversed = Earner & { amount: bigint; currency: string };

/** Reverses the commissions of refunds, line by line in the given order. Returns whose changed, and by how much. */
export async function reverseLines(
  ctx: Context,
  tx: Tx,
  order: Order,
  lines: readonly RefundedLine[],
): Promise<Reversed | undefined> {
  const commissions = await lockCommissions(tx, order.merchant_id, order.order_id);
  let moved: Reversed | undefined;
  for (const commission of commissions) {
    const own = lines.filter((entry) => entry.lineId === commission.line_id);
    const refunded = own.reduce((sum, line) => sum + line.amount, 0n);
    // A line can be worth less than its refunds once the shop has changed the order.
    const left = commission.base - commission.refunded;
    const counted = refunded < left ? refunded : left;
    if (counted > 0n) await addRefunded(tx, commission, counted);
    for (const line of own) {
      const reversed = await reverse(ctx, tx, commission, line);
      if (reversed !== commission.reversed)
        moved = {
          creatorId: commission.creator_id,
          merchantAccountId: commission.merchant_account_id,
          amount: (moved?.amount ?? 0n) + reversed - commission.reversed,
          currency: commission.currency,
        };
      commission.reversed = reversed;
    }
  }
  return moved;
}

/** Reverses the commissions for a refund of a decided order. The order's row is locked. */
export async function reverseRefunded(
  ctx: Context,
  tx: Tx,
  order: Order,
  lines: readonly RefundedLine[],
): Promise<void> {
  const moved = await reverseLines(ctx, tx, order, lines);
  if (!moved) return;
  const { creatorId, amount, currency } = moved;
  const reversal = { kind: 'reversal', order_id: order.order_id, amount: toMoney(amount, currency) } as const;
  await notify(ctx, tx, { users: [creatorId], merchantId: order.merchant_id }, reversal);
  await notifyCreator(ctx, tx, moved, order.order_id);
}

/** The reversals of an order's commissions with their calculations. */
export async function reversalsOfOrder(tx: Tx, order: Order): Promise<Reversal[]> {
  const rows = await listReversals(tx, order.merchant_id, order.order_id);
  return rows.map((row) => ({
    lineId: row.line_id,
    refundId: row.refund_id,
    reason: row.reason,
    amount: row.amount,
    at: row.at,
    arithmetic: reversalArithmetic.parse(row.arithmetic),
  }));
}
