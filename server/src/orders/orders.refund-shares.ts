// What each refund takes of each line. Shops report refunds after they were paid out, by line or as an amount without
// lines, and in any order relative to changes and cancellations of the order. So the parts of all refunds are calculated
// together, from what was reported and what the order contains now: the result is the same in whatever order it came.
import * as z from 'zod/mini';
import { divideHalfUp, largestAmount } from '@vitrine/contract/values/amounts.ts';
import type { RefundedLine } from '../commissions/commissions.reversals.ts';
import type { Tx } from '../platform/database/database.ts';
import { listLines, listRefundLines, listRefunds, type OrderRecord, saveRefundPart } from './orders.queries.ts';
import { amountOfPieces, type RefundableLine } from './orders.refund-pieces.ts';
import { spreadRefund } from './orders.refund-parts.ts';

/** A part of a refund as reported. Without a line, its amount is spread; without an amount, the quantity says it. */
export const refundClaim = z.strictObject({
  line_id: z.nullable(z.string()),
  quantity: z.int(),
  amount: z.nullable(z.string()),
  /** The charge, with tax and shipping, that the amount is a part of: the lines lose the same part. */
  of: z.optional(z.string()),
  /** The amount is with tax: it is a part of the order's `gross`, and of `of` only while that isn't known. */
  with_tax: z.optional(z.boolean()),
  /** The amount is everything that was refunded so far. */
  is_total: z.optional(z.boolean()),
});
export type RefundClaim = z.output<typeof refundClaim>;

/** Whether a refund was reported, at least in part, as an amount without lines. An amount of zero takes nothing. */
export function isSpread(claims: unknown): boolean {
  return (
    claims !== null &&
    z
      .array(refundClaim)
      .parse(claims)
      .some(({ line_id: lineId, amount }) => lineId === null && amount !== '0')
  );
}

type SharedLine = { lineId: string; quantity: number; net: bigint };
type SharedRefund = {
  refundId: string;
  kind: string;
  /** Null: its parts are final. */
  claims: readonly RefundClaim[] | null;
  parts: readonly SharedPart[];
};
export type SharedPart = { refundId: string; lineId: string; quantity: number | null; amount: bigint };

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function leftOf({ net, refunded }: RefundableLine): bigint {
  return net > refunded ? net - refunded : 0n;
}

function byId(a: SharedRefund, b: SharedRefund): number {
  return a.refundId < b.refundId ? -1 : 1;
}

/** What refunds take of the lines, one after the other. */
class Shares {
  readonly #lines: Map<string, RefundableLine>;
  readonly #parts = new Map<string, SharedPart>();

  constructor(lines: readonly SharedLine[]) {
    this.#lines = new Map(lines.map((line) => [line.lineId, { ...line, refundedQuantity: 0, refunded: 0n }]));
  }

  get lines(): RefundableLine[] {
    return [...this.#lines.values()];
  }

  get parts(): SharedPart[] {
    return [...this.#parts.values()];
  }

  take({ refundId, lineId, quantity, amount }: SharedPart): void {
    const line = this.#lines.get(lineId);
    if (!line) return;
    line.refunded += amount;
    line.refundedQuantity += quantity ?? 0;
    const before = this.#parts.get(`${refundId}\n${lineId}`);
    this.#parts.set(`${refundId}\n${lineId}`, {
      refundId,
      lineId,
      quantity: before ? (before.quantity ?? 0) + (quantity ?? 0) : quantity,
      amount: (before?.amount ?? 0n) + amount,
    });
  }

  /** The shop has already paid it out, so it is never refused: it takes at most what is left. */
  takeOfLine(refundId: string, { line_id: lineId, quantity, amount }: RefundClaim): void {
    const line = lineId === null ? undefined : this.#lines.get(lineId);
    if (!line) return;
    const pieces = Math.max(Math.min(quantity, line.quantity - line.refundedQuantity), 0);
    const worth = amount === null ? amountOfPieces(line, pieces) : BigInt(amount);
    this.take({ refundId, lineId: line.lineId, quantity: pieces, amount: least(worth, leftOf(line)) });
  }

  spread(refundId: string, amount: bigint): void {
    const lines = this.lines;
    const parts = spreadRefund(amount, lines.map(leftOf));
    for (const [index, line] of lines.entries()) {
      const part = parts[index] ?? 0n;
      if (part > 0n) this.take({ refundId, lineId: line.lineId, quantity: null, amount: part });
    }
  }

  takeRest(refundId: string): void {
    for (const line of this.lines)
      if (leftOf(line) > 0n)
        this.take({
          refundId,
          lineId: line.lineId,
          quantity: Math.max(line.quantity - line.refundedQuantity, 0),
          amount: leftOf(line),
        });
  }
}

type SpreadClaim = { refundId: string; claim: RefundClaim };

/**
 * What each amount without lines takes of the lines together. Parts of a charge are added up before they are rounded, so
 * that the last one leaves no remainder. A total comes last and adds what no refund has reported.
 */
