import { type AccessLink, secretsOf } from '../accounts/accounts.mails.ts';
import type { Addressee, Mail, Reader } from '../platform/mail/mail.ts';
import { textsIn } from '../platform/locale.ts';
import { emailTexts } from './email.mails.texts.ts';

function wordsFor({ locale }: Addressee) {
  return textsIn(emailTexts, locale);
}

/** Sent to the new address. */
export function confirmEmailMail(user: Reader, newEmail: string, link: AccessLink): Mail {
  const { confirmEmail: words } = wordsFor(user);
  return {
    to: { ...user, address: newEmail },
    topic: 'always',
    kind: 'email_change',
    subject: words.subject,
    heading: words.heading,
    paragraphs: [words.line(user.displayName, newEmail)],
    action: { label: words.deed, url: link.url },
    secrets: secretsOf(link),
    afterword: [words.afterword],
    reason: words.reason,
  };
}

export function emailInUseMail(holder: Reader): Mail {
  const { emailInUse: words, safety } = wordsFor(holder);
  return {
    to: holder,
    topic: 'always',
    kind: 'email_in_use',
    subject: words.subject,
    heading: words.heading,
    paragraphs: words.lines,
    reason: safety,
  };
}

export function emailRequestedMail(user: Reader, url: string): Mail {
  const { emailRequested: words, look, safety } = wordsFor(user);
  return {
    to: user,
    topic: 'always',
    kind: 'email_change_notice',
    subject: words.subject,
    heading: words.heading,
    paragraphs: words.lines,
    action: { label: look, url },
    reason: safety,
  };
}

export function emailChangedMail(user: Reader, url: string): Mail {
  const { emailChanged: words, look, safety } = wordsFor(user);
  return {
    to: user,
    topic: 'always',
    kind: 'email_changed',
    subject: words.subject,
    heading: words.heading,
    paragraphs: words.lines,
    action: { label: look, url },
    reason: safety,
  };
}
