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
  const texts = textsIn(payoutTexts, owner.locale);
  const amount = moneyText(money.amount, money.currency, owner.locale);
  const name = from ?? texts.someCreator;
  return {
    to: owner,
    topic: 'payout',
    kind: 'payout_requested',
    subject: texts.requested.heading(name, amount),
    heading: texts.requested.heading(name, amount),
    paragraphs: [texts.requested.line],
    facts: [
      [texts.creator, name],
      [texts.amount, amount],
    ],
    action: { label: texts.requested.button, url: `${ctx.config.publicUrl}/brand/${of.slug}/payouts` },
    reason: texts.requested.reason(of.brand),
  };
}

export type PayoutNews = { kind: 'approved' | 'paid' | 'failed'; reason?: string; reference?: string | null };

export function newsMail(ctx: Context, creator: Reader, news: PayoutNews, money: Money, brand: string): Mail {
  const texts = textsIn(payoutTexts, creator.locale);
  const amount = moneyText(money.amount, money.currency, creator.locale);
  const { heading, line } = texts[news.kind];
  return {
    to: creator,
    topic: 'payout',
    kind: `payout_${news.kind}`,
    subject: heading(brand, amount),
    heading: heading(brand, amount),
    paragraphs: [line],
    facts: [
      [texts.brand, brand],
      [texts.amount, amount],
      ...(news.reference ? [[texts.reference, news.reference] as const] : []),
      ...(news.reason ? [[texts.why, news.reason] as const] : []),
    ],
    action: { label: texts.seePayouts, url: `${ctx.config.publicUrl}/earnings?view=payouts` },
    reason: texts.reason,
  };
}

export type ClosedMonth = { month: string; currency: string; opening: bigint; closing: bigint; brand: string };

export function statementMail(ctx: Context, creator: Reader, closed: ClosedMonth): Mail {
  const { statement: texts } = textsIn(payoutTexts, creator.locale);
  const heading = texts.heading(closed.brand, monthName(closed.month, creator.locale));
  return {
    to: creator,
    topic: 'payout',
    kind: 'statement_ready',
    subject: heading,
    heading,
    paragraphs: [texts.line],
    facts: [
      [texts.opening, moneyText(closed.opening, closed.currency, creator.locale)],
      [texts.closing, moneyText(closed.closing, closed.currency, creator.locale)],
    ],
    action: { label: texts.button, url: `${ctx.config.publicUrl}/earnings?view=statements` },
    reason: texts.reason,
  };
}

export type ChangedDetails = { hint: string; usableFrom: Date } | 'removed';

/** Sent to the creator no matter who made the change; it can't be turned off. */
export function detailsMail(ctx: Context, person: Reader, change: ChangedDetails): Mail {
  const { details: texts } = textsIn(payoutTexts, person.locale);
  const subject = change === 'removed' ? texts.removed : texts.changed;
  const isWaiting = change !== 'removed' && change.usableFrom > ctx.clock.now();
  return {
    to: person,
    topic: 'always',
    kind: 'payout_details_changed',
    subject,
    heading: subject,
    paragraphs:
      change === 'removed'
        ? [texts.none]
        : [texts.paidTo(change.hint), ...(isWaiting ? [texts.usableFrom(momentText(change.usableFrom, person))] : [])],
    action: { label: texts.button, url: `${ctx.config.publicUrl}/settings#payouts` },
    afterword: [texts.afterword],
    reason: texts.reason,
  };
}
