import type { Mail, Reader } from '../platform/mail/mail.ts';
import { wordsIn } from '../platform/spoken.ts';
import { googleWords } from './google.mails.words.ts';

export function googleMail(user: Reader, { isConnected, url }: { isConnected: boolean; url: string }): Mail {
  const { google: words, look, safety } = wordsIn(googleWords, user.locale);
  const { subject, lines } = isConnected ? words.connected : words.disconnected;
  return {
    to: user,
    topic: 'always',
    kind: isConnected ? 'google_connected' : 'google_disconnected',
    subject,
    heading: subject,
    paragraphs: lines,
    action: { label: look, url },
    reason: safety,
  };
}
