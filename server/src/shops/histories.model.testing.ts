// What an order has earned in the end, calculated from what finally holds of it: its last lines, what was paid back, and
// whether it is canceled or disputed. Written from docs/shops, without the product's own arithmetic, so that the two can
// be compared. It knows nothing of deliveries: their order and their number must make no difference.

export type FinalLine = { id: string; sku: string; kind: string; quantity: number; net: bigint };

/** A part of a refund. Without a line it is an amount, which all lines bear by what is left of each. */
export type PaidBack = {
  refundId: string;
  lineId: string | null;
  /** Without an amount, the number of pieces says it. */
  pieces?: number;
  amount?: bigint;
  /** The charge, with tax and shipping, that an amount without a line is a part of. */
  of?: bigint;
};

export type FinalOrder = {
  orderId: string;
  currency: string;
  /** Of a brand's creator, and paid: otherwise it earns nothing. */
  earns: boolean;
  lines: readonly FinalLine[];
  paidBack: readonly PaidBack[];
  isCanceled: boolean;
  isDisputed: boolean;
};

/** `amount` of a canceled order is open: it was canceled before or after its last change. */
export type ExpectedLine = { lineId: string; amount: bigint | null; reversed: bigint | null; held: boolean };

/** The terms of the brands: what each SKU earns, in parts per 10,000 or for each piece in US cents. */
export const modelRates: Readonly<Record<string, { parts: bigint } | { flat: bigint }>> = {
  third: { parts: 333n },
  flat: { flat: 250n },
  'stripe:third': { parts: 333n },
  'stripe:flat': { flat: 250n },
};
export const usualParts = 1_500n;
/** Not products, so they earn nothing by default. */
const unearning = new Set(['gift_card', 'tip', 'donation']);

function halfUp(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

/** Parts of an amount in proportion to weights, in whole units: the largest remainders get what is left over. */
export function spreadBy(amount: bigint, weights: readonly bigint[]): bigint[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  const spread = smaller(amount, total);
  if (spread <= 0n) return weights.map(() => 0n);
  const exact = weights.map((weight, place) => ({
    place,
    whole: (weight * spread) / total,
    rest: (weight * spread) % total,
  }));
  let over = spread - exact.reduce((sum, { whole }) => sum + whole, 0n);
  for (const part of exact.toSorted((a, b) => Number(b.rest - a.rest) || a.place - b.place)) {
    if (over === 0n) break;
    part.whole += 1n;
    over -= 1n;
  }
  return exact.map(({ whole }) => whole);
}

/** What refunds have taken of each line: those of lines first, then the amounts, each in the order of their ids. */
function takenOf({ lines, paidBack }: FinalOrder): Map<string, bigint> {
  const left = new Map(lines.map(({ id, net }) => [id, net]));
  const pieces = new Map<string, number>();
  const take = (id: string, amount: bigint) => left.set(id, (left.get(id) ?? 0n) - amount);
  const inOrder = paidBack.toSorted((a, b) => (a.refundId < b.refundId ? -1 : Number(a.refundId > b.refundId)));
  for (const { lineId, pieces: given = 0, amount } of inOrder) {
    const line = lines.find(({ id }) => id === lineId);
    if (!line) continue;
    const before = pieces.get(line.id) ?? 0;
    const after = Math.max(before, Math.min(before + given, line.quantity));
    pieces.set(line.id, after);
    const worth = (count: number) =>
      line.quantity === 0 ? 0n : halfUp(line.net * BigInt(count), BigInt(line.quantity));
    take(line.id, smaller(amount ?? worth(after) - worth(before), left.get(line.id) ?? 0n));
  }
  const cost = lines.reduce((sum, { net }) => sum + net, 0n);
  let charged = 0n;
  for (const { lineId, amount = 0n, of } of inOrder) {
    if (lineId !== null) continue;
    let share = amount;
    if (of !== undefined && of > 0n) {
      const upTo = (sum: bigint) => halfUp(cost * smaller(sum, of), of);
      share = upTo(charged + amount) - upTo(charged);
      charged += amount;
    }
    const parts = spreadBy(
      share,
      lines.map(({ id }) => left.get(id) ?? 0n),
    );
    for (const [place, { id }] of lines.entries()) take(id, parts[place] ?? 0n);
  }
  return new Map(lines.map(({ id, net }) => [id, net - (left.get(id) ?? 0n)]));
}

function commissionOn(line: FinalLine, currency: string): bigint {
  if (unearning.has(line.kind)) return 0n;
  const rate = modelRates[line.sku];
  if (rate && 'flat' in rate && currency === 'USD') return smaller(rate.flat * BigInt(line.quantity), line.net);
  return halfUp(line.net * (rate && 'parts' in rate ? rate.parts : usualParts), 10_000n);
}

/** The commission on each line that earns. */
export function expectedOf(order: FinalOrder): ExpectedLine[] {
  if (!order.earns) return [];
  if (order.isCanceled) return order.lines.map(({ id }) => ({ lineId: id, amount: null, reversed: null, held: false }));
  const taken = takenOf(order);
  return order.lines.flatMap((line): ExpectedLine[] => {
    const amount = commissionOn(line, order.currency);
    if (amount === 0n) return [];
    const reversed = halfUp(amount * smaller(taken.get(line.id) ?? 0n, line.net), line.net);
    return [{ lineId: line.id, amount, reversed, held: order.isDisputed && reversed < amount }];
  });
}
