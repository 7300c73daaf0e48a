// Amounts of money in whole minor units, and calculations with them.

/** The largest amount in any request, in minor units (2^53 − 1): above it, programs that use floating point would lose cents. */
export const largestAmount = 9_007_199_254_740_991n;

/**
 * The most that one order, refund, price or bonus can be, in minor units: ten billion with two decimals. Nothing that is
 * sold costs more, and sums of any number of them are exact in every part of Vitrine.
 */
export const largestSale = 1_000_000_000_000n;

export function toMoney(amount: bigint, currency: string): { amount: string; currency: string } {
  return { amount: amount.toString(), currency };
}

/** ISO 4217 codes whose minor unit is not a hundredth; everything else has two decimals. */
const decimalsByCurrency: ReadonlyMap<string, number> = new Map(
  Object.entries({
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
  }),
);

/** Number of decimals of a currency (ISO 4217). */
export function currencyDecimals(currency: string): number {
  return decimalsByCurrency.get(currency) ?? 2;
}

/** Whether a shop may use this currency code: those that the JavaScript runtime knows (ISO 4217). */
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

/** Parses a decimal such as "129.90" to minor units; undefined if it is not a decimal or has too many decimals. */
export function parseDecimal(text: string, currency: string): bigint | undefined {
  const found = /^(-?)(\d{1,15})(?:\.(\d{1,6}))?$/.exec(text.trim());
  if (!found) return undefined;
  const decimals = currencyDecimals(currency);
  const fraction = (found[3] ?? '').padEnd(decimals, '0');
  if (/[1-9]/.test(fraction.slice(decimals))) return undefined;
  const value = BigInt(`${found[2]}${fraction.slice(0, decimals)}`);
  return found[1] === '-' ? -value : value;
}
