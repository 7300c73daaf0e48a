import type { Mail, Reader } from '../platform/mail/mail.ts';
import { textsIn } from '../platform/locale.ts';

const en = {
  subject: (name: string) => `Reconnect your ${name} account`,
  heading: (name: string) => `${name} is no longer connected`,
  lines: (name: string, handle: string) => [
    `We can’t get new figures for @${handle} because the permission on ${name} has expired or was revoked.`,
    'The figures we have so far are kept. The days until you reconnect are shown as missing, not as zero.',
  ],
  button: (name: string) => `Reconnect ${name}`,
  reason: 'You get this email because you connected this account. You can turn these emails off in your settings.',
};

const es: typeof en = {
  subject: (name) => `Vuelve a conectar tu cuenta de ${name}`,
  heading: (name) => `${name} ya no está conectado`,
  lines: (name, handle) => [
    `No podemos obtener cifras nuevas de @${handle} porque el permiso de ${name} ha caducado o se ha revocado.`,
    'Conservamos las cifras que tenemos hasta ahora. Los días hasta que vuelvas a conectar se muestran sin datos, no como cero.',
  ],
  button: (name) => `Volver a conectar ${name}`,
  reason: 'Recibes este correo porque conectaste esta cuenta. Puedes desactivar estos correos en tus ajustes.',
};

export function reconnectMail(publicUrl: string, creator: Reader, platform: string, handle: string): Mail {
  const texts = textsIn({ en, es }, creator.locale);
  return {
    to: creator,
    topic: 'social',
    kind: 'social_expired',
    subject: texts.subject(platform),
    heading: texts.heading(platform),
    paragraphs: texts.lines(platform, handle),
    action: { label: texts.button(platform), url: `${publicUrl}/social-insights` },
    reason: texts.reason,
  };
}
