// Takes back a decline. The declined commission keeps its row and its reversal, and no longer counts as declined; what
// the line earns now is then credited as a new commission (orders.declines.ts).
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { lockCommissions, markReplaced } from './commissions.queries.ts';

export type DeclinedLine = { merchantId: string; orderId: string; lineId: string; merchantAccountId: string };

/** Returns whether the latest decision has the declined commission. The order's row is locked. */
export async function liftDecline(ctx: Context, tx: Tx, of: DeclinedLine): Promise<boolean> {
  const now = ctx.clock.now();
  const current = (await lockCommissions(tx, of.merchantId, of.orderId)).find(
    (row) => row.line_id === of.lineId && row.merchant_account_id === of.merchantAccountId && row.declined_at !== null,
  );
  await sql`update commissions set decline_lifted_at = ${now} where merchant_id = ${of.merchantId} and order_id = ${of.orderId}
    and line_id = ${of.lineId} and merchant_account_id = ${of.merchantAccountId} and declined_at is not null
    and decline_lifted_at is null`.execute(tx);
  if (current) await markReplaced(tx, current, now);
  return current !== undefined;
}

/** The commission that was credited instead counts as released: no rule holds it again. */
export async function markReleased(tx: Tx, of: DeclinedLine, now: Date): Promise<void> {
  await tx
    .updateTable('commissions')
    .set({ hold_ended_at: now })
    .where('merchant_id', '=', of.merchantId)
    .where('order_id', '=', of.orderId)
    .where('line_id', '=', of.lineId)
    .where('merchant_account_id', '=', of.merchantAccountId)
    .where('replaced_at', 'is', null)
    .execute();
}
