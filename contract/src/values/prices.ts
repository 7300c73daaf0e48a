// Prices as people, spreadsheets and shops write them. What could mean two things is never guessed: it is refused, or read
// as the brand writes numbers.
import * as z from 'zod/mini';
import { currencyDecimals, parseDecimal } from './amounts.ts';
import { currenciesOf } from './currency-signs.ts';

/** How a brand writes numbers: what groups thousands, and what comes before the decimals. */
export const priceFormat = z.enum(['comma_point', 'point_comma', 'space_comma', 'apostrophe_point']);
export type PriceFormat = z.output<typeof priceFormat>;

const marks: Record<PriceFormat, { group: string; point: string }> = {
  comma_point: { group: ',', point: '.' },
  point_comma: { group: '.', point: ',' },
  space_comma: { group: ' ', point: ',' },
  apostrophe_point: { group: "'", point: '.' },
};

/** A price in a notation: 1234.5 is `1,234.50` in the first one. The amount is in minor units. */
export function writePrice(amount: bigint, currency: string, format: PriceFormat): string {
  const { group, point } = marks[format];
  const decimals = currencyDecimals(currency);
  const digits = amount.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals).replaceAll(/\B(?=(?:\d{3})+$)/g, group);
  return decimals === 0 ? whole : `${whole}${point}${digits.slice(-decimals)}`;
}

export type PriceText =
  /** In minor units; undefined if it has more decimals than the currency. */
  | { kind: 'price'; amount: bigint | undefined }
  /** As thousands and as decimals, in minor units. */
  | { kind: 'ambiguous'; readings: [bigint | undefined, bigint | undefined] }
  /** `codes` are the currencies that the sign can stand for. */
  | { kind: 'other_currency'; sign: string; codes: readonly string[] }
  | { kind: 'not_a_price' };

const longest = 100;

