import { readDecimal } from '../shop.amounts.ts';
import { Unreadable } from '../shop.ts';
import type { MoneySet } from './shopify.schemas.ts';

export type ShopifyAmount = { plain: string | number | null | undefined; set: MoneySet; field: string };

/** An amount in the order's currency, which is the shop's; null if there is none. It can be negative. */
export function readSignedMoney({ plain, set, field }: ShopifyAmount, currency: string): bigint | null {
  const shop = set?.shop_money;
  if (shop?.currency_code !== undefined && shop.currency_code !== currency)
    throw new Unreadable(`${field}_set.shop_money.currency_code`);
  const text = shop?.amount ?? plain;
  if (text === null || text === undefined) return null;
  const amount = readDecimal(text, currency);
  if (amount === undefined) throw new Unreadable(field);
  return amount;
}

/** The same for an amount that is never negative. */
export function readMoney(amount: ShopifyAmount, currency: string): bigint | null {
  const read = readSignedMoney(amount, currency);
  if (read !== null && read < 0n) throw new Unreadable(amount.field);
  return read;
}
