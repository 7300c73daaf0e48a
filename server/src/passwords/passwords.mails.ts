import { type AccessLink, secretsOf } from '../accounts/accounts.mails.ts';
import type { Addressee, Mail, Reader } from '../platform/mail/mail.ts';
import { textsIn } from '../platform/locale.ts';
import { passwordTexts } from './passwords.mails.texts.ts';

function textsFor({ locale }: Addressee) {
  return textsIn(passwordTexts, locale);
}

export function passwordChangedMail(user: Reader, url: string): Mail {
  const { passwordChanged: texts, safety } = textsFor(user);
  return {
    to: user,
    topic: 'always',
    kind: 'password_changed',
    subject: texts.subject,
    heading: texts.heading,
    paragraphs: texts.lines,
    action: { label: texts.button, url },
    reason: safety,
  };
}

export function resetMail(user: Reader, link: AccessLink): Mail {
  const { reset: texts } = textsFor(user);
  return {
    to: user,
    topic: 'always',
    kind: 'password_reset',
    subject: texts.subject,
    heading: texts.subject,
    paragraphs: [texts.line],
    action: { label: texts.subject, url: link.url },
    secrets: secretsOf(link),
    afterword: texts.afterword,
    reason: texts.reason,
  };
}

/** After a password was set with a link. Someone who had none before is told nothing of a change. */
export function passwordSetMail(user: Reader, { url, isFirst }: { url: string; isFirst: boolean }): Mail {
  const { resetDone, firstPassword, safety } = textsFor(user);
  const texts = isFirst ? firstPassword : resetDone;
  return {
    to: user,
    topic: 'always',
    kind: 'password_changed',
    subject: texts.subject,
    heading: texts.subject,
    paragraphs: [texts.line],
    action: { label: texts.button, url },
    afterword: [texts.afterword],
    reason: safety,
  };
}
