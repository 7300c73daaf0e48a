import type { Mail, Reader } from '../platform/mail/mail.ts';
import { wordsIn } from '../platform/spoken.ts';
import { sessionWords } from './sessions.mails.words.ts';

/** To the owner of an account that is blocked after too many wrong passwords. */
export function signInLockedMail(user: Reader, url: string): Mail {
  const { signInLocked: words, safety } = wordsIn(sessionWords, user.locale);
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