function spreadAmounts(
  claims: readonly SpreadClaim[],
  { net, gross }: { net: bigint; gross: bigint | null },
): { refundId: string; amount: bigint }[] {
  const byTotal = (a: SpreadClaim, b: SpreadClaim) =>
    Number(a.claim.is_total ?? false) - Number(b.claim.is_total ?? false);
  let paidBack = 0n;
  return claims.toSorted(byTotal).map(({ refundId, claim }) => {
    const amount = claim.amount === null ? largestAmount : BigInt(claim.amount);
    const of = BigInt(claim.of ?? 0);
    const charged = claim.with_tax ? (gross ?? of) : of;
    if (charged <= 0n) return { refundId, amount };
    const before = paidBack;
    paidBack = claim.is_total ? (amount > before ? amount : before) : before + amount;
    const upTo = (paid: bigint) => divideHalfUp(net * least(paid, charged), charged);
    return { refundId, amount: upTo(paidBack) - upTo(before) };
  });
}

/**
 * The parts of all refunds of an order: first those that are final, then refunds of lines, then amounts without lines
 * (spread over what is left), then the cancellation, which takes the rest. `gross`: what the lines cost with tax.
 */
export function shareRefunds(
  lines: readonly SharedLine[],
  refunds: readonly SharedRefund[],
  gross: bigint | null,
): SharedPart[] {
  const shares = new Shares(lines);
  const isCancellation = ({ kind }: SharedRefund) => kind === 'cancellation';
  const reported = refunds.filter((refund) => !isCancellation(refund)).toSorted(byId);
  for (const refund of reported) if (refund.claims === null) for (const part of refund.parts) shares.take(part);
  for (const { refundId, claims } of reported)
    for (const claim of claims ?? []) if (claim.line_id !== null) shares.takeOfLine(refundId, claim);
  const spread = reported.flatMap(({ refundId, claims }) =>
    (claims ?? []).filter((claim) => claim.line_id === null).map((claim) => ({ refundId, claim })),
  );
  const net = lines.reduce((sum, line) => sum + line.net, 0n);
  for (const { refundId, amount } of spreadAmounts(spread, { net, gross })) shares.spread(refundId, amount);
  for (const refund of refunds.filter(isCancellation)) shares.takeRest(refund.refundId);
  return shares.parts;
}

/** What refunds have taken of each line before and after they were calculated again. */
type Shared = { before: ReadonlyMap<string, bigint>; after: ReadonlyMap<string, bigint> };

export function sumsOf(parts: readonly { lineId: string; amount: bigint }[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { lineId, amount } of parts) sums.set(lineId, (sums.get(lineId) ?? 0n) + amount);
  return sums;
}

/** Calculates the parts of all refunds of a locked order again, and stores those that changed. */
export async function shareAgain(tx: Tx, order: OrderRecord): Promise<Shared> {
  const lines = (await listLines(tx, order.merchant_id, order.order_id)).map((line) => ({
    lineId: line.line_id,
    quantity: line.quantity,
    net: line.net,
  }));
  const stored = (await listRefundLines(tx, order.merchant_id, order.order_id)).map(
    (row): SharedPart => ({
      refundId: row.refund_id,
      lineId: row.line_id,
      quantity: row.quantity,
      amount: row.amount,
    }),
  );
  const refunds = (await listRefunds(tx, order.merchant_id, order.order_id)).map(
    (row): SharedRefund => ({
      refundId: row.refund_id,
      kind: row.kind,
      claims: row.claims === null ? null : z.array(refundClaim).parse(row.claims),
      parts: stored.filter(({ refundId }) => refundId === row.refund_id),
    }),
  );
  const parts = refunds.some(({ claims }) => claims !== null) ? shareRefunds(lines, refunds, order.gross) : stored;
  for (const part of [...parts, ...removed(stored, parts)])
    if (!stored.some((row) => isSame(row, part))) await saveRefundPart(tx, order, part);
  return { before: sumsOf(stored), after: sumsOf(parts) };
}

function isSame(a: SharedPart, b: SharedPart): boolean {
  return a.refundId === b.refundId && a.lineId === b.lineId && a.quantity === b.quantity && a.amount === b.amount;
}

/** Parts that were stored and no longer exist: they stay as nothing. */
function removed(stored: readonly SharedPart[], parts: readonly SharedPart[]): SharedPart[] {
  const kept = new Set(parts.map(({ refundId, lineId }) => `${refundId}\n${lineId}`));
  return stored
    .filter(({ refundId, lineId }) => !kept.has(`${refundId}\n${lineId}`))
    .map((part) => ({ ...part, quantity: part.quantity === null ? null : 0, amount: 0n }));
}

/** The lines of which refunds have taken more or less than before. */
export function movedLines({ before, after }: Shared): { raised: string[]; lowered: string[] } {
  const all = [...new Set([...before.keys(), ...after.keys()])];
  const change = (lineId: string) => (after.get(lineId) ?? 0n) - (before.get(lineId) ?? 0n);
  return { raised: all.filter((id) => change(id) > 0n), lowered: all.filter((id) => change(id) < 0n) };
}

/** What a refund adds to the refunded amount of each line. */
export function addedBy({ before, after }: Shared, refund: { refundId: string; kind: string }): RefundedLine[] {
  return movedLines({ before, after }).raised.map((lineId) => ({
    refundId: refund.refundId,
    reason: refund.kind,
    lineId,
    amount: (after.get(lineId) ?? 0n) - (before.get(lineId) ?? 0n),
    before: before.get(lineId) ?? 0n,
  }));
}
