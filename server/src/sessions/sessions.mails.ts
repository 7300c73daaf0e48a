import type { Mail, Reader } from '../platform/mail/mail.ts';
import { textsIn } from '../platform/locale.ts';
import { sessionTexts } from './sessions.mails.texts.ts';

/** To the owner of an account that is blocked after too many wrong passwords. */
export function signInLockedMail(user: Reader, url: string): Mail {
  const { signInLocked: words, safety } = textsIn(sessionTexts, user.locale);
  return {
    to: user,
    topic: 'always',
    kind: 'sign_in_locked',
    subject: words.subject,
    heading: words.heading,
    paragraphs: words.lines,
    action: { label: words.action, url },
    reason: safety,
  };
}
