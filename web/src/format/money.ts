import { currencyDecimals } from '@vitrine/contract/values/amounts.ts';
import { numberFormat } from '@vitrine/contract/values/formatters.ts';
import { formatTick } from './numbers.ts';
import { currentRegion } from './locale.ts';

type Money = { amount: string; currency: string };

/** The decimal text of whole minor units, exact at any size: "-5" in USD is "-0.05". */
export function decimalOf({ amount, currency }: Money): `${number}` {
  const decimals = currencyDecimals(currency);
  const sign = amount.startsWith('-') ? '-' : '';
  const digits = amount.replace('-', '').padStart(decimals + 1, '0');
  const cut = digits.length - decimals;
  const text = decimals === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, cut)}.${digits.slice(cut)}`;
  // Intl formats a decimal string exactly, without a floating-point number in between.
  return text as `${number}`;
}

/** Money as a form shows it, without its currency: "25.00". */
export function plainDecimal(money: Money): string {
  return decimalOf(money);
}

/** Money from minor units, never rounded. */
export function formatMoney(money: Money, locale = currentRegion()): string {
  const decimals = currencyDecimals(money.currency);
  const format = numberFormat(locale, {
    style: 'currency',
    currency: money.currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return format.format(decimalOf(money));
}

/** An amount on a chart's axis, whose ticks are `step` apart, in whole units of its currency. */
export function formatMoneyTick(value: number, step: number, currency: string, locale = currentRegion()): string {
  const digits = Number.isInteger(value) || value >= 1000 ? 0 : 2;
  const parts = numberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  }).formatToParts(value);
  return parts
    .map((part) => (part.type === 'integer' && value >= 1000 ? formatTick(value, step, locale) : part.value))
    .join('');
}

/** `more` minus `less`, both in one currency. */
export function difference(more: Money, less: Money): Money {
  return { amount: (BigInt(more.amount) - BigInt(less.amount)).toString(), currency: more.currency };
}

export function isZero(money: Money): boolean {
  return BigInt(money.amount) === 0n;
}

export function isNegative(money: Money): boolean {
  return money.amount.startsWith('-');
}

export function withoutSign(money: Money): Money {
  return { amount: money.amount.replace('-', ''), currency: money.currency };
}
