import * as z from 'zod/mini';

/** Minor units above this are refused on the wire: beyond it a number in another program would lose cents. */
export const largestAmount = 9_007_199_254_740_991n;

export const currencyCode = z
  .string()
  .check(z.regex(/^[A-Z]{3}$/, 'must be a currency code of three capital letters, like USD'));

const amountText = 'must be a whole number of minor units as text, like "1250" for 12.50';

function withinBounds(text: string): boolean {
  const digits = text.replace('-', '');
  return digits.length <= 16 && BigInt(digits) <= largestAmount;
}

/** `{ "amount": "1250", "currency": "USD" }`: whole minor units as text, zero or more. */
export const money = z.strictObject({
  amount: z
    .string()
    .check(
      z.regex(/^(0|[1-9][0-9]*)$/, { error: amountText, abort: true }),
      z.refine(withinBounds, 'must not be above 9007199254740991'),
    ),
  currency: currencyCode,
});
export type Money = z.output<typeof money>;

/** Money that may be below zero: balances after a refund, differences. */
export const signedMoney = z.strictObject({
  amount: z.string().check(z.regex(/^(0|-?[1-9][0-9]*)$/, amountText)),
  currency: currencyCode,
});
export type SignedMoney = z.output<typeof signedMoney>;

export function toMoney(amount: bigint, currency: string): { amount: string; currency: string } {
  return { amount: amount.toString(), currency };
}

/** ISO 4217 codes whose minor unit is not a hundredth; everything else has two decimals. */
const decimalsByCurrency: Record<string, number> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
};

/** How many decimals a currency's main unit has in minor units (ISO 4217). */
export function currencyDecimals(currency: string): number {
  return decimalsByCurrency[currency] ?? 2;
}

/** The codes that are accepted where a shop names a currency: those the runtime can name (ISO 4217). */
export function isKnownCurrency(currency: string): boolean {
  return Intl.supportedValuesOf('currency').includes(currency);
}

/** Parts per 10,000 of an amount, rounded half up to the minor unit. Exact: no floating point. */
export function portion(amount: bigint, rate: number): bigint {
  return divideHalfUp(amount * BigInt(rate), 10_000n);
}

/** a / b rounded half away from zero to a whole number; b > 0. */
export function divideHalfUp(a: bigint, b: bigint): bigint {
  return a >= 0n ? (2n * a + b) / (2n * b) : -((-2n * a + b) / (2n * b));
}

/** A decimal text such as a shop platform sends ("129.90") as minor units; undefined where it is none or too fine. */
export function parseDecimal(text: string, currency: string): bigint | undefined {
  const found = /^(-?)(\d{1,15})(?:\.(\d{1,6}))?$/.exec(text.trim());
  if (!found) return undefined;
  const decimals = currencyDecimals(currency);
  const fraction = (found[3] ?? '').padEnd(decimals, '0');
  if (/[1-9]/.test(fraction.slice(decimals))) return undefined;
  const value = BigInt(`${found[2]}${fraction.slice(0, decimals)}`);
  return found[1] === '-' ? -value : value;
}
