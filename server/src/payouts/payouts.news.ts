// Who hears of a payout: the creator's and the brand's screens at once, and by mail whoever has to act or waits for
// money. Addresses are read before the transaction, so that none waits for a second connection.
import { mailboxOf } from '../accounts/mailbox.ts';
import type { Context } from '../context.ts';
import { ownersOf } from '../merchants/owners.ts';
import type { Tx } from '../platform/database/database.ts';
import { record } from '../platform/events/record.ts';
import { queueMail, type Reader } from '../platform/mail/mail.ts';
import { newsMail, type PayoutNews, requestMail } from './payouts.mails.ts';

type Told = {
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
  for (const id of await ownersOf(ctx, of.merchantId)) {
    const mailbox = await mailboxOf(ctx, id);
    if (mailbox) owners.push(mailbox);
  }
  return { creator: await mailboxOf(ctx, of.creatorId), owners, brand: of.brand, slug: of.slug };
}

/** After every lock on money; the person before the brand, as everywhere. */
export async function tellScreens(ctx: Context, tx: Tx, payout: Told): Promise<void> {
  const event = {
    kind: 'payout-update',
    merchant_account_id: payout.merchant_account_id,
    payout_id: payout.id,
  } as const;
  await record(ctx, tx, { userId: payout.creator_id }, event);
  await record(ctx, tx, { merchantId: payout.merchant_id }, event);
}

export async function mailRequest(ctx: Context, tx: Tx, payout: Told, to: Addressees): Promise<void> {
  for (const owner of to.owners) await queueMail(ctx, tx, requestMail(ctx, owner, to.creator?.displayName, payout, to));
}

export async function mailCreator(ctx: Context, tx: Tx, payout: Told, news: PayoutNews, to: Addressees): Promise<void> {
  if (to.creator) await queueMail(ctx, tx, newsMail(ctx, to.creator, news, payout, to.brand));
}
