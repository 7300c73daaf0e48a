import { Trans, useLingui } from '@lingui/react/macro';
import { IconGift } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { MerchantAccount } from '@vitrine/contract/accounts.ts';
import type { Adjustment } from '@vitrine/contract/adjustments.ts';
import { useDates } from '../accounts/dates.ts';
import { EarningsSection } from '../earnings/EarningsSection.tsx';
import { ToCommissions } from '../earnings/ToCommissions.tsx';
import { formatMoney } from '../format/money.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { adjustmentNames, adjustmentStates } from './adjustment-texts.ts';
import { adjustmentsQuery } from './adjustments.data.ts';
import styles from './adjustments.module.css';

/** What brands added to or took from the creator's balance, each with its reason. */
export function Adjustments({ accounts }: { accounts: readonly MerchantAccount[] }) {
  return (
    <div className={styles.storefronts}>
      <p className={styles.intro}>
        <Trans>
          Bonuses and corrections that a brand made to your available balance. Your next payout includes them.
        </Trans>
      </p>
      {accounts.map((account) => (
        <AdjustmentsOf key={account.id} account={account} />
      ))}
    </div>
  );
}

function AdjustmentsOf({ account }: { account: MerchantAccount }) {
  const { t } = useLingui();
  const query = useInfiniteQuery(adjustmentsQuery(account.id));
  const rows = query.data?.pages.flatMap((page) => page.data);
  return (
    <EarningsSection
      name={account.merchant_display_name}
      query={{ ...query, data: rows }}
      failed={t`We couldn’t load your bonuses and corrections`}
    >
      {(found) =>
        found.length === 0 ? (
          <EmptyState icon={<IconGift size={28} stroke={1.4} />} title={t`No bonuses yet`} action={<ToCommissions />}>
            <Trans>When this brand gives you a bonus or corrects your balance, it appears here with the reason.</Trans>
          </EmptyState>
        ) : (
          <>
            <ul>
              {found.map((row) => (
                <Row key={row.id} row={row} />
              ))}
            </ul>
            <ShowMore query={query} />
          </>
        )
      }
    </EarningsSection>
  );
}

function Row({ row }: { row: Adjustment }) {
  const { t } = useLingui();
  const { moment } = useDates();
  return (
    <li className={styles.row}>
      <span className={styles.kind}>{t(adjustmentNames[row.kind])}</span>
      <span className={styles.amount}>{formatMoney(row.amount)}</span>
      <span className={styles.reason}>{row.reason}</span>
      <span className={styles.at}>
        {moment(row.given_at)} · {t(adjustmentStates[row.state])}
      </span>
    </li>
  );
}
