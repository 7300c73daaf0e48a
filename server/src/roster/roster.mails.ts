import type { SuspensionCategory } from '@vitrine/contract/values/suspension-categories.ts';
import type { Context } from '../context.ts';
import type { BrandAccess } from '../merchants/merchants.access.ts';
import { dayText, textsIn } from '../platform/locale.ts';
import type { Mail, Reader } from '../platform/mail/mail.ts';
import { pauseParts } from '../suspensions/suspensions.mails.ts';
import { rosterTexts } from './roster.mails.texts.ts';

export type StatusChange =
  | { kind: 'paused'; reason: string; category: SuspensionCategory; objectUntil: Date }
  | { kind: 'resumed'; reason?: string }
  | { kind: 'ending'; reason: string; endsAt: Date }
  | { kind: 'kept' };
type From = Pick<BrandAccess, 'displayName' | 'slug'>;

function textOf(reader: Reader, brand: string, change: StatusChange) {
  const texts = textsIn(rosterTexts, reader.locale);
  if (change.kind !== 'ending') return { heading: texts[change.kind].heading(brand), lines: texts[change.kind].lines };
  const day = dayText(change.endsAt, reader);
  return { heading: texts.ending.heading(brand, day), lines: texts.ending.lines(day) };
}

/** To a creator whose account was paused, resumed, is ending, or goes on. */
export function creatorStatusMail(ctx: Context, reader: Reader, from: From, change: StatusChange): Mail {
  const texts = textsIn(rosterTexts, reader.locale);
  const { heading, lines } = textOf(reader, from.displayName, change);
  const pause = change.kind === 'paused' ? pauseParts(reader, from.displayName, change) : undefined;
  return {
    to: reader,
    topic: 'always',
    kind: `creator_${change.kind}`,
    subject: heading,
    heading,
    paragraphs: ['reason' in change ? { quote: change.reason } : [], lines, pause?.line ?? []].flat(),
    ...(pause && { facts: pause.facts }),
    action: pause
      ? { label: texts.object, url: `${ctx.config.publicUrl}/suspensions` }
      : { label: texts.write, url: `${ctx.config.publicUrl}/messages/${from.slug}` },
    reason: texts.reason(from.displayName),
  };
}

/** To a creator who was moved to a group, or out of all (null). */
export function creatorMovedMail(
  ctx: Context,
  reader: Reader,
  brand: string,
  { group, effectiveAt }: { group: string | null; effectiveAt: Date },
): Mail {
  const texts = textsIn(rosterTexts, reader.locale);
  const heading = group === null ? texts.moved.outHeading(brand) : texts.moved.heading(brand, group);
  const isLater = effectiveAt > ctx.clock.now();
  return {
    to: reader,
    topic: 'rate_change',
    kind: 'creator_moved',
    subject: heading,
    heading,
    paragraphs: [isLater ? texts.moved.later(dayText(effectiveAt, reader)) : texts.moved.now],
    action: { label: texts.terms, url: `${ctx.config.publicUrl}/earnings` },
    reason: texts.reason(brand),
  };
}
