import type { Mail, Reader } from '../platform/mail/mail.ts';
import { countText, textsIn } from '../platform/locale.ts';

const mostQuoted = 3;
const longestQuote = 280;

const en = {
  wrote: (name: string) => `${name} sent you a message`,
  wroteMany: (name: string, count: number) => `${countText(count, 'en')} new messages from ${name}`,
  quote: (text: string) => `“${text}”`,
  picture: 'A picture',
  more: (count: number) => (count === 1 ? 'And one more message.' : `And ${countText(count, 'en')} more messages.`),
  answer: 'Read and reply',
  messageReason:
    'You get this email because you had an unread message. You can turn off emails about messages in your settings.',
};

const es: typeof en = {
  wrote: (name) => `${name} te ha enviado un mensaje`,
  wroteMany: (name, count) => `${countText(count, 'es')} mensajes nuevos de ${name}`,
  quote: (text) => `«${text}»`,
  picture: 'Una imagen',
  more: (count) => (count === 1 ? 'Y un mensaje más.' : `Y ${countText(count, 'es')} mensajes más.`),
  answer: 'Leer y responder',
  messageReason:
    'Recibes este correo porque tenías un mensaje sin leer. Puedes desactivar los correos sobre mensajes en tus ajustes.',
};

const languages = { en, es };

export type UnreadMessage = { body: string; attachments: unknown };

function quote({ body, attachments }: UnreadMessage, { quote: inQuotes, picture }: typeof en): string {
  const content = body || (Array.isArray(attachments) && attachments.length > 0 ? picture : '');
  return inQuotes(content.length > longestQuote ? `${content.slice(0, longestQuote).trimEnd()}…` : content);
}

export function unreadMail(reader: Reader, from: string, unread: readonly UnreadMessage[], url: string): Mail {
  const texts = textsIn(languages, reader.locale);
  const more = unread.length - mostQuoted;
  return {
    to: reader,
    topic: 'message',
    kind: 'message',
    subject: unread.length === 1 ? texts.wrote(from) : texts.wroteMany(from, unread.length),
    heading: texts.wrote(from),
    paragraphs: [
      ...unread.slice(0, mostQuoted).map((message) => ({ quote: quote(message, texts) })),
      ...(more > 0 ? [texts.more(more)] : []),
    ],
    action: { label: texts.answer, url },
    reason: texts.messageReason,
  };
}
