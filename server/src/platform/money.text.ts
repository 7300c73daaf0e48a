import { currencyDecimals } from '@vitrine/contract/values/amounts.ts';
import { numberFormat } from '@vitrine/contract/values/formatters.ts';
import { localeOf } from './locale.ts';

/** Minor units as a decimal, with all its digits: 1250 is 12.50. */
export function decimalText(amount: bigint, currency: string): string {
  const decimals = currencyDecimals(currency);
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0');
  const sign = amount < 0n ? '-' : '';
  if (decimals === 0) return `${sign}${digits}`;
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** The same formatted for a locale: $1,234.50. */
export function moneyText(amount: bigint, currency: string, locale = 'en'): string {
  const decimals = currencyDecimals(currency);
  return numberFormat(localeOf(locale), {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    // Decimal text is formatted exactly; the type just requires a number.
  }).format(decimalText(amount, currency) as `${number}`);
}
