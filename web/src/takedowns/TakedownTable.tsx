import { Trans, useLingui } from '@lingui/react/macro';
import { IconFlag } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Takedown } from '@vitrine/contract/takedowns.ts';
import { useState } from 'react';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { QueryState } from '../consoles/QueryStates.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Table } from '../ui/Table.tsx';
import { LiftSheet } from './LiftSheet.tsx';
import { categoryNames } from './report-texts.ts';
import { takedownsQuery } from './reports.data.ts';
import styles from './takedowns.module.css';

/** Everything that is taken down now. */
export function TakedownTable() {
  const { t } = useLingui();
  const { day } = useDates();
  const [lifting, setLifting] = useState<Takedown>();
  const query = useInfiniteQuery(takedownsQuery());
  const takedowns = query.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <>
      <QueryState query={query} loading={t`Loading take-downs`} failed={t`We couldn’t load the take-downs`} />
      {query.data && takedowns.length === 0 ? (
        <EmptyState icon={<IconFlag size={28} stroke={1.4} />} title={t`Nothing is taken down`}>
          <Trans>Shortlinks, storefronts and pictures that you take down appear here until you restore them.</Trans>
        </EmptyState>
      ) : null}
      {takedowns.length > 0 ? (
        <Table<Takedown>
          caption={t`Taken down, newest first`}
          rows={takedowns}
          keyOf={(each) => each.id}
          columns={[
            {
              label: t`Address`,
              look: 'main',
              cell: (each) => (
                <span>
                  <a href={each.address} target="_blank" rel="noopener">
                    {each.address}
                  </a>
                  <span className={desk.under}>{each.reason}</span>
                </span>
              ),
            },
            { label: t`Reason`, cell: (each) => t(categoryNames[each.category]) },
            { label: t`Owner`, cell: (each) => each.owner },
            {
              label: t`Report`,
              phone: 'named',
              cell: ({ report_id: id, reference }) =>
                id === null ? '—' : <ReportReference id={id} reference={reference} />,
            },
            { label: t`Since`, look: 'when', cell: (each) => day(each.taken_down_at) },
            {
              label: t`Actions`,
              look: 'actions',
              cell: (each) =>
                each.reference === null ? (
                  <Button small look="quiet" onClick={() => setLifting(each)}>
                    <Trans>Restore</Trans>
                  </Button>
                ) : null,
            },
          ]}
        />
      ) : null}
      <ShowMore query={query} />
      {lifting ? <LiftSheet takedown={lifting} onClose={() => setLifting(undefined)} /> : null}
    </>
  );
}

/** Opens the report behind a take-down, where it is restored. */
function ReportReference({ id, reference }: { id: string; reference: string | null }) {
  return (
    <Link
      from="/operator/reports"
      to="."
      search={(kept) => ({ ...kept, report: id })}
      state={{ openedHere: true }}
      resetScroll={false}
      preload={false}
      className={styles.reference}
    >
      {reference}
    </Link>
  );
}
