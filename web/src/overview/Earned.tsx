import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import type { Overview } from '@vitrine/contract/overview.ts';
import { useMoments } from '../accounts/moments.ts';
import { difference, formatMoney, isNegative, isZero, withoutSign } from '../format/money.ts';
import { formatNumber } from '../format/numbers.ts';
import type { CSSProperties } from 'react';
import { Figure, figureClass } from '../ui/Figure.tsx';
import styles from './Earned.module.css';

type CurrencyMoney = Overview['money'][number];

/** The lead of the page: what came in, and from what. */
export function Earned({ overview }: { overview: Overview }) {
  const { days, money } = overview;
  return (
    <section className={styles.lead} aria-labelledby="earned">
      <h2 id="earned" className={styles.kicker}>
        <Trans>Earned in the last {days} days, through today</Trans>
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
  const { asOf } = useMoments();
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
          className={styles.ask}
          asOf={asOf(overview.as_of)}
          meaning={t`Commissions on orders placed in the last ${days} days, today included, less what was reversed. Part of it is still in the return window.`}
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
        <Trans>Nothing in the {days} days before</Trans>
      </p>
    );
  if (isZero(change))
    return (
      <p className={styles.comparison}>
        <Trans>The same as in the {days} days before</Trans>
      </p>
    );
  const amount = formatMoney(withoutSign(change));
  const Arrow = isNegative(change) ? IconArrowDownRight : IconArrowUpRight;
  return (
    <p className={styles.comparison}>
      <Arrow size={18} stroke={1.8} aria-hidden="true" className={isNegative(change) ? styles.down : styles.up} />
      {isNegative(change) ? (
        <Trans>
          {amount} less than in the {days} days before
        </Trans>
      ) : (
        <Trans>
          {amount} more than in the {days} days before
        </Trans>
      )}
    </p>
  );
}

/** The rest of the story in two sentences, each figure of which can be asked. */
function Standfirst({ overview }: { overview: Overview }) {
  const { t, i18n } = useLingui();
  const { moment, asOf } = useMoments();
  const { clicks, orders, money, days } = overview;
  const asOfText = asOf(overview.as_of);
  const clicksFigure = (
    <Figure
      name={t`Clicks`}
      value={formatNumber(clicks.now)}
      unit={clicks.now === 1 ? t`click` : t`clicks`}
      asOf={asOfText}
      meaning={t`People who followed one of your links. Bots, link previews, your own visits and a second hit from the same browser within 30 minutes are kept, but never counted.`}
    />
  );
  const ordersFigure = (
    <Figure
      name={t`Orders`}
      value={formatNumber(orders.now)}
      unit={orders.now === 1 ? t`order` : t`orders`}
      asOf={asOfText}
      meaning={t`Orders that a brand's shop reported and that were credited to you, through a link or a discount code of yours.`}
    />
  );
  const sales = money.filter((each) => !isZero(each.sales)).map((each) => formatMoney(each.sales));
  const salesFigure = (
    <Figure
      name={t`Sales`}
      value={new Intl.ListFormat(i18n.locale).format(sales)}
      asOf={asOfText}
      meaning={t`What shoppers paid for those orders after discounts, less refunds, without tax and shipping. Orders that a brand declined are left out.`}
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
          {clicksFigure} and {ordersFigure}, worth {salesFigure} to the brands.
        </Trans>
      ) : (
        <Trans>
          {clicksFigure} and {ordersFigure}.
        </Trans>
      )}{' '}
      <span className={styles.before}>
        <Trans>
          In the {days} days before: {clicksBefore} clicks and {ordersBefore} orders.
        </Trans>{' '}
        {last ? <Trans>The latest commission came in at {latest}.</Trans> : null}
      </span>
    </p>
  );
}
