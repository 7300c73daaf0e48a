import type { MailText } from '../platform/mail/layout.ts';
import { textsIn } from '../platform/locale.ts';
import { installationTexts } from './installation.mails.texts.ts';

export function testMail(locale: string, publicUrl: string): MailText {
  const { test: texts } = textsIn(installationTexts, locale);
  return {
    subject: texts.subject,
    heading: texts.heading,
    paragraphs: [texts.line(new URL(publicUrl).host)],
    reason: texts.reason,
  };
}
