import { Trans, useLingui } from '@lingui/react/macro';
import { IconFlag, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi, Link } from '@tanstack/react-router';
import type { Report } from '@vitrine/contract/takedowns.ts';
import { useState } from 'react';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { QueryState } from '../consoles/QueryStates.tsx';
import { useSearchBox, useSheetClose } from '../navigation/search-box.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { TextField } from '../ui/Field.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { Segments } from '../ui/Segments.tsx';
import { Select } from '../ui/Select.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Table } from '../ui/Table.tsx';
import { DueText } from './DueText.tsx';
import { ReportDrawer } from './ReportDrawer.tsx';
import { reportsQuery } from './reports.data.ts';
import { categoryNames, stateLook, reportStates } from './report-texts.ts';
import { TakedownSheet } from './TakedownSheet.tsx';
import { TakedownTable } from './TakedownTable.tsx';
import styles from './takedowns.module.css';

export default createLazyRoute('/operator-frame/operator/reports')({ component: ReportsPage });

const route = getRouteApi('/operator-frame/operator/reports');
const shows = ['open', 'closed', 'down'] as const;
type Show = (typeof shows)[number];

function ReportsPage() {
  const { t } = useLingui();
  const { show: given, report } = route.useSearch();
  const navigate = route.useNavigate();
  const [adding, setAdding] = useState(false);
  const show: Show = shows.find((each) => each === given) ?? 'open';
  const close = useSheetClose(
    () => void navigate({ search: (kept) => ({ ...kept, report: '' }), replace: true, resetScroll: false }),
  );
  return (
    <>
      <Masthead
        heading={t`Reports`}
        controls={
          <Button onClick={() => setAdding(true)}>
            <Trans>Take down an address</Trans>
          </Button>
        }
      />
      <div className={styles.shows}>
        <Segments
          label={t`Show`}
          value={show}
          choices={[
            { value: 'open', label: t`Open` },
            { value: 'closed', label: t`Closed` },
            { value: 'down', label: t`Taken down` },
          ]}
          onChoose={(chosen) => void navigate({ search: (kept) => ({ ...kept, show: chosen }), replace: true })}
        />
      </div>
      {show === 'down' ? <TakedownTable /> : <ReportList key={show} show={show} />}
      {report ? <ReportDrawer key={report} reportId={report} onClose={close} /> : null}
      {adding ? <TakedownSheet onClose={() => setAdding(false)} /> : null}
    </>
  );
}

const kinds = ['abuse', 'copyright'] as const;

function ReportList({ show }: { show: 'open' | 'closed' }) {
  const { t } = useLingui();
  const { moment } = useDates();
  const { kind: given, search = '' } = route.useSearch();
  const kind = kinds.find((each) => each === given);
  const navigate = route.useNavigate();
  const { typed, setTyped } = useSearchBox(
    search,
    (rested) => void navigate({ search: (kept) => ({ ...kept, search: rested }), replace: true }),
  );
  const query = useInfiniteQuery({
    ...reportsQuery({ show, ...(kind && { kind }), ...(search && { search }) }),
    placeholderData: keepPreviousData,
  });
  const reports = query.data?.pages.flatMap((page) => page.data) ?? [];
  const isFiltered = kind !== undefined || search !== '';
  return (
    <>
      <div className={desk.filters}>
        <TextField
          label={t`Reference, address or reporter`}
          type="search"
          value={typed}
          maxLength={100}
          lead={<IconSearch size={20} stroke={1.6} aria-hidden="true" />}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Select
          label={t`Type`}
          value={kind ?? ''}
          choices={[
            { value: '', label: t`All types` },
            { value: 'abuse', label: t`Reports` },
            { value: 'copyright', label: t`Copyright notices` },
          ]}
          onChoose={(chosen) => void navigate({ search: (kept) => ({ ...kept, kind: chosen }), replace: true })}
        />
      </div>
      <QueryState query={query} loading={t`Loading reports`} failed={t`We couldn’t load the reports`} />
      {query.data && reports.length === 0 ? (
        <EmptyState
          icon={<IconFlag size={28} stroke={1.4} />}
          title={isFiltered ? t`No reports found` : show === 'open' ? t`No open reports` : t`No closed reports yet`}
          action={
            isFiltered ? (
              <Button
                look="quiet"
                onClick={() => {
                  setTyped('');
                  void navigate({ search: { show }, replace: true });
                }}
              >
                <Trans>Clear filters</Trans>
              </Button>
            ) : undefined
          }
        >
          <Trans>
            Reports and copyright notices from the form at /report appear here, each with the day it is due.
          </Trans>
        </EmptyState>
      ) : null}
      {reports.length > 0 ? (
        <Table<Report>
          caption={show === 'open' ? t`Open reports, oldest first` : t`Closed reports, newest first`}
          rows={reports}
          keyOf={(each) => each.id}
          busy={query.isPlaceholderData}
          columns={[
            { label: t`Report`, look: 'main', cell: (each) => <ReportLink report={each} /> },
            { label: t`Reason`, cell: (each) => t(categoryNames[each.category]) },
            {
              label: t`Status`,
              phone: 'first',
              cell: (each) => (
                <span className={desk.mark} data-look={each.clock?.is_overdue ? 'bad' : stateLook(each.state)}>
                  {t(reportStates[each.state])}
                </span>
              ),
            },
            { label: t`Due`, cell: (each) => <DueText clock={each.clock} /> },
            { label: t`Received`, look: 'when', cell: (each) => moment(each.received_at) },
          ]}
        />
      ) : null}
      <ShowMore query={query} />
    </>
  );
}

function ReportLink({ report }: { report: Report }) {
  return (
    <span>
      <Link
        from="/operator/reports"
        to="."
        search={(kept) => ({ ...kept, report: report.id })}
        state={{ openedHere: true }}
        resetScroll={false}
        preload={false}
        className={desk.open}
      >
        {report.reference}
      </Link>
      <span className={desk.under}>{report.address}</span>
    </span>
  );
}
