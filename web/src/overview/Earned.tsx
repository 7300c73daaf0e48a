import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import type { Overview } from '@vitrine/contract/overview.ts';
import { useDates } from '../accounts/dates.ts';
import { difference, formatMoney, isNegative, isZero, withoutSign } from '../format/money.ts';
import { formatNumber } from '../format/numbers.ts';
import type { CSSProperties } from 'react';
import { Figure, figureClass } from '../ui/Figure.tsx';
import styles from './Earned.module.css';

type CurrencyMoney = Overview['money'][number];

/** The top of the page: what was earned, and from how many clicks, orders and sales. */
export function Earned({ overview }: { overview: Overview }) {
  const { days, money } = overview;
  return (
    <section className={styles.lead} aria-labelledby="earned">
      <h2 id="earned" className={styles.kicker}>
        <Trans>Earned in the last {days} days, including today</Trans>
      </h2>
      {money.length === 0 ? (
        <p className={styles.none}>
          <Trans>Nothing yet</Trans>
        </p>
      ) : (
        <div className={styles.amounts} data-many={money.length > 1 || undefined}>
          {money.map((each) => (
            <Amount key={each.currency} money={each} overview={overview} />
          ))}
        </div>
      )}
      <Standfirst overview={overview} />
    </section>
  );
}

function Amount({ money, overview }: { money: CurrencyMoney; overview: Overview }) {
  const { t } = useLingui();
  const { asOf } = useDates();
  const { days } = overview;
  const value = formatMoney(money.earned);
  return (
    <div className={styles.amount}>
      <p
        className={figureClass}
        data-length={value.length > 10 ? 'long' : undefined}
        style={{ '--characters': value.length } as CSSProperties}
      >
        <Figure
          name={t`Earned`}
          value={value}
          className={styles.trigger}
          asOf={asOf(overview.as_of)}
          meaning={t`Commissions on orders placed in the last ${days} days, including today, minus reversals. Some of it may still be in the return window.`}
        />
      </p>
      <Comparison money={money} days={days} />
    </div>
  );
}

function Comparison({ money, days }: { money: CurrencyMoney; days: number }) {
  const change = difference(money.earned, money.earned_before);
  if (isZero(money.earned_before))
    return (
      <p className={styles.comparison}>
        <Trans>Nothing in the previous {days} days</Trans>
      </p>
    );
  if (isZero(change))
    return (
      <p className={styles.comparison}>
        <Trans>Same as in the previous {days} days</Trans>
      </p>
    );
  const amount = formatMoney(withoutSign(change));
  const Arrow = isNegative(change) ? IconArrowDownRight : IconArrowUpRight;
  return (
    <p className={styles.comparison}>
      <Arrow size={18} stroke={1.8} aria-hidden="true" className={isNegative(change) ? styles.down : styles.up} />
      {isNegative(change) ? (
        <Trans>
          {amount} less than in the previous {days} days
        </Trans>
      ) : (
        <Trans>
          {amount} more than in the previous {days} days
        </Trans>
      )}
    </p>
  );
}

/** Clicks, orders and sales in two sentences; each figure opens its explanation. */
function Standfirst({ overview }: { overview: Overview }) {
  const { t, i18n } = useLingui();
  const { moment, asOf } = useDates();
  const { clicks, orders, money, days } = overview;
  const asOfText = asOf(overview.as_of);
  const clicksFigure = (
    <Figure
      name={t`Clicks`}
      value={formatNumber(clicks.now)}
      unit={clicks.now === 1 ? t`click` : t`clicks`}
      asOf={asOfText}
      meaning={t`How often shoppers clicked your links. Bots, link previews, your own clicks, and repeat clicks from the same browser within the brand’s time limit (usually 30 minutes) are recorded but not counted.`}
    />
  );
  const ordersFigure = (
    <Figure
      name={t`Orders`}
      value={formatNumber(orders.now)}
      unit={orders.now === 1 ? t`order` : t`orders`}
      asOf={asOfText}
      meaning={t`Orders that a brand’s shop reported and that were credited to you through your link or discount code.`}
    />
  );
  const sales = money.filter((each) => !isZero(each.sales)).map((each) => formatMoney(each.sales));
  const salesFigure = (
    <Figure
      name={t`Sales`}
      value={new Intl.ListFormat(i18n.locale).format(sales)}
      asOf={asOfText}
      meaning={t`What shoppers paid for the items you earn commission on, after discounts and refunds, without tax and shipping. Items whose commission was declined don’t count.`}
    />
  );
  const [clicksBefore, ordersBefore, last] = [
    formatNumber(clicks.before),
    formatNumber(orders.before),
    overview.recent[0],
  ];
  const latest = last ? moment(last.earned_at) : '';
  return (
    <p className={styles.standfirst}>
      {sales.length > 0 ? (
        <Trans>
          {clicksFigure} and {ordersFigure}, with {salesFigure} in sales.
        </Trans>
      ) : (
        <Trans>
          {clicksFigure} and {ordersFigure}.
        </Trans>
      )}{' '}
      <span className={styles.before}>
        <Trans>
          Previous {days} days:{' '}
          <Plural value={clicks.before} one={`${clicksBefore} click`} other={`${clicksBefore} clicks`} /> and{' '}
          <Plural value={orders.before} one={`${ordersBefore} order`} other={`${ordersBefore} orders`} />.
        </Trans>{' '}
        {last ? <Trans>Latest commission: {latest}.</Trans> : null}
      </span>
    </p>
  );
}
