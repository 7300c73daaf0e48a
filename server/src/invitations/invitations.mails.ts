import type { OfferedRule } from '@vitrine/contract/invitations.ts';
import type { Mail } from '../platform/mail/mail.ts';
import { moneyText } from '../platform/money.text.ts';
import { dayText, textsIn } from '../platform/locale.ts';
import { rateText } from '../terms/rate.texts.ts';
import type { Offer } from './invitations.offer.ts';

const shownRules = 5;

const en = {
  subject: (brand: string) => `${brand} invites you`,
  heading: (brand: string) => `${brand} would like to work with you`,
  hello: (name: string) => `Hi ${name},`,
  note: (note: string) => `“${note}”`,
  line: 'You pick the products you want to recommend, share them with your own links, and earn a commission on each sale. Here’s the offer:',
  everySale: 'Every sale from your links',
  until: (rate: string, day: string) => `${rate} until ${day}`,
  clickCounts: 'Attribution window',
  returns: 'Return window',
  days: (days: number) => (days === 1 ? '1 day' : `${days} days`),
  noDays: 'None',
  paidFrom: 'Minimum payout',
  button: 'View invitation',
  holds: (day: string) => `This invitation is just for you. It’s valid until ${day}.`,
  reason: (brand: string) =>
    `You get this email because ${brand} entered this address. If you’re not interested, you can ignore it.`,
};

const es: typeof en = {
  subject: (brand) => `${brand} te invita`,
  heading: (brand) => `A ${brand} le gustaría trabajar contigo`,
  hello: (name) => `Hola, ${name}:`,
  note: (note) => `«${note}»`,
  line: 'Eliges los productos que quieres recomendar, los compartes con tus propios enlaces y ganas una comisión por cada venta. Esta es la oferta:',
  everySale: 'Cada venta de tus enlaces',
  until: (rate, day) => `${rate} hasta el ${day}`,
  clickCounts: 'Ventana de atribución',
  returns: 'Plazo de devolución',
  days: (days) => (days === 1 ? '1 día' : `${days} días`),
  noDays: 'Ninguno',
  paidFrom: 'Pago mínimo',
  button: 'Ver la invitación',
  holds: (day) => `Esta invitación es solo para ti. Es válida hasta el ${day}.`,
  reason: (brand) =>
    `Recibes este correo porque ${brand} introdujo esta dirección. Si no te interesa, puedes ignorarlo.`,
};

type Texts = typeof en;

function ruleFact(rule: OfferedRule, texts: Texts, locale: string): [string, string] {
  const rate = rateText(rule, locale);
  const what = rule.product ?? rule.category ?? texts.everySale;
  if (rule.ends_on === null) return [what, rate];
  return [what, texts.until(rate, dayText(new Date(rule.ends_on), { locale, timeZone: 'UTC' }))];
}

function factsOf({ offer }: Offer, texts: Texts, locale: string): [string, string][] {
  const { amount, currency } = offer.payout_minimum;
  return [
    ...offer.rules.slice(0, shownRules).map((rule) => ruleFact(rule, texts, locale)),
    [texts.clickCounts, texts.days(offer.window_days)],
    [texts.returns, offer.return_days === 0 ? texts.noDays : texts.days(offer.return_days)],
    [texts.paidFrom, moneyText(BigInt(amount), currency, locale)],
  ];
}

export type InvitationLetter = {
  to: string;
  /** Whom it greets; empty: nobody by name. */
  name: string;
  locale: string;
  code: string;
  url: string;
  note: string;
  expiresAt: Date;
  offer: Offer;
};

/** An invitation to one address. The code is in the fragment of `url`. */
export function invitationMail({ locale, offer, name, note, ...letter }: InvitationLetter): Mail {
  const texts = textsIn({ en, es }, locale);
  const brand = offer.merchant.display_name;
  const to = { address: letter.to, locale, project: offer.project, timeZone: 'UTC' };
  return {
    to,
    topic: 'always',
    kind: 'invitation',
    subject: texts.subject(brand),
    heading: texts.heading(brand),
    paragraphs: [...(name ? [texts.hello(name)] : []), ...(note ? [{ quote: texts.note(note) }] : []), texts.line],
    facts: factsOf(offer, texts, locale),
    action: { label: texts.button, url: letter.url },
    secrets: { values: [letter.code], expireAt: letter.expiresAt, subjectUser: null },
    afterword: [texts.holds(dayText(letter.expiresAt, to))],
    reason: texts.reason(brand),
  };
}
