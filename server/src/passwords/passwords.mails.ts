import { type AccessLink, secretsOf } from '../accounts/accounts.mails.ts';
import type { Addressee, Mail, Reader } from '../platform/mail/mail.ts';
import { textsIn } from '../platform/locale.ts';
import { passwordTexts } from './passwords.mails.texts.ts';

function wordsFor({ locale }: Addressee) {
  return textsIn(passwordTexts, locale);
}

export function passwordChangedMail(user: Reader, url: string): Mail {
  const { passwordChanged: words, safety } = wordsFor(user);
  return {
    to: user,
    topic: 'always',
    kind: 'password_changed',
    subject: words.subject,
    heading: words.heading,
    paragraphs: words.lines,
    action: { label: words.deed, url },
    reason: safety,
  };
}

export function resetMail(user: Reader, link: AccessLink): Mail {
  const { reset: words } = wordsFor(user);
  return {
    to: user,
    topic: 'always',
    kind: 'password_reset',
    subject: words.subject,
    heading: words.subject,
    paragraphs: [words.line],
    action: { label: words.subject, url: link.url },
    secrets: secretsOf(link),
    afterword: words.afterword,
    reason: words.reason,
  };
}

export function resetDoneMail(user: Reader, url: string): Mail {
  const { resetDone: words, safety } = wordsFor(user);
  return {
    to: user,
    topic: 'always',
    kind: 'password_changed',
    subject: words.subject,
    heading: words.subject,
    paragraphs: [words.line],
    action: { label: words.deed, url },
    afterword: [words.afterword],
    reason: safety,
  };
}
