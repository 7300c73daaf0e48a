import type { SuspensionCategory } from '@vitrine/contract/values/suspension-categories.ts';
import type { Context } from '../context.ts';
import { momentText, textsIn } from '../platform/locale.ts';
import type { Mail, Reader } from '../platform/mail/mail.ts';
import { suspensionMailTexts } from './suspensions.mails.texts.ts';

// Emails about suspensions. They can't be turned off: they are about what a creator may do, and about deadlines.

/** Who suspended: a brand, or an operator (null). */
export type SuspendedBy = { name: string; slug: string } | null;

const ownPage = (ctx: Context) => `${ctx.config.publicUrl}/suspensions`;

/** What the email about a pause by a brand says besides its own texts. */
export function pauseParts(
  to: Reader,
  brand: string,
  pause: { category: SuspensionCategory; objectUntil: Date },
): { line: string; facts: [string, string][] } {
  const texts = textsIn(suspensionMailTexts, to.locale);
  const until = momentText(pause.objectUntil, to);
  return {
    line: texts.pausedObject(brand, until),
    facts: [
      [texts.category, texts.categories[pause.category]],
      [texts.until, until],
    ],
  };
}

export function suspendedMail(
  ctx: Context,
  to: Reader,
  of: { category: SuspensionCategory; reason: string; objectUntil: Date },
): Mail {
  const texts = textsIn(suspensionMailTexts, to.locale);
  const until = momentText(of.objectUntil, to);
  const { heading, lines, object, action } = texts.suspended;
  return {
    to,
    topic: 'always',
    kind: 'creator_suspended',
    subject: heading,
    heading,
    paragraphs: [{ quote: of.reason }, ...lines, object(until)],
    facts: [
      [texts.category, texts.categories[of.category]],
      [texts.until, until],
    ],
    action: { label: action, url: ownPage(ctx) },
    reason: texts.reasonCreator,
  };
}

/** To the creator: it was lifted with a reason, or (null) nobody answered their objection. */
export function suspensionEndedMail(ctx: Context, to: Reader, by: SuspendedBy, reason: string | null): Mail {
  const texts = textsIn(suspensionMailTexts, to.locale);
  const { ended } = texts;
  const name = by?.name ?? null;
  const heading = ended.heading(name);
  return {
    to,
    topic: 'always',
    kind: 'suspension_ended',
    subject: heading,
    heading,
    paragraphs: [...(reason === null ? [ended.lapsed(name)] : [ended.lifted, { quote: reason }]), ended.line],
    action: { label: ended.action, url: ctx.config.publicUrl },
    reason: texts.reasonCreator,
  };
}

export function suspensionUpheldMail(ctx: Context, to: Reader, by: SuspendedBy, answer: string): Mail {
  const texts = textsIn(suspensionMailTexts, to.locale);
  const heading = texts.upheld.heading(by?.name ?? null);
  return {
    to,
    topic: 'always',
    kind: 'suspension_upheld',
    subject: heading,
    heading,
    paragraphs: [texts.upheld.line, { quote: answer }, texts.upheld.rest],
    action: { label: texts.upheld.action, url: ownPage(ctx) },
    reason: texts.reasonCreator,
  };
}

/** The creator whom an email to staff or operators is about. */
export type AboutCreator = { by: SuspendedBy; creator: string; uid: string; account: string | null };

function pageOfCreator(ctx: Context, { by, uid, account }: AboutCreator): string {
  const path = by === null ? `/operator/users?uid=${uid}` : `/brand/${by.slug}/creators/${account ?? ''}`;
  return `${ctx.config.publicUrl}${path}`;
}

/** To whoever suspended: the creator objects. */
export function suspensionObjectionMail(
  ctx: Context,
  to: Reader,
  about: AboutCreator & { text: string; dueAt: Date },
): Mail {
  const texts = textsIn(suspensionMailTexts, to.locale);
  const { objection } = texts;
  const due = momentText(about.dueAt, to);
  const heading = about.by === null ? objection.heading(about.creator) : objection.pauseHeading(about.creator);
  return {
    to,
    topic: 'always',
    kind: 'suspension_objection',
    subject: heading,
    heading,
    paragraphs: [objection.line, { quote: about.text }, objection.deadline(due)],
    facts: [
      [texts.creator, about.creator],
      [texts.due, due],
    ],
    action: { label: objection.action, url: pageOfCreator(ctx, about) },
    reason: about.by === null ? texts.reasonOperator : texts.reasonBrand(about.by.name),
  };
}

/** To whoever suspended: nobody answered the objection, so it has ended. */
export function suspensionUnansweredMail(ctx: Context, to: Reader, about: AboutCreator): Mail {
  const texts = textsIn(suspensionMailTexts, to.locale);
  const { unanswered } = texts;
  const heading = about.by === null ? unanswered.heading(about.creator) : unanswered.pauseHeading(about.creator);
  return {
    to,
    topic: 'always',
    kind: 'suspension_unanswered',
    subject: heading,
    heading,
    paragraphs: [unanswered.line],
    facts: [[texts.creator, about.creator]],
    action: { label: unanswered.action, url: pageOfCreator(ctx, about) },
    reason: about.by === null ? texts.reasonOperator : texts.reasonBrand(about.by.name),
  };
}
