import { Trans, useLingui } from '@lingui/react/macro';
import type { Balance } from '@vitrine/contract/commissions.ts';
import { useMoments } from '../accounts/moments.ts';
import { difference, formatMoney, withoutSign } from '../format/money.ts';
import { Figure, figureClass } from '../ui/Figure.tsx';
import styles from './Balances.module.css';

type BalancesProps = { balances: readonly Balance[]; asOf: string };

/** What each storefront holds for its creator. Currencies and brands are never added up. */
export function Balances({ balances, asOf }: BalancesProps) {
  return (
    <div className={styles.balances} data-many={balances.length > 1 || undefined}>
      {balances.map((balance) => (
        <BalanceOf key={balance.merchant_account_id} balance={balance} at={asOf} />
      ))}
    </div>
  );
}

function BalanceOf({ balance, at }: { balance: Balance; at: string }) {
  const { t } = useLingui();
  const { asOf } = useMoments();
  const asOfText = asOf(at);
  const id = `balance-${balance.merchant_account_id}`;
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
        <Obstacle balance={balance} />
        <Next balance={balance} />
      </div>
    </section>
  );
}

function Obstacle({ balance }: { balance: Balance }) {
  const [minimum, current] = [formatMoney(balance.payout_minimum), formatMoney(balance.current)];
  const missing = formatMoney(difference(balance.payout_minimum, balance.current));
  const owed = formatMoney(withoutSign(balance.current));
  if (balance.blocked_by === null)
    return (
      <p>
        <Trans>
          {current} is yours now: it is above the {minimum} from which this brand pays out.
        </Trans>
      </p>
    );
  if (balance.blocked_by === 'below_minimum')
    return (
      <p>
        <Trans>
          This brand pays out from {minimum}. {missing} more has to become current.
        </Trans>
      </p>
    );
  if (balance.blocked_by === 'negative_balance')
    return (
      <p>
        <Trans>
          A refund came after you had been paid. {owed} of your next commissions makes up for it; you owe nothing beyond
          them.
        </Trans>
      </p>
    );
  return (
    <p>
      <Trans>Nothing is current at the moment. This brand pays out from {minimum}.</Trans>
    </p>
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
