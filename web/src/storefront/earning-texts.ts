import { t } from '@lingui/core/macro';
import type { Product } from '@vitrine/contract/storefront.ts';
import { earnedBy } from '@vitrine/contract/values/rate-arithmetic.ts';
import { formatMoney } from '../format/money.ts';
import { rateTexts } from '../terms/rate-kinds.tsx';

/** What a sale at the shown price earns, exact to the cent. */
export function earningText({ price, commission }: Pick<Product, 'price' | 'commission'>): string {
  if (!commission) return t`No commission right now`;
  const earned = earnedBy(commission, { net: BigInt(price.amount), quantity: 1 });
  return rateTexts(commission).earning(formatMoney({ amount: earned.toString(), currency: price.currency }));
}
