import { t } from '@lingui/core/macro';
import type { Product } from '@vitrine/contract/storefront.ts';
import { earnedBySale } from '@vitrine/contract/values/rate-arithmetic.ts';
import type { Rate } from '@vitrine/contract/values/rates.ts';
import { formatMoney } from '../format/money.ts';
import { rateTexts } from '../terms/rate-kinds.tsx';

type Earning = Pick<Product, 'price' | 'commission' | 'commission_new' | 'commission_then'>;
type Rates = Pick<Earning, 'commission' | 'commission_new'>;

/** "10%", or with another rate for new customers "10%, 15% for new customers". */
function rateLabel({ commission, commission_new: ofNew }: Rates): string {
  const all = commission ? rateTexts(commission).label() : t`nothing`;
  return ofNew ? [all, newLabel(ofNew)].join(', ') : all;
}

function newLabel(rate: Rate): string {
  const label = rateTexts({ ...rate, new_customers_only: false }).label();
  return t`${label} for new customers`;
}

/**
 * What a sale at the shown price earns, exact to the cent. `commission_then` is what comes next; `day` formats its day.
 */
export function earningText(product: Earning, day: (at: string) => string): string {
  const { price, commission, commission_new: ofNew, commission_then: then } = product;
  const sale = (rate: Rate) =>
    rateTexts(rate).earning(
      formatMoney({ amount: earnedBySale(rate, BigInt(price.amount)).toString(), currency: price.currency }),
    );
  const all = commission ? sale(commission) : t`No commission right now`;
  const now = ofNew ? [all, newLabel(ofNew)].join(', ') : all;
  if (!then) return now;
  const [until, next] = [day(then.from), rateLabel(then)];
  return t`${now} until ${until}, then ${next}`;
}
