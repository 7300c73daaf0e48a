// What a refund asks for, measured on what is left of the order's lines. Pure.
import type { RefundBody } from '@vitrine/contract/orders.ts';
import type { Money } from '@vitrine/contract/values/money.ts';
import { sha256 } from '../platform/ids.ts';
import { invalid } from '../platform/refusal.ts';
import { amountOfPieces, type RefundableLine } from './orders.refund-pieces.ts';
import type { RefundClaim } from './orders.refund-shares.ts';

/** The refund_id of an order's cancellation. */
export const cancellationId = 'cancellation';
export const cancellationHash = sha256(cancellationId);

type RefundedEntry = NonNullable<RefundBody['lines']>[number];

/** What is left to refund. An edit may leave less on a line than was refunded before. */
function leftOn(line: RefundableLine): bigint {
  return line.net > line.refunded ? line.net - line.refunded : 0n;
}

function checkLine(entry: RefundedEntry, field: string, line: RefundableLine, currency: string): void {
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
    return;
  }
  const amount = BigInt(entry.amount?.amount ?? '0');
  if (entry.amount?.currency !== currency)
    throw invalid(`${field}.amount.currency`, `must be ${currency}, the order’s currency`);
  if (amount > left) throw invalid(`${field}.amount.amount`, `must not be above ${left}, the amount left on this line`);
}

function checkAmount(amount: Money, lines: ReadonlyMap<string, RefundableLine>, currency: string): void {
  if (amount.currency !== currency) throw invalid('amount.currency', `must be ${currency}, the order’s currency`);
  const total = [...lines.values()].reduce((sum, line) => sum + leftOn(line), 0n);
  if (BigInt(amount.amount) > total)
    throw invalid(
      'amount.amount',
      `must not be above ${total}, the amount left on the order’s lines; report refunded shipping with shipping: true`,
    );
}

/**
 * What a refund asks for. What it takes of the lines is calculated with all other refunds, and again whenever the order
 * changes. Throws a refusal that names the field if there is not that much left now.
 */
export function claimedBy(
  input: RefundBody,
  lines: ReadonlyMap<string, RefundableLine>,
  currency: string,
): RefundClaim[] {
  checkRefund(input, lines, currency);
  if (input.shipping) return [];
  if (input.amount) return [{ line_id: null, quantity: 0, amount: input.amount.amount }];
  return (input.lines ?? []).map((entry) => ({
    line_id: entry.line_id,
    quantity: entry.quantity ?? 0,
    amount: entry.quantity === undefined ? (entry.amount?.amount ?? '0') : null,
  }));
}

function checkRefund(input: RefundBody, lines: ReadonlyMap<string, RefundableLine>, currency: string): void {
  if (input.shipping) return;
  if (input.amount) return checkAmount(input.amount, lines, currency);
  const seen = new Set<string>();
  for (const [index, entry] of (input.lines ?? []).entries()) {
    const line = lines.get(entry.line_id);
    if (!line) throw invalid(`lines.${index}.line_id`, 'must be a line of the order');
    if (seen.has(entry.line_id)) throw invalid(`lines.${index}.line_id`, 'must not be used by another line');
    seen.add(entry.line_id);
    checkLine(entry, `lines.${index}`, line, currency);
  }
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
