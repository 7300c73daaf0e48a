import type { Product } from '@vitrine/contract/storefront.ts';
import type { AccountAccess } from '../creators/creators.access.ts';
import type { Tx } from '../platform/database/database.ts';
import { ratesAhead } from '../terms/own.rates.ts';

type Goods = { sku: string; category: string };

/** The commission rate of each product for this creator at the given time, null if no rule applies; and the next one. */
export async function ratesNow(
  tx: Tx,
  { merchantId, merchantAccountId }: AccountAccess,
  at: Date,
): Promise<(goods: Goods) => Pick<Product, 'commission' | 'commission_then'>> {
  return ratesAhead(tx, { merchantId, merchantAccountId }, at);
}
