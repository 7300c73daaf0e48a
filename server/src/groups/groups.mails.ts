import { textsIn } from '../platform/locale.ts';
import type { Mail, Reader } from '../platform/mail/mail.ts';
import type { NamedGroup } from './groups.access.ts';

const en = {
  subject: (brand: string) => `Welcome to ${brand}`,
  heading: (brand: string) => `You’re now a creator at ${brand}`,
  line: (group: string) => `You’re in the group ${group}. This is what it’s told first:`,
  button: 'Open your storefront',
  reason: (brand: string) => `You get this email because you started to work with ${brand}.`,
};

const es: typeof en = {
  subject: (brand) => `Te damos la bienvenida a ${brand}`,
  heading: (brand) => `Ya creas para ${brand}`,
  line: (group) => `Estás en el grupo ${group}. Esto es lo primero que se le cuenta:`,
  button: 'Abrir tu escaparate',
  reason: (brand) => `Recibes este correo porque has empezado a trabajar con ${brand}.`,
};

/** The welcome text of the group that a creator has joined, with the way to their storefront. */
export function welcomeMail(
  publicUrl: string,
  reader: Reader,
  { display_name: brand, slug }: { display_name: string; slug: string },
  group: Pick<NamedGroup, 'name' | 'welcome'>,
): Mail {
  const texts = textsIn({ en, es }, reader.locale);
  return {
    to: reader,
    topic: 'always',
    kind: 'group_welcome',
    subject: texts.subject(brand),
    heading: texts.heading(brand),
    paragraphs: [texts.line(group.name), { quote: group.welcome }],
    action: { label: texts.button, url: `${publicUrl}/manage/${slug}/products` },
    reason: texts.reason(brand),
  };
}
