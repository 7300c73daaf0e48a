import type { Mail, Reader } from '../platform/mail/mail.ts';
import { wordsIn } from '../platform/spoken.ts';

const en = {
  subject: (name: string) => `${name} asks you to connect again`,
  heading: (name: string) => `${name} is not connected any more`,
  lines: (name: string, handle: string) => [
    `${name} no longer gives us the figures of @${handle}: its permission has ended or was taken back.`,
    'What we have so far stays yours. Days until you connect again are shown as a gap, never as a zero.',
  ],
  deed: (name: string) => `Connect ${name} again`,
  reason: 'You get this because you linked this account. You can switch these mails off in your settings.',
};

const es: typeof en = {
  subject: (name) => `${name} te pide que vuelvas a conectar`,
  heading: (name) => `${name} ya no está conectado`,
  lines: (name, handle) => [
    `${name} ya no nos da las cifras de @${handle}: su permiso ha terminado o se ha retirado.`,
    'Lo que tenemos hasta ahora sigue siendo tuyo. Los días hasta que vuelvas a conectar se muestran en blanco, nunca como un cero.',
  ],
  deed: (name) => `Volver a conectar ${name}`,
  reason: 'Recibes este correo porque vinculaste esta cuenta. Puedes desactivar estos correos en tus ajustes.',
};

export function reconnectMail(publicUrl: string, creator: Reader, platform: string, handle: string): Mail {
  const words = wordsIn({ en, es }, creator.locale);
  return {
    to: creator,
    topic: 'social',
    kind: 'social_expired',
    subject: words.subject(platform),
    heading: words.heading(platform),
    paragraphs: words.lines(platform, handle),
    action: { label: words.deed(platform), url: `${publicUrl}/social-insights` },
    reason: words.reason,
  };
}
