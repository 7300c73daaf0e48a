import { t } from '@lingui/core/macro';
import type { Product } from '@vitrine/contract/storefront.ts';
import { portion } from '@vitrine/contract/values/amounts.ts';
import { formatMoney } from '../format/money.ts';
import { formatRate } from '../format/numbers.ts';

type Sold = Pick<Product, 'price' | 'commission'>;

/** What a sale at the shown price earns, to the cent, by the same rule as the server's. */
function perSale({ price, commission }: Sold): string | undefined {
  if (commission?.kind === 'percentage' && commission.rate !== null) {
    return formatMoney({ amount: portion(BigInt(price.amount), commission.rate).toString(), currency: price.currency });
  }
  return commission?.amount ? formatMoney(commission.amount) : undefined;
}

export function earningText(product: Sold): string {
  const amount = perSale(product);
  if (!amount) return t`No commission right now`;
  const rate = product.commission?.rate;
  if (rate === null || rate === undefined) return t`You earn ${amount} per sale`;
  const share = formatRate(rate);
  return t`You earn ${share}, ${amount} per sale`;
}
