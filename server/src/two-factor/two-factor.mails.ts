import type { Mail, Reader } from '../platform/mail/mail.ts';
import { textsIn } from '../platform/locale.ts';
import { twoFactorTexts } from './two-factor.mails.texts.ts';

function textsFor({ locale }: Reader) {
  return textsIn(twoFactorTexts, locale);
}

export function twoFactorMail(user: Reader, { isOn, url }: { isOn: boolean; url: string }): Mail {
  const { turnedOn, turnedOff, look, safety } = textsFor(user);
  const { subject, lines } = isOn ? turnedOn : turnedOff;
  return {
    to: user,
    topic: 'always',
    kind: isOn ? 'two_factor_on' : 'two_factor_off',
    subject,
    heading: subject,
    paragraphs: lines,
    action: { label: look, url },
    reason: safety,
  };
}

/** A second factor as its owner knows it. */
export type NamedFactor = { kind: 'app' } | { kind: 'passkey'; name: string };

/** About one of several second factors: two-factor login stays on. */
export function secondFactorMail(
  user: Reader,
  { change, factor, url }: { change: 'added' | 'gone'; factor: NamedFactor; url: string },
): Mail {
  const { factorAdded, factorGone, app, passkey, look, safety } = textsFor(user);
  const texts = change === 'added' ? factorAdded : factorGone;
  return {
    to: user,
    topic: 'always',
    kind: change === 'added' ? 'second_factor_added' : 'second_factor_gone',
    subject: texts.subject,
    heading: texts.subject,
    paragraphs: [texts.line(factor.kind === 'app' ? app : passkey(factor.name)), texts.afterword],
    action: { label: look, url },
    reason: safety,
  };
}

export function twoFactorRemovedMail(user: Reader, { reason, url }: { reason: string; url: string }): Mail {
  const { removed: texts, look, safety } = textsFor(user);
  return {
    to: user,
    topic: 'always',
    kind: 'two_factor_removed',
    subject: texts.subject,
    heading: texts.subject,
    paragraphs: [texts.line(reason), texts.afterword],
    action: { label: look, url },
    reason: safety,
  };
}

export function recoveryCodeUsedMail(user: Reader, { left, url }: { left: number; url: string }): Mail {
  const { recoveryCodeUsed: texts, look, safety } = textsFor(user);
  return {
    to: user,
    topic: 'always',
    kind: 'recovery_code_used',
    subject: texts.subject,
    heading: texts.subject,
    paragraphs: [texts.line(String(left)), texts.afterword],
    action: { label: look, url },
    reason: safety,
  };
}

/** To the owner of an account whose password someone has, but not its codes. */
export function secondFactorLockedMail(user: Reader, url: string): Mail {
  const { locked: texts, safety } = textsFor(user);
  return {
    to: user,
    topic: 'always',
    kind: 'second_factor_locked',
    subject: texts.subject,
    heading: texts.heading,
    paragraphs: texts.lines,
    action: { label: texts.action, url },
    reason: safety,
  };
}
