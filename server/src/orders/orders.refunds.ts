import type { BodyOf, DataOf } from '@vitrine/contract/endpoint.ts';
import type { receiveRefund, refundOrder } from '@vitrine/contract/orders.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import { reversalsOfOrder, reverseRefunded } from '../commissions/commissions.reversals.ts';
import { renewCommissions } from '../commissions/commissions.revise.ts';
import type { Context } from '../context.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { sha256 } from '../platform/ids.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { accessShop, orderIdIn } from './orders.access.ts';
import { decideOrder } from './orders.decision.ts';
import { readLines } from './orders.facts.ts';
import { findRefund, insertRefund, listLines, listRefundLines, lockOrder, type OrderRecord } from './orders.queries.ts';
import { amountOfPieces, type RefundableLine } from './orders.refund-pieces.ts';
import { addedBy, movedLines, type RefundClaim, shareAgain, sumsOf } from './orders.refund-shares.ts';

type RefundInput = BodyOf<typeof receiveRefund>;
type RefundReply = DataOf<typeof receiveRefund>;
export type RefundPart = { lineId: string; quantity: number | null; amount: bigint };
export type NewRefund = {
  refundId: string;
  source: 'api' | 'shopify' | 'console';
  kind: 'refund' | 'cancellation' | 'dispute';
  body: unknown;
  bodyHash: Buffer;
} & (
  | { parts: readonly RefundPart[]; claims?: undefined }
  /** Reported after it was paid out: its parts are calculated from what is left of the lines. */
  | { claims: readonly RefundClaim[]; parts?: undefined }
);

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

function measureLine(
  entry: RefundInput['lines'][number],
  field: string,
  line: RefundableLine,
  currency: string,
): RefundPart {
  // An edit may leave less on a line than was refunded before.
  const left = line.net > line.refunded ? line.net - line.refunded : 0n;
  if (entry.quantity !== undefined) {
    const leftPieces = Math.max(line.quantity - line.refundedQuantity, 0);
    if (entry.quantity > leftPieces)
      throw invalid(`${field}.quantity`, `must not be above ${leftPieces}, the quantity left on this line`);
    const amount = amountOfPieces(line, entry.quantity);
    if (amount > left)
      throw invalid(
        `${field}.quantity`,
        `must not be worth more than ${left}, the amount left on this line; send an amount instead`,
      );
    return { lineId: line.lineId, quantity: entry.quantity, amount };
  }
  const amount = BigInt(entry.amount?.amount ?? '0');
  if (entry.amount?.currency !== currency)
    throw invalid(`${field}.amount.currency`, `must be ${currency}, the order’s currency`);
  if (amount > left) throw invalid(`${field}.amount.amount`, `must not be above ${left}, the amount left on this line`);
  return { lineId: line.lineId, quantity: null, amount };
}

function measure(input: RefundInput, lines: ReadonlyMap<string, RefundableLine>, currency: string): RefundPart[] {
  const seen = new Set<string>();
  return input.lines.map((entry, index) => {
    const line = lines.get(entry.line_id);
    if (!line) throw invalid(`lines.${index}.line_id`, 'must be a line of the order');
    if (seen.has(entry.line_id)) throw invalid(`lines.${index}.line_id`, 'must not be used by another line');
    seen.add(entry.line_id);
    return measureLine(entry, `lines.${index}`, line, currency);
  });
}

/**
 * Stores a refund and reverses its share of the commissions. The order's row is locked; for an undecided order this
 * happens with its decision.
 */
export async function storeRefund(ctx: Context, tx: Tx, order: OrderRecord, refund: NewRefund): Promise<void> {
  const { refundId, kind } = refund;
  const stored = await listRefundLines(tx, order.merchant_id, order.order_id);
  await insertRefund(
    tx,
    {
      merchant_id: order.merchant_id,
      order_id: order.order_id,
      refund_id: refundId,
      source: refund.source,
      kind,
      body: JSON.stringify(refund.body),
      body_hash: refund.bodyHash,
      received_at: ctx.clock.now(),
      claims: refund.claims ? JSON.stringify(refund.claims) : null,
    },
    refund.parts ?? [],
  );
  const { after } = await shareAgain(tx, order);
  if (order.state !== 'decided') return;
  const shared = { before: sumsOf(stored.map((row) => ({ lineId: row.line_id, amount: row.amount }))), after };
  await reverseRefunded(ctx, tx, order, addedBy(shared, { refundId, kind }));
  const { lowered } = movedLines(shared);
  if (lowered.length > 0)
    await renewCommissions(ctx, tx, order, new Set(lowered), (await readLines(tx, order)).refunded);
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

/** Equal for two bodies of the same refund. */
function refundHash(input: RefundInput): Buffer {
  return sha256(
    JSON.stringify([
      input.refund_id,
      input.lines.map((line) => [
        line.line_id,
        line.quantity ?? null,
        line.amount ? [line.amount.amount, line.amount.currency] : null,
      ]),
    ]),
  );
}

/** Accepts a refund from a shop, once for each refund_id. */
export async function takeRefund(
  ctx: Context,
  actor: Actor,
  address: string,
  input: RefundInput,
): Promise<RefundReply> {
  return refund(ctx, { merchantId: accessShop(actor, 'orders:write'), source: 'api' }, address, input);
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
  return refund(ctx, { merchantId, source: 'console' }, address, input, (tx) =>
    audit(ctx, tx, actor, {
      action: 'order.refunded',
      merchantId,
      subject: { kind: 'order', id: address },
      details: { refund_id: input.refund_id, ...(note && { note }) },
    }),
  );
}

async function refund(
  ctx: Context,
  { merchantId, source }: { merchantId: string; source: NewRefund['source'] },
  address: string,
  input: RefundInput,
  whenStored?: (tx: Tx) => Promise<void>,
): Promise<RefundReply> {
  const orderId = orderIdIn(address);
  await decideOrder(ctx, merchantId, orderId);
  const bodyHash = refundHash(input);
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const order = await lockOrder(tx, merchantId, orderId);
    if (!order) throw new Refusal('not_found');
    const first = await findRefund(tx, merchantId, orderId, input.refund_id);
    if (first && !first.body_hash.equals(bodyHash)) throw new Refusal('refund_conflict');
    if (first) return present(tx, order, input.refund_id);
    const lines = await refundableLines(tx, order);
    const parts = measure(input, lines, order.currency);
    await storeRefund(ctx, tx, order, {
      refundId: input.refund_id,
      source,
      kind: 'refund',
      body: input,
      bodyHash,
      parts,
    });
    await whenStored?.(tx);
    return present(tx, order, input.refund_id);
  });
}
