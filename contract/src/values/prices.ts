// Prices as people and spreadsheets write them.
import { currencyDecimals, parseDecimal } from './amounts.ts';

const decimal = /^(\d{1,15})[.,](\d{1,6})$/;
const grouped = /^[1-9]\d{0,2}(?:(?:\.\d{3}){2,}|(?:,\d{3}){2,}|(?:\.\d{3})+,\d{1,6}|(?:,\d{3})+\.\d{1,6})$/;
/** One separator and three digits: thousands in some countries, decimals in others. */
const undecided = /^[1-9]\d{0,2}[.,]\d{3}$/;

/**
 * Whether a price has two possible meanings. `1.350` is 1,350 in Berlin and 1.35 in Boston, and the rest of the file
 * doesn't tell which, because a file may mix both. The exception is a currency with three decimals and a decimal point:
 * 1.350 KWD is the notation we ask for. `0.350`, `1.350,00` and `12345.670` have only one meaning.
 */
export function isAmbiguousPrice(text: string, currency: string): boolean {
  const written = text.trim();
  return undecided.test(written) && !(written.includes('.') && currencyDecimals(currency) === 3);
}

/** The two meanings of an ambiguous price in minor units: as thousands, and as decimals if the currency has that many. */
export function readingsOf(text: string, currency: string): [bigint | undefined, bigint | undefined] {
  const written = text.trim();
  return [parseDecimal(written.replace(/[.,]/, ''), currency), parseDecimal(written.replace(',', '.'), currency)];
}

function normalize(written: string): string {
  if (grouped.test(written)) {
    const last = Math.max(written.lastIndexOf('.'), written.lastIndexOf(','));
    const isMixed = written.includes('.') && written.includes(',');
    const whole = isMixed ? written.slice(0, last) : written;
    return `${whole.replaceAll(/[.,]/g, '')}${isMixed ? `.${written.slice(last + 1)}` : ''}`;
  }
  return decimal.test(written) ? written.replace(',', '.') : written;
}

/** A price as minor units: 24.90, 24,90, 1.350,00 or 1,350.00. Undefined if it is not a price, has too many decimals, or is ambiguous. */
export function parsePrice(text: string, currency: string): bigint | undefined {
  if (isAmbiguousPrice(text, currency)) return undefined;
  return parseDecimal(normalize(text.trim()), currency);
}
