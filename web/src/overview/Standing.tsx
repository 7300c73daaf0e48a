import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { Overview } from '@vitrine/contract/overview.ts';
import { useDates } from '../accounts/dates.ts';
import { formatMoney } from '../format/money.ts';
import { Figure, figureClass } from '../ui/Figure.tsx';
import styles from './Standing.module.css';

/** The balances now (pending, available, processing), and the state of the period's commissions. */
export function Standing({ overview }: { overview: Overview }) {
  if (overview.money.length === 0) return null;
  return (
    <section aria-labelledby="standing">
      <h2 id="standing" className={styles.heading}>
        <Trans>Your balance</Trans>
      </h2>
      <div className={styles.currencies}>
        {overview.money.map((money) => (
          <Currency key={money.currency} money={money} days={overview.days} asOf={overview.as_of} />
        ))}
      </div>
      <p className={styles.all}>
        <Link to="/earnings">
          <Trans>All earnings</Trans>
        </Link>
      </p>
    </section>
  );
}

type CurrencyProps = { money: Overview['money'][number]; days: number; asOf: string };

function Currency({ money, days, asOf: at }: CurrencyProps) {
  const { t } = useLingui();
  const { asOf, day } = useDates();
  const stages = [
    {
      key: 'pending',
      name: t`Pending`,
      amount: money.pending,
      meaning: t`Earned, but still in the return window or on hold. It becomes available after that, unless it’s reversed.`,
    },
    {
      key: 'current',
      name: t`Available`,
      amount: money.current,
      meaning: t`You can cash this out. It’s negative if an order was refunded after you were paid for it.`,
    },
    {
      key: 'processing',
      name: t`Processing`,
      amount: money.processing,
      meaning: t`Payouts that were requested but aren’t paid yet.`,
    },
  ];
  const { next_maturing: next } = money;
  const [nextAmount, nextDay] = next ? [formatMoney(next.amount), day(next.at)] : ['', ''];
  const parts = [
    {
      key: 'approved',
      name: t`Approved`,
      part: money.approved,
      meaning: t`Commissions from this period whose return window is over. They’re available, being paid out or already paid.`,
    },
    {
      key: 'waiting',
      name: t`Pending`,
      part: money.waiting,
      meaning: t`Commissions from this period that are still in the return window or on hold.`,
    },
    {
      key: 'declined',
      name: t`Reversed`,
      part: money.declined,
      meaning: t`What refunds, cancellations and declined commissions took off this period’s commissions. Earnings explains each one.`,
    },
  ];
  return (
    <div>
      <dl className={styles.stages}>
        {stages.map((stage) => (
          <div key={stage.key} className={styles.stage} data-stage={stage.key}>
            <dt>{stage.name}</dt>
            <dd className={figureClass}>
              <Figure name={stage.name} value={formatMoney(stage.amount)} meaning={stage.meaning} asOf={asOf(at)} />
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>
        {next ? (
          <Trans>
            {nextAmount} becomes available on {nextDay}.
          </Trans>
        ) : (
          <Trans>Nothing is in the return window.</Trans>
        )}
      </p>
      <h3 className={styles.partsHead}>
        <Trans>From orders in the last {days} days</Trans>
      </h3>
      <dl className={styles.parts}>
        {parts.map(({ key, name, part, meaning }) => (
          <div key={key} className={styles.part}>
            <dt>{name}</dt>
            <dd>
              <Figure name={name} value={formatMoney(part.amount)} meaning={meaning} asOf={asOf(at)} />
              <span className={styles.count}>
                <Plural value={part.count} one="# commission" other="# commissions" />
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
