import { t } from '@lingui/core/macro';
import type { Product } from '@vitrine/contract/storefront.ts';
import { earnedBy } from '@vitrine/contract/values/rate-arithmetic.ts';
import { formatMoney } from '../format/money.ts';
import { rateTexts } from '../terms/rate-kinds.tsx';

/**
 * What a sale at the shown price earns, exact to the cent. `commission_then` is what comes next; `day` formats its day.
 */
export function earningText(
  { price, commission, commission_then: then }: Pick<Product, 'price' | 'commission' | 'commission_then'>,
  day: (at: string) => string,
): string {
  const now = commission
    ? rateTexts(commission).earning(
        formatMoney({
          amount: earnedBy(commission, { net: BigInt(price.amount), quantity: 1 }).toString(),
          currency: price.currency,
        }),
      )
    : t`No commission right now`;
  if (!then) return now;
  const [until, next] = [day(then.from), then.commission ? rateTexts(then.commission).label() : t`nothing`];
  return t`${now} until ${until}, then ${next}`;
}
