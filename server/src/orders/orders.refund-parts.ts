/**
 * Spreads a refund over the lines of an order in proportion to what remains on each, in minor units. The parts are exact:
 * together they are the refund, or everything that remains if the refund is larger. What rounding down leaves goes to the
 * largest remainders, and among equals to the first line (the method of Hamilton). A line that has nothing left gets 0.
 */
export function spreadRefund(amount: bigint, remaining: readonly bigint[]): bigint[] {
  // An edit may leave less on a line than was refunded before.
  const left = remaining.map((each) => (each > 0n ? each : 0n));
  const total = left.reduce((sum, each) => sum + each, 0n);
  const spread = amount < total ? amount : total;
  if (spread <= 0n) return left.map(() => 0n);
  const parts = left.map((each) => (spread * each) / total);
  const missing = spread - parts.reduce((sum, part) => sum + part, 0n);
  const byRemainder = left
    .map((each, index) => ({ index, remainder: (spread * each) % total }))
    .toSorted((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  const raised = new Set(byRemainder.slice(0, Number(missing)).map(({ index }) => index));
  return parts.map((part, index) => (raised.has(index) ? part + 1n : part));
}
