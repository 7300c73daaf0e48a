import type { Context } from '../context.ts';
import type { Mail, Reader } from '../platform/mail/mail.ts';
import { moneyText } from '../platform/money.text.ts';
import { momentText, textsIn } from '../platform/locale.ts';
import { monthName } from './months.ts';
import { payoutTexts } from './payouts.mails.texts.ts';

// Emails about payouts, in the reader's language and time zone.

type Money = { amount: bigint; currency: string };
type Brand = { brand: string; slug: string };

export function requestMail(ctx: Context, owner: Reader, from: string | undefined, money: Money, of: Brand): Mail {
  const words = textsIn(payoutTexts, owner.locale);
  const amount = moneyText(money.amount, money.currency, owner.locale);
  const name = from ?? words.someCreator;
  return {
    to: owner,
    topic: 'payout',
    kind: 'payout_requested',
    subject: words.requested.heading(name, amount),
    heading: words.requested.heading(name, amount),
    paragraphs: [words.requested.line],
    facts: [
      [words.creator, name],
      [words.amount, amount],
    ],
    action: { label: words.requested.deed, url: `${ctx.config.publicUrl}/brand/${of.slug}/payouts` },
    reason: words.requested.reason(of.brand),
  };
}

export type PayoutNews = { kind: 'approved' | 'paid' | 'failed'; reason?: string; reference?: string | null };

export function newsMail(ctx: Context, creator: Reader, news: PayoutNews, money: Money, brand: string): Mail {
  const words = textsIn(payoutTexts, creator.locale);
  const amount = moneyText(money.amount, money.currency, creator.locale);
  const { heading, line } = words[news.kind];
  return {
    to: creator,
    topic: 'payout',
    kind: `payout_${news.kind}`,
    subject: heading(brand, amount),
    heading: heading(brand, amount),
    paragraphs: [line],
    facts: [
      [words.brand, brand],
      [words.amount, amount],
      ...(news.reference ? [[words.reference, news.reference] as const] : []),
      ...(news.reason ? [[words.why, news.reason] as const] : []),
    ],
    action: { label: words.seePayouts, url: `${ctx.config.publicUrl}/earnings?view=payouts` },
    reason: words.reason,
  };
}

export type ClosedMonth = { month: string; currency: string; opening: bigint; closing: bigint; brand: string };

export function statementMail(ctx: Context, creator: Reader, closed: ClosedMonth): Mail {
  const { statement: words } = textsIn(payoutTexts, creator.locale);
  const heading = words.heading(closed.brand, monthName(closed.month, creator.locale));
  return {
    to: creator,
    topic: 'payout',
    kind: 'statement_ready',
    subject: heading,
    heading,
    paragraphs: [words.line],
    facts: [
      [words.opening, moneyText(closed.opening, closed.currency, creator.locale)],
      [words.closing, moneyText(closed.closing, closed.currency, creator.locale)],
    ],
    action: { label: words.deed, url: `${ctx.config.publicUrl}/earnings?view=statements` },
    reason: words.reason,
  };
}

export type ChangedDetails = { hint: string; usableFrom: Date } | 'removed';

/** Sent to the creator whoever made the change; it can't be turned off. */
export function detailsMail(ctx: Context, person: Reader, change: ChangedDetails): Mail {
  const { details: words } = textsIn(payoutTexts, person.locale);
  const subject = change === 'removed' ? words.removed : words.changed;
  const isWaiting = change !== 'removed' && change.usableFrom > ctx.clock.now();
  return {
    to: person,
    topic: 'always',
    kind: 'payout_details_changed',
    subject,
    heading: subject,
    paragraphs:
      change === 'removed'
        ? [words.none]
        : [words.paidTo(change.hint), ...(isWaiting ? [words.usableFrom(momentText(change.usableFrom, person))] : [])],
    action: { label: words.deed, url: `${ctx.config.publicUrl}/settings#payouts` },
    afterword: [words.afterword],
    reason: words.reason,
  };
}
