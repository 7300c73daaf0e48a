import type { Context } from '../context.ts';
import { textsIn } from '../platform/locale.ts';
import { momentText } from '../platform/locale.ts';
import type { Mail, Reader } from '../platform/mail/mail.ts';
import { moneyText } from '../platform/money.text.ts';

// Emails about objections: to the staff who answer them, and to the creator with the answer.

const en = {
  creator: 'Creator',
  order: 'Order',
  product: 'Product',
  amount: 'Declined commission',
  due: 'Answer by',
  brand: 'Brand',
  sent: {
    heading: (creator: string) => `${creator} objects to a declined commission`,
    line: 'You declined this commission. The creator writes:',
    deadline: (at: string) =>
      `Please answer by ${at}. Without an answer, the commission is credited again automatically.`,
    action: 'Answer objection',
    reason: (brand: string) => `You get this email because you review orders of ${brand}.`,
  },
  answered: {
    accepted: (brand: string) => `${brand} accepted your objection`,
    rejected: (brand: string) => `${brand} rejected your objection`,
    lapsed: (brand: string) => `Your objection to ${brand} was decided for you`,
    credited: 'The commission is credited again. It’s pending until its return window has ended.',
    unanswered: 'The brand didn’t answer in time. The commission is credited again.',
    stays: 'The commission stays declined.',
    words: 'This is what they wrote:',
    action: 'View order',
    reason:
      'You get this email because you objected to a decision. You can turn off emails about commissions and payouts in your settings.',
  },
};

const es: typeof en = {
  creator: 'Creador',
  order: 'Pedido',
  product: 'Producto',
  amount: 'Comisión rechazada',
  due: 'Responder antes del',
  brand: 'Marca',
  sent: {
    heading: (creator) => `${creator} reclama contra una comisión rechazada`,
    line: 'Rechazaste esta comisión. El creador escribe:',
    deadline: (at) => `Responde antes del ${at}. Sin respuesta, la comisión se vuelve a acreditar automáticamente.`,
    action: 'Responder a la reclamación',
    reason: (brand) => `Recibes este correo porque revisas los pedidos de ${brand}.`,
  },
  answered: {
    accepted: (brand) => `${brand} aceptó tu reclamación`,
    rejected: (brand) => `${brand} rechazó tu reclamación`,
    lapsed: (brand) => `Tu reclamación a ${brand} se resolvió a tu favor`,
    credited: 'La comisión se vuelve a acreditar. Está pendiente hasta que termine su plazo de devolución.',
    unanswered: 'La marca no respondió a tiempo. La comisión se vuelve a acreditar.',
    stays: 'La comisión sigue rechazada.',
    words: 'Esto es lo que escribió:',
    action: 'Ver el pedido',
    reason:
      'Recibes este correo porque reclamaste contra una decisión. Puedes desactivar los correos sobre comisiones y pagos en tus ajustes.',
  },
};

export type ObjectionNews = {
  orderId: string;
  reference: string | null;
  title: string;
  amount: bigint;
  currency: string;
  text: string;
  dueAt: Date;
  creator: string;
  brand: string;
  slug: string;
};

export function objectionMail(ctx: Context, to: Reader, of: ObjectionNews): Mail {
  const texts = textsIn({ en, es }, to.locale);
  const heading = texts.sent.heading(of.creator);
  const due = momentText(of.dueAt, to);
  return {
    to,
    topic: 'claim',
    kind: 'objection_received',
    subject: heading,
    heading,
    paragraphs: [texts.sent.line, { quote: of.text }, texts.sent.deadline(due)],
    facts: [
      [texts.creator, of.creator],
      [texts.order, of.reference ?? of.orderId],
      [texts.product, of.title],
      [texts.amount, moneyText(of.amount, of.currency, to.locale)],
      [texts.due, due],
    ],
    action: { label: texts.sent.action, url: `${ctx.config.publicUrl}/brand/${of.slug}/objections` },
    reason: texts.sent.reason(of.brand),
  };
}

export type AnsweredObjection = {
  orderId: string;
  state: 'accepted' | 'rejected' | 'lapsed';
  answer: string | null;
  brand: { name: string; slug: string };
};

export function objectionAnsweredMail(ctx: Context, to: Reader, of: AnsweredObjection): Mail {
  const texts = textsIn({ en, es }, to.locale);
  const { answered } = texts;
  const heading = answered[of.state](of.brand.name);
  const outcome = { accepted: answered.credited, rejected: answered.stays, lapsed: answered.unanswered }[of.state];
  const explanation = new URLSearchParams({ order: of.orderId, merchant: of.brand.slug });
  return {
    to,
    topic: 'payout',
    kind: 'objection_answered',
    subject: heading,
    heading,
    paragraphs: [outcome, ...(of.answer ? [answered.words, { quote: of.answer }] : [])],
    facts: [
      [texts.brand, of.brand.name],
      [texts.order, of.orderId],
    ],
    action: { label: answered.action, url: `${ctx.config.publicUrl}/earnings?${explanation.toString()}` },
    reason: answered.reason,
  };
}
