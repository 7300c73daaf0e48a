import { Trans, useLingui } from '@lingui/react/macro';
import type { Balance } from '@vitrine/contract/commissions.ts';
import { useMoments } from '../accounts/moments.ts';
import { formatMoney } from '../format/money.ts';
import { Figure, figureClass } from '../ui/Figure.tsx';
import styles from './Balances.module.css';
import { CashOut } from '../payouts/CashOut.tsx';

type BalancesProps = { balances: readonly Balance[]; asOf: string };

/** What each storefront holds for its creator. Currencies and brands are never added up. */
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
  const { asOf } = useMoments();
  const asOfText = asOf(at);
  const id = `balance-${balance.merchant_account_id}-${balance.currency}`;
  const minimum = formatMoney(balance.payout_minimum);
  const rest = [
    {
      name: t`Pending`,
      amount: balance.pending,
      meaning: t`Earned, but the shopper may still send it back. Each part becomes current when its return window ends.`,
    },
    { name: t`Processing`, amount: balance.processing, meaning: t`Asked for and on its way to you.` },
    { name: t`Paid`, amount: balance.paid, meaning: t`Everything this brand has paid you so far.` },
  ];
  return (
    <section className={styles.balance} aria-labelledby={id}>
      <h2 id={id} className={styles.brand}>
        {balance.merchant_display_name}
      </h2>
      <p className={styles.currentName}>
        <Trans>Current</Trans>
      </p>
      <p className={styles.current} data-length={formatMoney(balance.current).length > 10 ? 'long' : undefined}>
        <Figure
          name={t`Current`}
          value={formatMoney(balance.current)}
          className={figureClass}
          asOf={asOfText}
          meaning={t`Yours, and can be paid out once it is ${minimum} or more. It is below zero when a refund came after the money had been paid.`}
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
          <Trans>When is it mine?</Trans>
        </h3>
        <CashOut balance={balance} />
        <Next balance={balance} />
      </div>
    </section>
  );
}

function Next({ balance: { next_maturing: next } }: { balance: Balance }) {
  const { day, daysUntil } = useMoments();
  if (!next)
    return (
      <p>
        <Trans>Nothing is waiting for its return window.</Trans>
      </p>
    );
  const [amount, on, days] = [formatMoney(next.amount), day(next.at), daysUntil(next.at)];
  if (days <= 0)
    return (
      <p>
        <Trans>The next {amount} becomes current today.</Trans>
      </p>
    );
  if (days === 1)
    return (
      <p>
        <Trans>The next {amount} becomes current tomorrow.</Trans>
      </p>
    );
  return (
    <p>
      <Trans>
        The next {amount} becomes current on {on}, in {days} days.
      </Trans>
    </p>
  );
}
