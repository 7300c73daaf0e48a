import type { RichText } from '@vitrine/contract/values/rich-text.ts';
import { textsIn } from '../platform/locale.ts';
import type { Mail, Reader } from '../platform/mail/mail.ts';

const en = {
  announces: (brand: string, title: string) => `${brand}: ${title}`,
  read: 'Read in the portal',
  reason: (brand: string) =>
    `You get this email because you work with ${brand}. You can turn off emails about announcements in your settings.`,
  test: (subject: string) => `Test: ${subject}`,
  testReason: 'You get this email because you sent yourself a test of an announcement. Creators don’t get it.',
  openDraft: 'Open the draft',
};

const es: typeof en = {
  announces: (brand, title) => `${brand}: ${title}`,
  read: 'Leer en el portal',
  reason: (brand) =>
    `Recibes este correo porque trabajas con ${brand}. Puedes desactivar los correos sobre anuncios en tus ajustes.`,
  test: (subject) => `Prueba: ${subject}`,
  testReason: 'Recibes este correo porque te has enviado una prueba de un anuncio. Los creadores no lo reciben.',
  openDraft: 'Abrir el borrador',
};

const languages = { en, es };

/** What an email shows of an announcement; pictures by complete addresses. Without `content`, `body` is plain text. */
export type MailedAnnouncement = {
  title: string;
  body: string;
  content: RichText | null;
  picture: { url: string; width: number; height: number; alt: string } | null;
  products: readonly { title: string; image: string | null; url: string }[];
};

function contentOf({ body, content, picture, products }: MailedAnnouncement): Mail['paragraphs'] {
  const text = content
    ? content.map((block) => ({ block }))
    : body.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
  return [...(picture ? [{ picture }] : []), ...text, ...(products.length > 0 ? [{ products }] : [])];
}

export function announcementMail(
  reader: Reader,
  from: { brand: string; url: string },
  announced: MailedAnnouncement,
): Mail {
  const texts = textsIn(languages, reader.locale);
  return {
    to: reader,
    topic: 'announcement',
    kind: 'announcement',
    subject: texts.announces(from.brand, announced.title),
    heading: announced.title,
    paragraphs: contentOf(announced),
    action: { label: texts.read, url: from.url },
    reason: texts.reason(from.brand),
  };
}

/** The same to the member of the staff who writes it, however they set their own emails. */
export function announcementTestMail(
  reader: Reader,
  from: { brand: string; url: string },
  announced: MailedAnnouncement,
): Mail {
  const texts = textsIn(languages, reader.locale);
  const mail = announcementMail(reader, from, announced);
  return {
    ...mail,
    topic: 'always',
    subject: texts.test(mail.subject),
    action: { label: texts.openDraft, url: from.url },
    reason: texts.testReason,
  };
}
