import { Trans, useLingui } from '@lingui/react/macro';
import type { Closure } from '@vitrine/contract/closures.ts';
import { Link } from '@tanstack/react-router';
import { useDates } from '../accounts/dates.ts';
import { formatMoney, isZero } from '../format/money.ts';
import styles from './closures.module.css';

type Owed = Closure['owed'][number];

/** The money that the erasure waits for, by brand, and how to get it. */
export function OwedMoney({ closure }: { closure: Closure }) {
  const isGivenUp = closure.gives_up_money;
  return (
    <div>
      <h3>
        <Trans>Money that brands owe you</Trans>
      </h3>
      <ul className={styles.list}>
        {closure.owed.map((owed) => (
          <li key={`${owed.merchant_account_id} ${owed.available.currency}`}>
            <OwedBy owed={owed} />
          </li>
        ))}
      </ul>
      <p className={styles.soft}>
        {isGivenUp ? (
          <Trans>
            You gave this money up. Money that is already in a payout is still paid before we erase your account.
          </Trans>
        ) : (
          <Trans>
            We erase your account only once this is settled. While your account is closing, you can cash out any amount
            under <Link to="/earnings">Earnings</Link>, even below a brand’s minimum.
          </Trans>
        )}
      </p>
    </div>
  );
}

function OwedBy({ owed }: { owed: Owed }) {
  const { t } = useLingui();
  const { day } = useDates();
  const [available, pending, processing] = [owed.available, owed.pending, owed.processing].map((each) =>
    formatMoney(each),
  );
  const date = owed.settles_at === null ? undefined : day(owed.settles_at);
  const parts = [
    ...(isZero(owed.available) ? [] : [t`${available} available`]),
    ...(isZero(owed.pending) ? [] : [date ? t`${pending} pending until ${date}` : t`${pending} pending (in review)`]),
    ...(isZero(owed.processing) ? [] : [t`${processing} in a payout`]),
  ];
  return (
    <>
      {owed.brand}: {parts.join(', ')}
    </>
  );
}
