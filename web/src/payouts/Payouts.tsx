import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconCoins } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { MerchantAccount } from '@vitrine/contract/accounts.ts';
import { cancelPayout, type Payout } from '@vitrine/contract/payouts.ts';
import { formatNumber } from '../format/numbers.ts';
import { useDates } from '../accounts/dates.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';
import { formatMoney } from '../format/money.ts';
import { failureText } from '../format/refusals.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { showToast } from '../ui/toasts.ts';
import { payoutNames } from './payout-texts.ts';
import { PayoutMethodPanel } from './PayoutMethodPanel.tsx';
import { payoutsQuery, useMoneyMoved } from './payouts.data.ts';
import { EarningsSection } from '../earnings/EarningsSection.tsx';
import { ToCommissions } from '../earnings/ToCommissions.tsx';
import styles from './Payouts.module.css';

/** All payouts by storefront, with the dates of their steps, and the payout method. */
export function Payouts({ accounts }: { accounts: readonly MerchantAccount[] }) {
  const { t } = useLingui();
  return (
    <div className={styles.columns}>
      <div className={styles.sections}>
        {accounts.map((account) => (
          <PayoutsOf key={account.id} account={account} />
        ))}
      </div>
      <section aria-labelledby="paid-to" className={styles.aside}>
        <h2 id="paid-to" className={styles.heading}>
          {t`Payout method`}
        </h2>
        <PayoutMethodPanel />
      </section>
    </div>
  );
}

function PayoutsOf({ account }: { account: MerchantAccount }) {
  const { t } = useLingui();
  const query = useQuery(payoutsQuery(account.id));
  return (
    <EarningsSection name={account.merchant_display_name} query={query} failed={t`We couldn’t load your payouts`}>
      {(payouts) =>
        payouts.length === 0 ? (
          <EmptyState icon={<IconCoins size={28} stroke={1.4} />} title={t`No payouts yet`} action={<ToCommissions />}>
            <Trans>When you cash out, you can follow each step of the payout here.</Trans>
          </EmptyState>
        ) : (
          <ul>
            {payouts.map((payout) => (
              <Row key={payout.id} payout={payout} />
            ))}
          </ul>
        )
      }
    </EarningsSection>
  );
}

function Row({ payout }: { payout: Payout }) {
  const { t } = useLingui();
  const { day } = useDates();
  const moneyMoved = useMoneyMoved();
  const cancel = useApiMutation({
    mutationFn: () =>
      call(cancelPayout, {
        params: { merchant_account_id: payout.merchant_account_id, payout_id: payout.id },
      }),
    onSuccess: () => showToast(t`Payout canceled. The money is available again.`),
    onError: (error) => showToast(t(failureText(error))),
    onSettled: moneyMoved,
  });
  return (
    <li className={styles.payout}>
      <p className={styles.amount}>{formatMoney(payout.amount)}</p>
      <div className={styles.text}>
        <p className={styles.state} data-state={payout.state}>
          {t(payoutNames[payout.state])}
        </p>
        <Steps payout={payout} day={day} />
        {payout.failure ? <p className={styles.failure}>{payout.failure}</p> : null}
      </div>
      {payout.state === 'requested' ? (
        <Button look="quiet" small busy={cancel.isPending} onClick={() => cancel.mutate()}>
          <Trans>Cancel payout</Trans>
        </Button>
      ) : null}
    </li>
  );
}

/** The dates of the steps so far, with the destination and reference. */
function Steps({ payout, day }: { payout: Payout; day: (at: string) => string }) {
  const { t } = useLingui();
  const steps = [
    [t`Requested`, payout.requested_at],
    [t`approved`, payout.approved_at],
    [t`sent`, payout.sent_at],
    [t`paid`, payout.paid_at],
    [payout.state === 'cancelled' ? t`canceled` : t`failed`, payout.ended_at],
  ].flatMap(([name, at]) => (at ? [`${name} ${day(at)}`] : []));
  const { hint, reference, commissions } = payout;
  const count = formatNumber(commissions);
  const parts = t`${plural(commissions, { one: `${count} commission`, other: `${count} commissions` })}`;
  return (
    <>
      <p className={styles.quiet}>{steps.join(', ')}</p>
      <p className={styles.quiet}>
        <Trans>
          {parts}, to {hint}
        </Trans>
        {reference ? ` · ${reference}` : null}
      </p>
    </>
  );
}
