import type { Mail, Reader } from '../platform/mail/mail.ts';
import { textsIn } from '../platform/locale.ts';
import { sessionTexts } from './sessions.mails.texts.ts';

/** To the owner of an account that is blocked after too many wrong passwords. */
export function signInLockedMail(user: Reader, url: string): Mail {
  const { signInLocked: texts, safety } = textsIn(sessionTexts, user.locale);
  return {
    to: user,
    topic: 'always',
    kind: 'sign_in_locked',
    subject: texts.subject,
    heading: texts.heading,
    paragraphs: texts.lines,
    action: { label: texts.action, url },
    reason: safety,
  };
}
