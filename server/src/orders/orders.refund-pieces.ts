import { divideHalfUp } from '@vitrine/contract/values/amounts.ts';

/** A line with what refunds have taken of it so far. */
export type RefundableLine = {
  lineId: string;
  quantity: number;
  net: bigint;
  refundedQuantity: number;
  refunded: bigint;
};

/**
 * The amount of this many items of a line: calculated from the total of all items so far, so that the last item leaves
 * no remainder.
 */
export function amountOfPieces(line: RefundableLine, quantity: number): bigint {
  if (line.quantity === 0) return 0n;
  const upTo = (pieces: number) => divideHalfUp(line.net * BigInt(pieces), BigInt(line.quantity));
  return upTo(line.refundedQuantity + quantity) - upTo(line.refundedQuantity);
}
