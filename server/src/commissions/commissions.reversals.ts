import * as z from 'zod/mini';
import { divideHalfUp } from '@vitrine/contract/values/amounts.ts';
import type { Context } from '../context.ts';
import { post } from '../ledger/ledger.service.ts';
import type { Tx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { type Earner, tellCreator } from './commissions.news.ts';
import { addRefunded, insertReversal, listReversals, lockCommissions, saveReversed } from './commissions.queries.ts';

export type CommissionRecord = Awaited<ReturnType<typeof lockCommissions>>[number];
type Order = { merchant_id: string; order_id: string };
/** One line of one refund; `before` is what other refunds of the order have taken of that line already. */
export type RefundedLine = { refundId: string; reason: string; lineId: string; amount: bigint; before: bigint };

/** The sum behind a reversal: reversed = half up(commission × (refunded_before + refunded) / net) − reversed_before. */
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
  /** None where the brand declined the commission, or a late click changed the decision. */
  refundId: string | null;
  reason: string;
  amount: bigint;
  at: Date;
  arithmetic: ReversalArithmetic;
};

/**
 * How much a refund takes back: the part of the commission that all refunds so far make up, half up, less what is
 * already taken. So neither the number nor the order of refunds changes the sum, and a full refund takes all.
 */
export function reversalOf(commission: { amount: bigint; base: bigint; reversed: bigint }, refunded: bigint): bigint {
  const part = refunded < commission.base ? refunded : commission.base;
  return divideHalfUp(commission.amount * part, commission.base) - commission.reversed;
}

/** A fully reversed commission is reversed, unless a payout already carries it: then the debt is carried forward. */
function stateAfter(commission: CommissionRecord, reversed: bigint): string {
  const isOver = reversed === commission.amount && (commission.state === 'pending' || commission.state === 'available');
  return isOver ? 'reversed' : commission.state;
}

/** Writes a reversal and posts it; answers what is now taken back of the commission. */
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
 * Takes back all that is left of a commission, because its brand declined it or because its order was decided
 * again; later refunds find nothing more to take.
 */
export async function takeBackWhole(
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

/** Takes back what refunds are worth, line by line in the order given. Answers whose account moved. */
export async function takeBack(
  ctx: Context,
  tx: Tx,
  order: Order,
  lines: readonly RefundedLine[],
): Promise<Earner | undefined> {
  const commissions = await lockCommissions(tx, order.merchant_id, order.order_id);
  let moved: Earner | undefined;
  for (const commission of commissions) {
    const own = lines.filter((entry) => entry.lineId === commission.line_id);
    const refunded = own.reduce((sum, line) => sum + line.amount, 0n);
    if (refunded > 0n) await addRefunded(tx, commission, refunded);
    for (const line of own) {
      const reversed = await reverse(ctx, tx, commission, line);
      if (reversed !== commission.reversed)
        moved = { creatorId: commission.creator_id, merchantAccountId: commission.merchant_account_id };
      commission.reversed = reversed;
    }
  }
  return moved;
}

/** Takes back what a refund of a decided order is worth. The order's row is locked. */
export async function reverseRefunded(
  ctx: Context,
  tx: Tx,
  order: Order,
  lines: readonly RefundedLine[],
): Promise<void> {
  const moved = await takeBack(ctx, tx, order, lines);
  if (moved) await tellCreator(ctx, tx, moved, order.order_id);
}

/** What was taken back of an order's commissions until now, each with the sum behind it. */
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
