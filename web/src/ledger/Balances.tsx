import { Trans, useLingui } from '@lingui/react/macro';
import type { Balance } from '@vitrine/contract/commissions.ts';
import { useDates } from '../accounts/dates.ts';
import { formatMoney, isZero } from '../format/money.ts';
import { Figure, figureClass } from '../ui/Figure.tsx';
import styles from './Balances.module.css';
import { CashOutPanel } from '../payouts/CashOutPanel.tsx';

type BalancesProps = { balances: readonly Balance[]; asOf: string };

/** The balances of each storefront. Amounts are never added up across currencies or brands. */
export function Balances({ balances, asOf }: BalancesProps) {
  return (
    <div className={styles.balances} data-many={balances.length > 1 || undefined}>
      {balances.map((balance) => (
        <BalanceOf key={`${balance.merchant_account_id} ${balance.currency}`} balance={balance} at={asOf} />
      ))}
    </div>
  );
}

function BalanceOf({ balance, at }: { balance: Balance; at: string }) {
  const { t } = useLingui();
  const { asOf } = useDates();
  const asOfText = asOf(at);
  const id = `balance-${balance.merchant_account_id}-${balance.currency}`;
  const minimum = formatMoney(balance.payout_minimum);
  const rest = [
    {
      name: t`Pending`,
      amount: balance.pending,
      meaning: t`Earned, but still in the return window or on hold. It becomes available after that, unless it’s reversed.`,
    },
    { name: t`Processing`, amount: balance.processing, meaning: t`Payouts that were requested but aren’t paid yet.` },
    { name: t`Paid`, amount: balance.paid, meaning: t`Everything this brand has paid you so far.` },
  ];
  return (
    <section className={styles.balance} aria-labelledby={id}>
      <h2 id={id} className={styles.brand}>
        {balance.merchant_display_name}
      </h2>
      <p className={styles.currentName}>
        <Trans>Available</Trans>
      </p>
      <p className={styles.current} data-length={formatMoney(balance.current).length > 10 ? 'long' : undefined}>
        <Figure
          name={t`Available`}
          value={formatMoney(balance.current)}
          className={figureClass}
          asOf={asOfText}
          meaning={
            isZero(balance.payout_minimum)
              ? t`You can cash this out at any time. It’s negative if an order was refunded after you were paid for it.`
              : t`You can cash this out once it reaches ${minimum}. It’s negative if an order was refunded after you were paid for it.`
          }
        />
      </p>
      <dl className={styles.rest}>
        {rest.map(({ name, amount, meaning }) => (
          <div key={name} className={styles.pair}>
            <dt>{name}</dt>
            <dd>
              <Figure name={name} value={formatMoney(amount)} meaning={meaning} asOf={asOfText} />
            </dd>
          </div>
        ))}
      </dl>
      <div className={styles.when}>
        <h3 className={styles.question}>
          <Trans>When can I cash out?</Trans>
        </h3>
        <CashOutPanel balance={balance} />
        <Next balance={balance} />
      </div>
    </section>
  );
}

function Next({ balance: { next_maturing: next } }: { balance: Balance }) {
  const { day, daysUntil } = useDates();
  if (!next)
    return (
      <p>
        <Trans>Nothing is in the return window.</Trans>
      </p>
    );
  const [amount, on, days] = [formatMoney(next.amount), day(next.at), daysUntil(next.at)];
  if (days <= 0)
    return (
      <p>
        <Trans>The next {amount} becomes available today.</Trans>
      </p>
    );
  if (days === 1)
    return (
      <p>
        <Trans>The next {amount} becomes available tomorrow.</Trans>
      </p>
    );
  return (
    <p>
      <Trans>
        The next {amount} becomes available on {on}, in {days} days.
      </Trans>
    </p>
  );
}
