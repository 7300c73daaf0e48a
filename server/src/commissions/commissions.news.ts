import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { type News, recordAll } from '../platform/events/record.ts';

/** Whose commissions of which order changed. */
export type Earner = { creatorId: string; merchantAccountId: string };

/** What a creator is told when commissions of an order changed. */
export function commissionNews({ creatorId, merchantAccountId }: Earner, orderId: string): News {
  return {
    audience: { userId: creatorId },
    event: { kind: 'commission-update', merchant_account_id: merchantAccountId, order_id: orderId },
  };
}

/** Tells the creator, after every lock on money. */
export async function notifyCreator(ctx: Context, tx: Tx, earner: Earner, orderId: string): Promise<void> {
  await recordAll(ctx, tx, [commissionNews(earner, orderId)]);
}
