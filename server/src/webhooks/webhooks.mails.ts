import type { Context } from '../context.ts';
import { textsIn } from '../platform/locale.ts';
import type { Mail, Reader } from '../platform/mail/mail.ts';

const en = {
  heading: (brand: string) => `We turned off a webhook of ${brand}`,
  failing: 'For three days, no request to this address succeeded:',
  gone: 'This address answered with the status 410, which asks us to stop:',
  kept: 'We keep what happens at your brand for 30 days. When the address works again, turn the webhook on and replay what it missed.',
  open: 'Open webhooks',
  reason: (brand: string) => `You get this email because you’re an owner of ${brand}.`,
};

const es: typeof en = {
  heading: (brand) => `Hemos desactivado un webhook de ${brand}`,
  failing: 'Durante tres días, ninguna petición a esta dirección ha tenido éxito:',
  gone: 'Esta dirección respondió con el estado 410, que nos pide que paremos:',
  kept: 'Guardamos durante 30 días lo que ocurre en tu marca. Cuando la dirección vuelva a funcionar, activa el webhook y reenvía lo que se perdió.',
  open: 'Abrir webhooks',
  reason: (brand) => `Recibes este correo porque eres titular de ${brand}.`,
};

type Off = { brand: string; slug: string; url: string; reason: 'failing' | 'gone' };

/** To an owner of a brand one of whose endpoints was turned off. */
export function endpointOffMail(ctx: Context, owner: Reader, { brand, slug, url, reason }: Off): Mail {
  const texts = textsIn({ en, es }, owner.locale);
  return {
    to: owner,
    topic: 'delivery',
    kind: 'webhook_off',
    subject: texts.heading(brand),
    heading: texts.heading(brand),
    paragraphs: [texts[reason], { quote: url }, texts.kept],
    action: { label: texts.open, url: `${ctx.config.publicUrl}/brand/${slug}/settings/webhooks` },
    reason: texts.reason(brand),
  };
}
