import type { Product } from '@vitrine/contract/storefront.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
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
  const { merchantAccountId, currency } = account;
  return ({ sku, category }) => {
    const rule = chooseRule(terms?.rules ?? [], { merchantAccountId, sku, category });
    if (!rule) return null;
    return {
      kind: rule.flat === null ? 'percentage' : 'flat',
      rate: rule.rate,
      amount: rule.flat === null ? null : toMoney(rule.flat, currency),
    };
  };
}
