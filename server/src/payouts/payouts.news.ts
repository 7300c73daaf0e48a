// Who hears of a payout: the creator's and the brand's screens at once, and by mail whoever has to act or waits for
// money. Addresses are read before the transaction, so that none waits for a second connection.
import { type Mailbox, mailboxOf } from '../accounts/mailbox.ts';
import type { Context } from '../context.ts';
import { ownersOf } from '../merchants/owners.ts';
import type { Tx } from '../platform/database/database.ts';
import { record } from '../platform/events/record.ts';
import { type Mail, queueMail } from '../platform/mail/mail.ts';
import { moneyText } from './money.text.ts';

type Told = {
  id: string;
  merchant_id: string;
  merchant_account_id: string;
  creator_id: string;
  amount: bigint;
  currency: string;
};
export type Addressees = { creator: Mailbox | undefined; owners: readonly Mailbox[]; brand: string; slug: string };

export async function addresseesOf(
  ctx: Context,
  of: { creatorId: string; merchantId: string; brand: string; slug: string },
): Promise<Addressees> {
  const owners: Mailbox[] = [];
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

function addressed(mailbox: Mailbox): Pick<Mail, 'to' | 'locale' | 'project'> {
  return { to: mailbox.to, locale: mailbox.locale, project: mailbox.project };
}

export async function mailRequest(ctx: Context, tx: Tx, payout: Told, to: Addressees): Promise<void> {
  const amount = moneyText(payout.amount, payout.currency);
  const name = to.creator?.displayName ?? 'A creator';
  for (const owner of to.owners)
    await queueMail(ctx, tx, {
      ...addressed(owner),
      kind: 'payout_requested',
      subject: `${name} asks for ${amount}`,
      heading: `${name} asks for ${amount}`,
      paragraphs: [`The return windows of these commissions are over. Approve the payout, and it can be sent.`],
      facts: [
        ['Creator', name],
        ['Amount', amount],
      ],
      action: { label: 'Look at the payout', url: `${ctx.config.publicUrl}/brand/${to.slug}/payouts` },
      reason: `You get this mail because you are an owner of ${to.brand}.`,
    });
}

const creatorWords = {
  approved: (brand: string, amount: string) => ({
    heading: `${brand} approved your ${amount}`,
    line: 'It goes to your bank next. You hear from us again when it is paid.',
  }),
  paid: (brand: string, amount: string) => ({
    heading: `${brand} paid you ${amount}`,
    line: 'How long your bank takes to show it is up to the banks, as a rule one to three working days.',
  }),
  failed: (_brand: string, amount: string) => ({
    heading: `Your ${amount} came back`,
    line: 'The payout could not be made. The money is current again: nothing of it is lost, and you can cash it out again.',
  }),
};

export async function mailCreator(
  ctx: Context,
  tx: Tx,
  payout: Told,
  news: { kind: keyof typeof creatorWords; reason?: string; reference?: string | null },
  to: Addressees,
): Promise<void> {
  if (!to.creator) return;
  const { heading, line } = creatorWords[news.kind](to.brand, moneyText(payout.amount, payout.currency));
  await queueMail(ctx, tx, {
    ...addressed(to.creator),
    kind: `payout_${news.kind}`,
    subject: heading,
    heading,
    paragraphs: [line],
    facts: [
      ['Brand', to.brand],
      ['Amount', moneyText(payout.amount, payout.currency)],
      ...(news.reference ? [['Reference', news.reference] as const] : []),
      ...(news.reason ? [['Why', news.reason] as const] : []),
    ],
    action: { label: 'See your payouts', url: `${ctx.config.publicUrl}/earnings?view=payouts` },
    reason: 'You get this mail because you asked for this payout, or your brand pays out monthly.',
  });
}

/** To the person, whoever it was that changed them. */
export async function mailChangedDetails(
  ctx: Context,
  tx: Tx,
  mailbox: Mailbox,
  change: { hint: string; usableFrom: Date } | 'removed',
): Promise<void> {
  const when = (at: Date) =>
    new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short', timeZone: mailbox.timeZone }).format(at);
  const isWaiting = change !== 'removed' && change.usableFrom > ctx.clock.now();
  await queueMail(ctx, tx, {
    ...addressed(mailbox),
    kind: 'payout_details_changed',
    subject: change === 'removed' ? 'Your bank details were removed' : 'Your bank details were changed',
    heading: change === 'removed' ? 'Your bank details were removed' : 'Your bank details were changed',
    paragraphs:
      change === 'removed'
        ? ['Until you add new ones, nothing can be cashed out.']
        : [
            `From now on you are paid to the account ${change.hint}.`,
            ...(isWaiting ? [`For your safety it can be used from ${when(change.usableFrom)}.`] : []),
          ],
    action: { label: 'Look at your details', url: `${ctx.config.publicUrl}/settings` },
    afterword: [
      'If this was not you, change your password at once: that ends every session. Then answer this mail or write to support.',
    ],
    reason: 'You get this mail because a change of where you are paid is always told to you.',
  });
}
