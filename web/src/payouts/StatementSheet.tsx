import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Statement } from '@vitrine/contract/payouts.ts';
import { useRegion } from '../accounts/accounts.data.ts';
import { formatCalendarDay, formatMonth } from '../format/dates.ts';
import { formatMoney } from '../format/money.ts';
import { FailedArea } from '../failures/FailedArea.tsx';
import { classes } from '../ui/classes.ts';
import { Drawer } from '../ui/Drawer.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import { type StatementAddress, statementQuery } from './payouts.data.ts';
import styles from './Statements.module.css';

/** A month's statement, entry by entry. */
export function StatementSheet({ address, onClose }: { address: StatementAddress; onClose: () => void }) {
  const { t } = useLingui();
  const { locale } = useRegion();
  const query = useInfiniteQuery(statementQuery(address));
  const [first] = query.data?.pages ?? [];
  const entries = query.data?.pages.flatMap((page) => page.data.entries) ?? [];
  return (
    <Drawer
      title={formatMonth(`${address.month}-01T00:00:00Z`, { locale, timeZone: 'UTC' })}
      closeLabel={t`Close`}
      onClose={onClose}
    >
      {query.isPending ? (
        <Loading label={t`Loading the statement`}>
          <Bone tall="12rem" />
        </Loading>
      ) : null}
      {query.isError && !query.data ? (
        <FailedArea title={t`We couldn’t load this statement`} error={query.error} retry={query.refetch} />
      ) : null}
      {first ? <Entries statement={first.data} entries={entries} more={<ShowMore query={query} />} /> : null}
    </Drawer>
  );
}

type EntriesProps = { statement: Statement; entries: Statement['entries']; more: React.ReactNode };

function Entries({ statement, entries, more }: EntriesProps) {
  const { t } = useLingui();
  const { locale } = useRegion();
  const why: Record<Statement['entries'][number]['kind'], string> = {
    commission: t`Commission earned`,
    maturity: t`Return window ended`,
    reversal: t`Reversed`,
    payout_request: t`Payout requested`,
    payout_cancel: t`Payout canceled or failed`,
    payout_paid: t`Paid`,
    adjustment: t`Adjustment`,
    bonus: t`Bonus`,
    correction: t`Correction`,
  };
  const { head_hash: hash } = statement;
  return (
    <>
      <p className={styles.quiet}>
        {statement.merchant_display_name}, {statement.currency}
      </p>
      <div className={styles.entries}>
        <p className={styles.edge}>
          <span>{t`Opening balance`}</span>
          <span>{formatMoney(statement.opening)}</span>
        </p>
        <ol>
          {entries.map((entry) => (
            <li key={entry.seq} className={styles.entry}>
              <span className={styles.why}>{entry.title ?? why[entry.kind]}</span>
              <span className={styles.number}>{formatMoney(entry.amount)}</span>
              <span className={styles.quiet}>
                {formatCalendarDay(entry.at.slice(0, 10), locale)}
                {entry.title ? ` · ${why[entry.kind]}` : null}
                {entry.order_id ? ` · ${entry.order_reference ?? entry.order_id}` : null}
              </span>
              <span className={classes(styles.quiet, styles.number)}>{formatMoney(entry.balance)}</span>
            </li>
          ))}
        </ol>
        {more}
        <p className={classes(styles.edge, styles.last)}>
          <span>{t`Closing balance`}</span>
          <span>{formatMoney(statement.closing)}</span>
        </p>
      </div>
      <p className={styles.hash}>
        <Trans>Closing hash: {hash}</Trans>
      </p>
    </>
  );
}
