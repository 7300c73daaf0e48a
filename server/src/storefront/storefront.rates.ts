import type { Product } from '@vitrine/contract/storefront.ts';
import type { AccountAccess } from '../creators/creators.access.ts';
import type { Tx } from '../platform/database/database.ts';
import { chooseRule } from '../terms/rules.ts';
import { termsAt } from '../terms/terms.service.ts';

type Goods = { sku: string; category: string };

/** The commission rate of each product for this creator at the given time; null if no rule applies. */
export async function ratesNow(
  tx: Tx,
  account: AccountAccess,
  at: Date,
): Promise<(goods: Goods) => Product['commission']> {
  const terms = await termsAt(tx, account.merchantId, at);
  const { merchantAccountId } = account;
  return ({ sku, category }) => chooseRule(terms?.rules ?? [], { merchantAccountId, sku, category })?.rate ?? null;
}
