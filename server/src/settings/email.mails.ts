import { type AccessLink, secretsOf } from '../accounts/accounts.mails.ts';
import type { Addressee, Mail, Reader } from '../platform/mail/mail.ts';
import { textsIn } from '../platform/locale.ts';
import { emailTexts } from './email.mails.texts.ts';

function textsFor({ locale }: Addressee) {
  return textsIn(emailTexts, locale);
}

/** Sent to the new address. */
export function confirmEmailMail(user: Reader, newEmail: string, link: AccessLink): Mail {
  const { confirmEmail: texts } = textsFor(user);
  return {
    to: { ...user, address: newEmail },
    topic: 'always',
    kind: 'email_change',
    subject: texts.subject,
    heading: texts.heading,
    paragraphs: [texts.line(user.displayName, newEmail)],
    action: { label: texts.button, url: link.url },
    secrets: secretsOf(link),
    afterword: [texts.afterword],
    reason: texts.reason,
  };
}

export function emailInUseMail(holder: Reader): Mail {
  const { emailInUse: texts, safety } = textsFor(holder);
  return {
    to: holder,
    topic: 'always',
    kind: 'email_in_use',
    subject: texts.subject,
    heading: texts.heading,
    paragraphs: texts.lines,
    reason: safety,
  };
}

export function emailRequestedMail(user: Reader, url: string): Mail {
  const { emailRequested: texts, look, safety } = textsFor(user);
  return {
    to: user,
    topic: 'always',
    kind: 'email_change_notice',
    subject: texts.subject,
    heading: texts.heading,
    paragraphs: texts.lines,
    action: { label: look, url },
    reason: safety,
  };
}

export function emailChangedMail(user: Reader, url: string): Mail {
  const { emailChanged: texts, look, safety } = textsFor(user);
  return {
    to: user,
    topic: 'always',
    kind: 'email_changed',
    subject: texts.subject,
    heading: texts.heading,
    paragraphs: texts.lines,
    action: { label: look, url },
    reason: safety,
  };
}
