import type { OfferedRule } from '@vitrine/contract/invitations.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { moneyText, type Offer } from './invitations.offer.ts';

const shownRules = 5;

function portionText(rule: OfferedRule): string {
  const portion = rule.rate === null ? undefined : `${rule.rate / 100}%`;
  return portion === undefined
    ? `${rule.amount ? moneyText(rule.amount) : '—'} for each piece`
    : `${portion} of the price`;
}

function ruleFact(rule: OfferedRule): [string, string] {
  return [rule.product ?? rule.category ?? 'Every sale from your links', portionText(rule)];
}

function factsOf({ offer }: Offer): [string, string][] {
  return [
    ...offer.rules.slice(0, shownRules).map(ruleFact),
    ['A click counts for', `${offer.window_days} days`],
    ['Yours after the return window of', `${offer.return_days} days`],
    ['Paid out from', moneyText(offer.payout_minimum)],
  ];
}

/** One letter to one person. The code stands in the fragment of the link. */
export async function mailInvitation(
  ctx: Context,
  tx: Tx,
  letter: { to: string; code: string; note: string; expiresAt: Date; offer: Offer },
): Promise<void> {
  const brand = letter.offer.merchant.display_name;
  const lastDay = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(letter.expiresAt);
  await queueMail(ctx, tx, {
    to: letter.to,
    kind: 'invitation',
    subject: `${brand} invites you`,
    heading: `${brand} would like to work with you`,
    paragraphs: [
      ...(letter.note ? [`“${letter.note}”`] : []),
      'You choose what you would recommend, share it with a link of your own, and earn a part of each sale. This is what they offer:',
    ],
    facts: factsOf(letter.offer),
    action: { label: 'See the invitation', url: `${ctx.config.publicUrl}/start-invite#${letter.code}` },
    afterword: [`The invitation is for you alone and holds until ${lastDay}.`],
    reason: `You get this mail because ${brand} entered this address. If you do not want it, there is nothing to do.`,
    locale: 'en',
    project: letter.offer.project,
  });
}
