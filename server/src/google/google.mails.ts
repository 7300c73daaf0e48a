import type { Mail, Reader } from '../platform/mail/mail.ts';
import { textsIn } from '../platform/locale.ts';
import { googleTexts } from './google.mails.texts.ts';

export function googleMail(user: Reader, { isConnected, url }: { isConnected: boolean; url: string }): Mail {
  const { google: texts, look, safety } = textsIn(googleTexts, user.locale);
  const { subject, lines } = isConnected ? texts.connected : texts.disconnected;
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
