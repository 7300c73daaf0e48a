import type { Context } from '../context.ts';
import { textsIn } from '../platform/locale.ts';
import type { Mail, Reader } from '../platform/mail/mail.ts';

// Emails about claims: to the staff who answer them, and to the creator with the answer.

const en = {
  creator: 'Creator',
  order: 'Order',
  brand: 'Brand',
  sent: {
    heading: (creator: string) => `${creator} asks about an order that wasn’t credited`,
    line: 'The creator writes:',
    action: 'Answer claim',
    reason: (brand: string) => `You get this email because you review orders of ${brand}.`,
  },
  answered: {
    credited: (brand: string) => `${brand} credited your claim`,
    rejected: (brand: string) => `${brand} rejected your claim`,
    line: 'This is what they wrote:',
    available: 'The amount is in your available balance.',
    action: 'View claim',
    reason:
      'You get this email because you asked about an order. You can turn off emails about commissions and payouts in your settings.',
  },
};

const es: typeof en = {
  creator: 'Creador',
  order: 'Pedido',
  brand: 'Marca',
  sent: {
    heading: (creator) => `${creator} pregunta por un pedido que no se acreditó`,
    line: 'El creador escribe:',
    action: 'Responder',
    reason: (brand) => `Recibes este correo porque revisas los pedidos de ${brand}.`,
  },
  answered: {
    credited: (brand) => `${brand} acreditó tu consulta`,
    rejected: (brand) => `${brand} rechazó tu consulta`,
    line: 'Esto es lo que escribió:',
    available: 'El importe está en tu saldo disponible.',
    action: 'Ver la consulta',
    reason:
      'Recibes este correo porque preguntaste por un pedido. Puedes desactivar los correos sobre comisiones y pagos en tus ajustes.',
  },
};

type SentClaim = { creator: string; order: string; note: string; brand: string; slug: string };

export function claimMail(ctx: Context, to: Reader, of: SentClaim): Mail {
  const { sent, ...texts } = textsIn({ en, es }, to.locale);
  const heading = sent.heading(of.creator);
  return {
    to,
    topic: 'claim',
    kind: 'claim_received',
    subject: heading,
    heading,
    paragraphs: [sent.line, { quote: of.note }],
    facts: [
      [texts.creator, of.creator],
      [texts.order, of.order],
    ],
    action: { label: sent.action, url: `${ctx.config.publicUrl}/brand/${of.slug}/claims` },
    reason: sent.reason(of.brand),
  };
}

type AnsweredClaim = { order: string; state: 'credited' | 'rejected'; reply: string; brand: string };

export function claimAnsweredMail(ctx: Context, to: Reader, of: AnsweredClaim): Mail {
  const { answered, ...texts } = textsIn({ en, es }, to.locale);
  const heading = answered[of.state](of.brand);
  return {
    to,
    topic: 'payout',
    kind: 'claim_answered',
    subject: heading,
    heading,
    paragraphs: [...(of.state === 'credited' ? [answered.available] : []), answered.line, { quote: of.reply }],
    facts: [
      [texts.brand, of.brand],
      [texts.order, of.order],
    ],
    action: { label: answered.action, url: `${ctx.config.publicUrl}/earnings?view=unearned` },
    reason: answered.reason,
  };
}
