// What a refund asks for, measured on what is left of the order's lines. Pure.
import type { RefundBody } from '@vitrine/contract/orders.ts';
import type { Money } from '@vitrine/contract/values/money.ts';
import { sha256 } from '../platform/ids.ts';
import { invalid } from '../platform/refusal.ts';
import { spreadRefund } from './orders.refund-parts.ts';
import { amountOfPieces, type RefundableLine } from './orders.refund-pieces.ts';
import type { RefundClaim } from './orders.refund-shares.ts';

/** The refund_id of an order's cancellation. */
export const cancellationId = 'cancellation';
export const cancellationHash = sha256(cancellationId);

type RefundedEntry = NonNullable<RefundBody['lines']>[number];
export type RefundPart = { lineId: string; quantity: number | null; amount: bigint };

/** What is left to refund. An edit may leave less on a line than was refunded before. */
function leftOn(line: RefundableLine): bigint {
  return line.net > line.refunded ? line.net - line.refunded : 0n;
}

function measureLine(entry: RefundedEntry, field: string, line: RefundableLine, currency: string): RefundPart {
  const left = leftOn(line);
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

/** The part of each line in a refund of an amount. */
function measureAmount(amount: Money, lines: ReadonlyMap<string, RefundableLine>, currency: string): RefundPart[] {
  if (amount.currency !== currency) throw invalid('amount.currency', `must be ${currency}, the order’s currency`);
  const entries = [...lines.values()];
  const left = entries.map(leftOn);
  const total = left.reduce((sum, each) => sum + each, 0n);
  if (BigInt(amount.amount) > total)
    throw invalid(
      'amount.amount',
      `must not be above ${total}, the amount left on the order’s lines; report refunded shipping with shipping: true`,
    );
  const parts = spreadRefund(BigInt(amount.amount), left);
  return entries
    .map(({ lineId }, index) => ({ lineId, quantity: null, amount: parts[index] ?? 0n }))
    .filter((part) => part.amount > 0n);
}

/**
 * What a refund takes of the lines. An amount is shared again whenever the order changes; of lines it is final. Throws a
 * refusal that names the field if there is not that much left.
 */
export function takenBy(
  input: RefundBody,
  lines: ReadonlyMap<string, RefundableLine>,
  currency: string,
): { parts: RefundPart[] } | { claims: RefundClaim[] } {
  const parts = measureRefund(input, lines, currency);
  if (input.shipping || !input.amount) return { parts };
  return { claims: [{ line_id: null, quantity: 0, amount: input.amount.amount }] };
}

/** The refunded part of each line. */
function measureRefund(input: RefundBody, lines: ReadonlyMap<string, RefundableLine>, currency: string): RefundPart[] {
  if (input.shipping) return [];
  if (input.amount) return measureAmount(input.amount, lines, currency);
  const seen = new Set<string>();
  return (input.lines ?? []).map((entry, index) => {
    const line = lines.get(entry.line_id);
    if (!line) throw invalid(`lines.${index}.line_id`, 'must be a line of the order');
    if (seen.has(entry.line_id)) throw invalid(`lines.${index}.line_id`, 'must not be used by another line');
    seen.add(entry.line_id);
    return measureLine(entry, `lines.${index}`, line, currency);
  });
}

/** Equal for two bodies of the same refund. */
export function refundHash({ refund_id: refundId, lines = [], amount, shipping }: RefundBody): Buffer {
  const named = lines.map((line) => [
    line.line_id,
    line.quantity ?? null,
    line.amount ? [line.amount.amount, line.amount.currency] : null,
  ]);
  // Refunds of lines were hashed before there were others, and keep their hash.
  const whole = amount || shipping ? [amount ? [amount.amount, amount.currency] : null, shipping === true] : [];
  return sha256(JSON.stringify([refundId, named, ...whole]));
}
