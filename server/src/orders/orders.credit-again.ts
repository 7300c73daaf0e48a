import { holdIfDisputed } from '../commissions/commissions.disputes.ts';
import { renewCommissions } from '../commissions/commissions.revise.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { readLines } from './orders.refunded-lines.ts';
import type { OrderRecord } from './orders.queries.ts';

/** Credits the commissions of these lines of a decided order again, with what refunds take of them now. */
export async function creditAgain(ctx: Context, tx: Tx, order: OrderRecord, lineIds: readonly string[]): Promise<void> {
  if (lineIds.length === 0) return;
  await renewCommissions(ctx, tx, order, new Set(lineIds), (await readLines(tx, order)).refunded);
  // A commission that was reversed completely wasn't on hold; credited again, it has something to hold.
  await holdIfDisputed(ctx, tx, order);
}
