import type { Rate } from '@vitrine/contract/values/rates.ts';
import { countText, dayText, textsIn } from '../platform/locale.ts';
import type { Mail, Reader } from '../platform/mail/mail.ts';
import type { RateCut } from './rate.cuts.ts';
import { rateText } from './rate.texts.ts';

const mostLines = 10;

const en = {
  subject: (brand: string, day: string) => `${brand} lowers commissions on ${day}`,
  heading: (brand: string) => `${brand} changes what you earn`,
  intro: (brand: string, day: string) =>
    `From ${day}, ${brand} pays you less for the products below. Clicks before that day keep the old rate, whenever the order comes.`,
  cut: (product: string, before: string, after: string, day: string) => `${product}: ${before} → ${after} from ${day}`,
  ofNew: (product: string) => `${product} (new customers)`,
  nothing: 'no commission',
  others: 'All other products',
  more: (count: number) => (count === 1 ? 'And 1 more product.' : `And ${countText(count, 'en')} more products.`),
  note: (note: string) => `“${note}”`,
  action: 'See your rates',
  reason: (brand: string) =>
    `You get this email because ${brand} must tell you before it lowers your commission. You can turn off emails about rate changes in your settings.`,
};

const es: typeof en = {
  subject: (brand, day) => `${brand} baja las comisiones el ${day}`,
  heading: (brand) => `${brand} cambia lo que ganas`,
  intro: (brand, day) =>
    `A partir del ${day}, ${brand} te paga menos por los productos siguientes. Los clics anteriores a ese día conservan la comisión anterior, llegue cuando llegue el pedido.`,
  cut: (product, before, after, day) => `${product}: ${before} → ${after} a partir del ${day}`,
  ofNew: (product) => `${product} (clientes nuevos)`,
  nothing: 'sin comisión',
  others: 'Todos los demás productos',
  more: (count) => (count === 1 ? 'Y 1 producto más.' : `Y ${countText(count, 'es')} productos más.`),
  note: (note) => `«${note}»`,
  action: 'Ver tus comisiones',
  reason: (brand) =>
    `Recibes este correo porque ${brand} debe avisarte antes de bajar tu comisión. Puedes desactivar los correos sobre cambios de comisión en tus ajustes.`,
};

const languages = { en, es };

/** What a creator is told: `cuts` are for products by name, and for others only if no product of the catalog is cut. */
export type CutNews = { brand: string; note: string; url: string; cuts: readonly RateCut[] };

export function firstDay(cuts: readonly RateCut[]): Date | undefined {
  return cuts.map(({ from }) => from).toSorted((a, b) => Number(a) - Number(b))[0];
}

export function rateCutMail(reader: Reader, { brand, note, url, cuts }: CutNews, first: Date): Mail {
  const texts = textsIn(languages, reader.locale);
  const day = (at: Date) => dayText(at, reader);
  const label = (rate: Rate | null) => (rate ? rateText(rate, reader.locale) : texts.nothing);
  const named = cuts.filter(({ goods }) => goods.count > 0);
  const lineOf = ({ before, after, from, isOfNewCustomers }: RateCut, product: string) =>
    texts.cut(isOfNewCustomers ? texts.ofNew(product) : product, label(before), label(after), day(from));
  const lines =
    named.length > 0
      ? named.flatMap((cut) => cut.goods.titles.map((title) => lineOf(cut, title)))
      : cuts.slice(0, 1).map((cut) => lineOf(cut, cut.goods.category || texts.others));
  const total = named.length > 0 ? named.reduce((sum, { goods }) => sum + goods.count, 0) : lines.length;
  const shown = lines.slice(0, mostLines);
  const more = total - shown.length;
  return {
    to: reader,
    topic: 'rate_change',
    kind: 'rate_change',
    subject: texts.subject(brand, day(first)),
    heading: texts.heading(brand),
    paragraphs: [
      texts.intro(brand, day(first)),
      ...(note ? [{ quote: texts.note(note) }] : []),
      ...shown,
      ...(more > 0 ? [texts.more(more)] : []),
    ],
    action: { label: texts.action, url },
    reason: texts.reason(brand),
  };
}
