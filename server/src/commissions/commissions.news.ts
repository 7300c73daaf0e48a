import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { record } from '../platform/events/record.ts';

/** Whose commissions of which order changed. */
export type Earner = { creatorId: string; merchantAccountId: string };

/** Tells the creator, after every lock on money. */
export async function tellCreator(ctx: Context, tx: Tx, earner: Earner, orderId: string): Promise<void> {
  await record(
    ctx,
    tx,
    { userId: earner.creatorId },
    { kind: 'commission-update', merchant_account_id: earner.merchantAccountId, order_id: orderId },
  );
}
