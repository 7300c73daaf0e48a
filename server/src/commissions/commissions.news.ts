import type { Notice } from '@vitrine/contract/notifications.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { notify } from '../platform/events/notify.ts';
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

type HeldCommission = { creator_id: string; merchant_id: string; order_id: string };
type HoldOutcome = Extract<Notice, { kind: 'hold' }>['outcome'];

/** Puts a hold, or how it ended, on the creator's bell. */
export async function noticeHold(ctx: Context, tx: Tx, of: HeldCommission, outcome: HoldOutcome): Promise<void> {
  const to = { users: [of.creator_id], merchantId: of.merchant_id };
  await notify(ctx, tx, to, { kind: 'hold', order_id: of.order_id, outcome });
}

/** Notifies the creator, after every lock on money. */
export async function notifyCreator(ctx: Context, tx: Tx, earner: Earner, orderId: string): Promise<void> {
  await recordAll(ctx, tx, [commissionNews(earner, orderId)]);
}
