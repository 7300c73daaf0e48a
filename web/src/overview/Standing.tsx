import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { Overview } from '@vitrine/contract/overview.ts';
import { useMoments } from '../accounts/moments.ts';
import { formatMoney } from '../format/money.ts';
import { Figure, figureClass } from '../ui/Figure.tsx';
import styles from './Standing.module.css';

/** Where the money stands now: on its way, to be had, asked for. */
export function Standing({ overview }: { overview: Overview }) {
  if (overview.money.length === 0) return null;
  return (
    <section aria-labelledby="standing">
      <h2 id="standing" className={styles.heading}>
        <Trans>Where your money stands</Trans>
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
  const { asOf, day } = useMoments();
  const stages = [
    {
      key: 'pending',
      name: t`Pending`,
      amount: money.pending,
      meaning: t`Earned, but the shopper may still send it back. Each part becomes current when its return window ends.`,
    },
    {
      key: 'current',
      name: t`Current`,
      amount: money.current,
      meaning: t`Yours, and can be cashed out. It is below zero when a refund came after the money had been paid.`,
    },
    { key: 'processing', name: t`Processing`, amount: money.processing, meaning: t`Asked for and on its way to you.` },
  ];
  const { next_maturing: next } = money;
  const [nextAmount, nextDay] = next ? [formatMoney(next.amount), day(next.at)] : ['', ''];
  const parts = [
    {
      key: 'approved',
      name: t`Approved`,
      part: money.approved,
      meaning: t`Of what you earned in these days: its return window is over. It can be cashed out, has been asked for, or has been paid.`,
    },
    {
      key: 'waiting',
      name: t`Pending`,
      part: money.waiting,
      meaning: t`Of what you earned in these days: the shopper may still send it back, or the brand looks at it first.`,
    },
    {
      key: 'declined',
      name: t`Reversed`,
      part: money.declined,
      meaning: t`What refunds, cancellations and declined commissions took off orders of these days. Each one is explained under Earnings.`,
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
            {nextAmount} becomes current on {nextDay}.
          </Trans>
        ) : (
          <Trans>Nothing is waiting for its return window.</Trans>
        )}
      </p>
      <h3 className={styles.partsHead}>
        <Trans>Of the orders of these {days} days</Trans>
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
