import { plural, t } from '@lingui/core/macro';
import type { MonthReached } from '@vitrine/contract/terms.ts';
import type { Rate } from '@vitrine/contract/values/rates.ts';
import { formatMoney } from '../format/money.ts';
import { formatNumber, formatRate } from '../format/numbers.ts';

type TieredRate = Extract<Rate, { tiers: unknown }>;

/** What was reached, in the unit of a rate's tiers: "$740.00", "12". */
function reachedText({ kind }: TieredRate, { net_sales: sales, orders }: MonthReached): string {
  return kind === 'sales_tiers' ? formatMoney(sales) : formatNumber(orders);
}

function thresholds(rate: TieredRate): { from: bigint; text: string; share: string }[] {
  if (rate.kind === 'sales_tiers')
    return rate.tiers.map((tier) => ({
      from: BigInt(tier.from.amount),
      text: formatMoney(tier.from),
      share: formatRate(tier.rate),
    }));
  return rate.tiers.map((tier) => ({
    from: BigInt(tier.from),
    text: formatNumber(tier.from),
    share: formatRate(tier.rate),
  }));
}

function reachedIn({ kind }: TieredRate, { net_sales: sales, orders }: MonthReached): bigint {
  return kind === 'sales_tiers' ? BigInt(sales.amount) : BigInt(orders);
}

/** How far a creator is this month. Empty for rates without tiers. */
export function progressText(rate: Rate, reached: MonthReached): string {
  if (!('tiers' in rate)) return '';
  const [next, now] = [
    thresholds(rate).find(({ from }) => from > reachedIn(rate, reached)),
    reachedText(rate, reached),
  ];
  if (rate.kind === 'order_tiers') {
    const orders = plural(reached.orders, { one: '# order', other: '# orders' });
    if (!next) return t`You have ${orders} this month and are at the highest percentage.`;
    const { text, share } = next;
    return t`You have ${orders} this month. From ${text} on you earn ${share}.`;
  }
  if (!next) return t`You are at ${now} this month, at the highest percentage.`;
  const { text, share } = next;
  return t`You are at ${now} of ${text} this month. From then on you earn ${share}.`;
}

/** Why a line of an order earned the rate that it did: "Net sales in the month before this order: $1,240.00." */
export function measureText(rate: Rate, reached: MonthReached): string {
  if (!('tiers' in rate)) return '';
  const before = reachedText(rate, reached);
  const tier = thresholds(rate).findLast(({ from }) => from <= reachedIn(rate, reached));
  const measured =
    rate.kind === 'sales_tiers'
      ? t`Net sales in the month before this order: ${before}.`
      : t`Orders in the month before this order: ${before}.`;
  if (!tier) {
    const share = formatRate(rate.rate);
    return [measured, t`Up to the first tier, the rate is ${share}.`].join(' ');
  }
  const { text, share } = tier;
  return [measured, t`From ${text}, the rate is ${share}.`].join(' ');
}
