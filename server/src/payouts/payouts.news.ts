// Notifies about payouts: live events to creator and brand, and emails to those who have to act or get money. Addresses
// are read before the transaction, so that it doesn't need a second connection.
import type { Notice } from '@vitrine/contract/notifications.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import { mailboxOf } from '../accounts/mailbox.ts';
import type { Context } from '../context.ts';
import { staffWith } from '../merchants/owners.ts';
import type { Tx } from '../platform/database/database.ts';
import { notify } from '../platform/events/notify.ts';
import { record } from '../platform/events/record.ts';
import { queueMail, type Reader } from '../platform/mail/mail.ts';
import { newsMail, type PayoutNews, requestMail } from './payouts.mails.ts';

type NotifiedPayout = {
  id: string;
  merchant_id: string;
  merchant_account_id: string;
  creator_id: string;
  amount: bigint;
  currency: string;
};
export type Addressees = { creator: Reader | undefined; owners: readonly Reader[]; brand: string; slug: string };

export async function addresseesOf(
  ctx: Context,
  of: { creatorId: string; merchantId: string; brand: string; slug: string },
): Promise<Addressees> {
  const owners: Reader[] = [];
  for (const id of await staffWith(ctx, of.merchantId, 'payouts')) {
    const mailbox = await mailboxOf(ctx, id);
    if (mailbox) owners.push(mailbox);
  }
  return { creator: await mailboxOf(ctx, of.creatorId), owners, brand: of.brand, slug: of.slug };
}

type PayoutStep = Extract<Notice, { kind: 'payout' }>['step'];

/** A step of a payout, for the bells of those who have to act or get money. */
export async function notifyBells(ctx: Context, tx: Tx, payout: NotifiedPayout, step: PayoutStep): Promise<void> {
  const { merchant_id: merchantId, merchant_account_id: account } = payout;
  const to =
    step === 'requested' ? ({ merchantId, staffWith: 'payouts' } as const) : { merchantId, users: [payout.creator_id] };
  await notify(ctx, tx, to, { kind: 'payout', step, account, amount: toMoney(payout.amount, payout.currency) });
}

/** Called after all locks on money. The creator comes before the brand, as everywhere, to avoid deadlocks. */
export async function notifyScreens(ctx: Context, tx: Tx, payout: NotifiedPayout): Promise<void> {
  const event = {
    kind: 'payout-update',
    merchant_account_id: payout.merchant_account_id,
    payout_id: payout.id,
  } as const;
  await record(ctx, tx, { userId: payout.creator_id }, event);
  await record(ctx, tx, { merchantId: payout.merchant_id }, event);
}

export async function mailRequest(ctx: Context, tx: Tx, payout: NotifiedPayout, to: Addressees): Promise<void> {
  for (const owner of to.owners) await queueMail(ctx, tx, requestMail(ctx, owner, to.creator?.displayName, payout, to));
}

export async function mailCreator(
  ctx: Context,
  tx: Tx,
  payout: NotifiedPayout,
  news: PayoutNews,
  to: Addressees,
): Promise<void> {
  if (to.creator) await queueMail(ctx, tx, newsMail(ctx, to.creator, news, payout, to.brand));
}
