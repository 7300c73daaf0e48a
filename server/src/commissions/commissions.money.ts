// Gross, reversed and net amounts of commissions. Every list and screen uses these functions.
import type { EarnedMoney } from '@vitrine/contract/commissions.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import type { Tx } from '../platform/database/database.ts';
import { listOfOrders } from './commissions.queries.ts';

type Counted = { amount: bigint; reversed: bigint; declined_at: Date | null };

function sumOf(values: readonly bigint[]): bigint {
  return values.reduce((sum, value) => sum + value, 0n);
}

function reversalOf(rows: readonly Counted[]): EarnedMoney['reversal'] {
  const reversed = sumOf(rows.map((row) => row.reversed));
  if (reversed === 0n) return 'none';
  if (reversed < sumOf(rows.map((row) => row.amount))) return 'partly_reversed';
  return rows.every((row) => row.declined_at !== null) ? 'declined' : 'reversed';
}

/** One commission, or several of one order, in their currency. */
export function moneyOf(rows: readonly Counted[], currency: string): EarnedMoney {
  const amount = sumOf(rows.map((row) => row.amount));
  const reversed = sumOf(rows.map((row) => row.reversed));
  return {
    amount: toMoney(amount, currency),
    reversed: toMoney(reversed, currency),
    net: toMoney(amount - reversed, currency),
    reversal: reversalOf(rows),
  };
}

export type CommissionOfOrder = Awaited<ReturnType<typeof listOfOrders>>[number];

/** The commissions of some orders by order, with the handle of each earner. */
export async function commissionsByOrder(
  tx: Tx,
  merchantId: string,
  orderIds: readonly string[],
): Promise<Map<string, CommissionOfOrder[]>> {
  return Map.groupBy(await listOfOrders(tx, merchantId, orderIds), (row) => row.order_id);
}

/** Whether one of these commissions is on hold. */
export function isHeld(rows: readonly { state: string; held_reason: string | null }[]): boolean {
  return rows.some((row) => row.state === 'pending' && row.held_reason !== null);
}
