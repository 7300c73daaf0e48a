import { currencyDecimals } from '@vitrine/contract/values/amounts.ts';
import { Unreadable } from './shop.ts';

/** Noise of floating point, as in 17.990000000000002, is less than a millionth of the currency's unit. */
const noiseDecimals = 6;

/**
 * A decimal as shop software writes it, as text or as a number, in minor units of the currency; undefined if it isn't
 * one, or has decimals that the currency doesn't have and that are more than noise.
 */
export function readDecimal(value: string | number, currency: string): bigint | undefined {
  const found = /^(-?)(\d{1,15})(?:\.(\d{1,30}))?$/.exec(String(value).trim());
  if (!found) return undefined;
  const fraction = (found[3] ?? '').padEnd(noiseDecimals, '0');
  const scale = 10n ** BigInt(fraction.length - currencyDecimals(currency));
  const exact = BigInt(`${found[2]}${fraction}`);
  const amount = (exact + scale / 2n) / scale;
  const noise = exact > amount * scale ? exact - amount * scale : amount * scale - exact;
  if (noise !== 0n && noise >= 10n ** BigInt(fraction.length - noiseDecimals)) return undefined;
  return found[1] === '-' ? -amount : amount;
}

/** The same for an amount that is never negative. Throws Unreadable with the name of its field. */
export function readShopAmount(value: string | number, currency: string, field: string): bigint {
  const amount = readDecimal(value, currency);
  if (amount === undefined || amount < 0n) throw new Unreadable(field);
  return amount;
}