/** Full-width characters, all kinds of spaces, apostrophes and minus signs as the plain ones; without direction marks. */
function plain(text: string): string {
  return text
    .replaceAll(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replaceAll(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replaceAll('\uffe5', '¥')
    .replaceAll('\uffe1', '£')
    .replaceAll(/[\s\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
    .replaceAll(/[\u2019\u02bc\u2032\u00b4`]/g, "'")
    .replaceAll('\u2212', '-')
    .trim();
}

/** A price without its currency: the digits with their marks, and whether a dash stands for the decimals, as in `24,-`. */
type Written = { core: string; isNegative: boolean; dash: string | undefined; signs: string[] };

const parts = /^([^\d]*)(\d(?:[\d.,' ]*\d)?)([^\d]*)$/;
const leadingMinus = /^- ?|(?:(?<=\S) ?|^)-$/;
const trailingDash = /^ ?([.,:])(?:-{1,2}|\u2013|\u2014)(?: |$)/;
const signInside = /^(\d[\d ]*)([€£$])(\d{2})$/;

function split(text: string): Written | undefined {
  const inside = signInside.exec(text);
  if (inside)
    return { core: `${inside[1]}.${inside[3]}`, isNegative: false, dash: undefined, signs: [inside[2] ?? ''] };
  const found = parts.exec(text);
  if (!found) return undefined;
  const [, before = '', core = '', after = ''] = found;
  const dash = trailingDash.exec(after)?.[1];
  const front = before.trimEnd();
  const signs = [front.replace(leadingMinus, ''), dash === undefined ? after : after.replace(trailingDash, '')];
  return {
    core,
    isNegative: leadingMinus.test(front),
    dash,
    signs: signs.map((sign) => sign.trim()).filter((sign) => sign !== ''),
  };
}

const grouped: Record<string, RegExp> = {
  '.': /^[1-9]\d{0,2}(?:\.\d{3})+$/,
  // India groups by two above the thousands: 1,29,900.
  ',': /^[1-9]\d{0,2}(?:,\d{3})+$|^[1-9]\d?(?:,\d{2})+,\d{3}$/,
  ' ': /^[1-9]\d{0,2}(?: \d{3})+$/,
  "'": /^[1-9]\d{0,2}(?:'\d{3})+$/,
};

/** The decimal text of a number with these two marks, undefined if it isn't written with them. */
function readAs(core: string, group: string, point: string): string | undefined {
  const [whole = '', fraction, ...more] = core.split(point);
  if (more.length > 0 || (fraction !== undefined && !/^\d{1,6}$/.test(fraction))) return undefined;
  if (!/^\d{1,15}$/.test(whole) && !grouped[group]?.test(whole)) return undefined;
  const digits = whole.replaceAll(group, '');
  return digits.length > 15 ? undefined : fraction === undefined ? digits : `${digits}.${fraction}`;
}

const everyNotation = ['.', ',', ' ', "'"].flatMap((group) =>
  ['.', ','].filter((point) => point !== group).map((point) => ({ group, point })),
);

const sameNumber = (decimal: string) =>
  decimal
    .replace(/^0+(?=\d)/, '')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');

/** All numbers that the text can mean, each as a decimal. */
function readingsIn(core: string): string[] {
  const found = new Map<string, string>();
  for (const { group, point } of everyNotation) {
    const decimal = readAs(core, group, point);
    if (decimal !== undefined && !found.has(sameNumber(decimal))) found.set(sameNumber(decimal), decimal);
  }
  return [...found.values()];
}

const fractionOf = (decimal: string) => decimal.split('.')[1] ?? '';

/** One mark and three digits: thousands in some countries, decimals in others. */
const isUndecided = (core: string) => /^[1-9]\d{0,2}[.,]\d{3}$/.test(core);

/**
 * How the writer of a price writes numbers. `unknown`: nobody has said. Undefined: in a field of a form that asks for
 * 1234.50, so that 1.350 is read with decimals if the currency has three.
 */
export type Notation = PriceFormat | 'unknown' | undefined;

const ambiguous = Symbol('ambiguous');

function readCore(core: string, currency: string, notation: Notation): string | undefined | typeof ambiguous {
  const decimals = currencyDecimals(currency);
  if (notation !== undefined && notation !== 'unknown') {
    const { group, point } = marks[notation];
    const own = readAs(core, group, point);
    // Three decimals in a currency with two are more likely the thousands of someone who writes numbers another way.
    if (own !== undefined) return isUndecided(core) && fractionOf(own).length > decimals ? ambiguous : own;
  }
  if (isUndecided(core)) return notation === undefined && decimals === 3 && core.includes('.') ? core : ambiguous;
  const [first, second] = readingsIn(core);
  return second === undefined ? first : ambiguous;
}

/** The meaning of a price in a currency, as a brand that writes numbers this way means it. */
export function readPrice(text: string, currency: string, notation?: Notation): PriceText {
  const written = text.length > longest ? undefined : split(plain(text));
  if (!written) return { kind: 'not_a_price' };
  for (const sign of written.signs) {
    const codes = currenciesOf(sign);
    if (codes === undefined) return { kind: 'not_a_price' };
    if (!codes.includes(currency)) return { kind: 'other_currency', sign, codes };
  }
  const { core, dash, isNegative } = written;
  // In `1.299,-` the comma stands before the decimals, so the point groups.
  const decimal = dash === undefined ? readCore(core, currency, notation) : wholeNumber(core);
  if (decimal === undefined) return { kind: 'not_a_price' };
  if (decimal === ambiguous) return { kind: 'ambiguous', readings: bothReadings(core, currency) };
  return { kind: 'price', amount: parseDecimal(`${isNegative ? '-' : ''}${decimal}`, currency) };
}

function wholeNumber(core: string): string | undefined {
  if (/^\d{1,15}$/.test(core)) return core;
  const isGrouped = core.length <= 20 && Object.values(grouped).some((groups) => groups.test(core));
  return isGrouped ? core.replaceAll(/\D/g, '') : undefined;
}

const bothReadings = (core: string, currency: string): [bigint | undefined, bigint | undefined] => [
  parseDecimal(core.replace(/[.,]/, ''), currency),
  parseDecimal(core.replace(',', '.'), currency),
];

/**
 * Whether a price has two possible meanings. `1.350` is 1,350 in Berlin and 1.35 in Boston, and the rest of the file
 * doesn't tell which, because a file may mix both. `0.350`, `1.350,00` and `12345.670` have only one meaning.
 */
export function isAmbiguousPrice(text: string, currency: string, notation?: Notation): boolean {
  return readPrice(text, currency, notation).kind === 'ambiguous';
}

/** The two meanings of an ambiguous price in minor units: as thousands, and as decimals if the currency has that many. */
export function readingsOf(text: string, currency: string): [bigint | undefined, bigint | undefined] {
  const read = readPrice(text, currency, 'unknown');
  return read.kind === 'ambiguous' ? read.readings : [undefined, undefined];
}

/** A price as minor units. Undefined if it is not a price, is ambiguous, in another currency, or has too many decimals. */
export function parsePrice(text: string, currency: string, notation?: Notation): bigint | undefined {
  const read = readPrice(text, currency, notation);
  return read.kind === 'price' ? read.amount : undefined;
}
