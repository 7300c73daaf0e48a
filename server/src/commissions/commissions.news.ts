import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { type News, recordAll } from '../platform/events/record.ts';

/** Whose commissions of which order changed. */
export type Earner = { creatorId: string; merchantAccountId: string };

/** The live event for a creator when commissions of an order change. */
export function commissionNews({ creatorId, merchantAccountId }: Earner, orderId: string): News {
  return {
    audience: { userId: creatorId },
    event: { kind: 'commission-update', merchant_account_id: merchantAccountId, order_id: orderId },
  };
}

/** Notifies the creator, after every lock on money. */
export async function notifyCreator(ctx: Context, tx: Tx, earner: Earner, orderId: string): Promise<void> {
  await recordAll(ctx, tx, [commissionNews(earner, orderId)]);
}
