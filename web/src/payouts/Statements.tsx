import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconDownload, IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MerchantAccount } from '@vitrine/contract/accounts.ts';
import { downloadStatementCsv, downloadStatementPdf, type StatementMonth } from '@vitrine/contract/payouts.ts';
import { formatNumber } from '../format/numbers.ts';
import { useRegion } from '../accounts/accounts.data.ts';
import { useApiMutation } from '../api/mutation.ts';
import { download } from '../api/download.ts';
import { formatMonth } from '../format/dates.ts';
import { formatMoney } from '../format/money.ts';
import { failureText } from '../format/refusals.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Hidden } from '../ui/Hidden.tsx';
import { showToast } from '../ui/toasts.ts';
import { type StatementAddress, statementCall, statementsQuery } from './payouts.data.ts';
import { EarningsSection } from '../earnings/EarningsSection.tsx';
import { ToCommissions } from '../earnings/ToCommissions.tsx';
import { StatementSheet } from './StatementSheet.tsx';
import styles from './Statements.module.css';

/** Monthly statements by storefront with opening and closing balances, to open here or download. */
export function Statements({ accounts }: { accounts: readonly MerchantAccount[] }) {
  const [open, setOpen] = useState<StatementAddress>();
  return (
    <div className={styles.sections}>
      {accounts.map((account) => (
        <StatementsOf key={account.id} account={account} onOpen={setOpen} />
      ))}
      <p className={styles.note}>
        <Trans>
          A statement lists every change to your available balance in a month (UTC). A closed month never changes, and
          its closing balance is the next month’s opening balance. The CSV file includes a chain of hashes, so anyone
          who has the file can verify it.
        </Trans>
      </p>
      {open ? <StatementSheet address={open} onClose={() => setOpen(undefined)} /> : null}
    </div>
  );
}

function StatementsOf({ account, onOpen }: { account: MerchantAccount; onOpen: (address: StatementAddress) => void }) {
  const { t } = useLingui();
  const query = useQuery(statementsQuery(account.id));
  return (
    <EarningsSection name={account.merchant_display_name} query={query} failed={t`We couldn’t load your statements`}>
      {(months) =>
        months.length === 0 ? (
          <EmptyState
            icon={<IconFileText size={28} stroke={1.4} />}
            title={t`No statements yet`}
            action={<ToCommissions />}
          >
            <Trans>Your first statement starts when a commission becomes available.</Trans>
          </EmptyState>
        ) : (
          <ul>
            {months.map((month) => (
              <Row
                key={`${month.month} ${month.currency}`}
                month={month}
                address={{ accountId: account.id, month: month.month, currency: month.currency }}
                onOpen={onOpen}
              />
            ))}
          </ul>
        )
      }
    </EarningsSection>
  );
}

type RowProps = { month: StatementMonth; address: StatementAddress; onOpen: (address: StatementAddress) => void };

function Row({ month, address, onOpen }: RowProps) {
  const { t } = useLingui();
  const { locale } = useRegion();
  const name = formatMonth(`${month.month}-01T00:00:00Z`, { locale, timeZone: 'UTC' });
  const [opening, closing] = [formatMoney(month.opening), formatMoney(month.closing)];
  const count = formatNumber(month.entries);
  return (
    <li className={styles.month}>
      <button type="button" className={styles.name} onClick={() => onOpen(address)}>
        {name}
        <span className={styles.currency}>{month.currency}</span>
      </button>
      <p className={styles.sums}>
        <Trans>
          {opening} to {closing}
        </Trans>
      </p>
      <p className={styles.quiet}>
        {month.closed ? t({ message: 'Closed', context: 'month' }) : t({ message: 'Open', context: 'month' })} ·{' '}
        {t`${plural(month.entries, { one: `${count} entry`, other: `${count} entries` })}`}
      </p>
      <div className={styles.files}>
        <FileButton kind="PDF" name={name} address={address} />
        <FileButton kind="CSV" name={name} address={address} />
      </div>
    </li>
  );
}

function FileButton({ kind, name, address }: { kind: 'PDF' | 'CSV'; name: string; address: StatementAddress }) {
  const { t } = useLingui();
  const fetching = useApiMutation({
    mutationFn: () =>
      kind === 'PDF'
        ? download(downloadStatementPdf, statementCall(address))
        : download(downloadStatementCsv, statementCall(address)),
    onError: (error) => showToast(t(failureText(error))),
  });
  return (
    <Button look="quiet" small busy={fetching.isPending} onClick={() => fetching.mutate()}>
      <IconDownload size={16} stroke={1.6} aria-hidden="true" />
      {kind}
      <Hidden>{t`Statement ${name}`}</Hidden>
    </Button>
  );
}
