import { divideHalfUp } from '@vitrine/contract/values/amounts.ts';

// What must be true of money, without a database: orders, refunds, holds, maturity and payouts of one brand's creators.
// Sums are whole minor units; rounding is checked against the exact fraction.

export type ModelLine = {
  lineId: string;
  quantity: number;
  net: bigint;
  rate: number;
  commission: bigint;
  refunded: bigint;
  refundedPieces: number;
  reversed: bigint;
  isMatured: boolean;
};

export type ModelOrder = { id: string; account: number; maturesAt: number; isHeld: boolean; lines: ModelLine[] };
export type ModelPayout = { id: string; account: number; amount: bigint; state: 'requested' | 'cancelled' | 'paid' };
export type Model = { orders: ModelOrder[]; payouts: ModelPayout[] };

export const returnMs = 30 * 86_400_000;

export type ModelBalances = { pending: bigint; current: bigint; processing: bigint; paid: bigint };

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}

/** |a / b − c / d| ≤ n / m, in integers. */
function isWithin([a, b]: [bigint, bigint], [c, d]: [bigint, bigint], [n, m]: [bigint, bigint]): boolean {
  const difference = a * d - c * b;
  return (difference < 0n ? -difference : difference) * m <= n * b * d;
}

/** The commission of an order line, at most half a minor unit from the exact fraction. */
export function commissionOf(net: bigint, rate: number): bigint {
  const commission = divideHalfUp(net * BigInt(rate), 10_000n);
  if (!isWithin([commission, 1n], [net * BigInt(rate), 10_000n], [1n, 2n]))
    throw new Error(`commission of ${net} at ${rate} is not ${commission}`);
  return commission;
}

/** The price of this many items, or undefined if fewer are left (I8, R10). */
export function modelAmountOf(line: ModelLine, pieces: number): bigint | undefined {
  const upTo = (count: number) => divideHalfUp(line.net * BigInt(count), BigInt(line.quantity));
  const worth = upTo(line.refundedPieces + pieces) - upTo(line.refundedPieces);
  return pieces > line.quantity - line.refundedPieces || worth > line.net - line.refunded ? undefined : worth;
}

/** Applies a refund to a line and returns the reversed part of the commission. */
export function refundLine(line: ModelLine, amount: bigint, pieces: number): bigint {
  line.refunded += amount;
  line.refundedPieces += pieces;
  const before = line.reversed;
  line.reversed = divideHalfUp(line.commission * line.refunded, line.net);
  const left: [bigint, bigint] = [(line.net - line.refunded) * BigInt(line.rate), 10_000n];
  if (!isWithin([line.commission - line.reversed, 1n], left, [1n, 1n]))
    throw new Error(`what is left of ${line.lineId} is not its rate of what was kept`);
  return line.reversed - before;
}

export function modelState(line: ModelLine): string {
  if (line.reversed === line.commission) return 'reversed';
  return line.isMatured ? 'available' : 'pending';
}

/** Makes commissions available that are due and not held. */
export function mature(model: Model, now: number): void {
  for (const order of model.orders) {
    if (order.isHeld || order.maturesAt > now) continue;
    for (const line of order.lines) if (line.reversed < line.commission) line.isMatured = true;
  }
}

export function modelBalances(model: Model, account: number): ModelBalances {
  const lines = model.orders.filter((order) => order.account === account).flatMap((order) => order.lines);
  const payouts = model.payouts.filter((payout) => payout.account === account);
  const worth = (isMatured: boolean) =>
    sum(lines.filter((line) => line.isMatured === isMatured).map((line) => line.commission - line.reversed));
  const inState = (state: ModelPayout['state']) =>
    sum(payouts.filter((payout) => payout.state === state).map((payout) => payout.amount));
  const processing = inState('requested');
  const paid = inState('paid');
  return { pending: worth(false), current: worth(true) - processing - paid, processing, paid };
}

/** Merges the models of several workers at one brand by adding them up. */
export function together(models: readonly Model[]): Model {
  return { orders: models.flatMap((model) => model.orders), payouts: models.flatMap((model) => model.payouts) };
}
