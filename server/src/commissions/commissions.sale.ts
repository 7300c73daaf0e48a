import type { Notice } from '@vitrine/contract/notifications.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import { type RefundedLine, reversalOf } from './commissions.reversals.ts';

type Sale = {
  order: { order_id: string; currency: string };
  heldReason: string | null;
  lines: readonly { lineId: string; base: bigint; amount: bigint }[];
  refunded: readonly RefundedLine[];
};

/** What a creator's bell says about a credit, minus earlier refunds; undefined if nothing is left. */
export function saleNotice({ order, heldReason, lines, refunded }: Sale): Notice | undefined {
  const amount = lines.reduce((sum, line) => {
    const own = refunded.filter(({ lineId }) => lineId === line.lineId);
    const taken = own.reduce((total, part) => total + part.amount, 0n);
    return sum + line.amount - (taken > 0n ? reversalOf({ ...line, reversed: 0n }, taken) : 0n);
  }, 0n);
  if (amount <= 0n) return undefined;
  return { kind: 'sale', order_id: order.order_id, amount: toMoney(amount, order.currency), held: heldReason !== null };
}
