import { Trans, useLingui } from '@lingui/react/macro';
import { IconScale } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi, Link } from '@tanstack/react-router';
import type { OperatorSuspension } from '@vitrine/contract/suspensions.ts';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { QueryState } from '../consoles/QueryStates.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { Select } from '../ui/Select.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Table } from '../ui/Table.tsx';
import {
  isSuspensionObjection,
  suspensionCategoryTexts,
  suspensionObjectionLooks,
  suspensionObjectionTexts,
  suspensionOutcomeTexts,
} from './suspension-texts.ts';
import { suspensionsQuery } from './suspensions.data.ts';

export default createLazyRoute('/operator-frame/operator/suspensions')({ component: SuspensionsPage });

const route = getRouteApi('/operator-frame/operator/suspensions');

/** The suspensions of creators, by operators and by brands, and what they say against them. */
function SuspensionsPage() {
  const { t } = useLingui();
  const { objection } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <Masthead heading={t`Suspensions`} />
      <div className={desk.filters}>
        <Select
          label={t`Objection`}
          value={isSuspensionObjection(objection) ? objection : ''}
          choices={[
            { value: '', label: t`All suspensions` },
            ...Object.entries(suspensionObjectionTexts).map(([value, name]) => ({ value, label: t(name) })),
          ]}
          onChoose={(chosen) => void navigate({ search: { objection: chosen }, replace: true })}
        />
      </div>
      <Suspensions objection={objection} />
    </>
  );
}

function Suspensions({ objection }: { objection: string | undefined }) {
  const { t } = useLingui();
  const { moment } = useDates();
  const filter = isSuspensionObjection(objection) ? { objection } : {};
  const query = useInfiniteQuery({ ...suspensionsQuery(filter), placeholderData: keepPreviousData });
  const rows = query.data?.pages.flatMap((page) => page.data) ?? [];
  if (query.data && rows.length === 0)
    return (
      <EmptyState
        icon={<IconScale size={28} stroke={1.4} />}
        title={filter.objection ? t`No suspensions with this objection` : t`No suspensions`}
      >
        <Trans>
          You can suspend a creator on their page under Users. They can object within 14 days, and you have 7 days to
          answer; after that, the suspension ends.
        </Trans>
      </EmptyState>
    );
  return (
    <>
      <QueryState query={query} loading={t`Loading suspensions`} failed={t`We couldn’t load the suspensions`} />
      {rows.length > 0 ? (
        <Table<OperatorSuspension>
          caption={t`Suspensions, newest first`}
          rows={rows}
          keyOf={(row) => row.id}
          busy={query.isPlaceholderData}
          columns={[
            { label: t`Creator`, look: 'main', cell: (row) => <CreatorLink row={row} /> },
            { label: t`By`, cell: (row) => row.brand?.display_name ?? t`Operator` },
            { label: t`Category`, cell: (row) => t(suspensionCategoryTexts[row.category]) },
            { label: t`Status`, phone: 'first', cell: (row) => <StatusOf row={row} /> },
            { label: t`Since`, look: 'when', phone: 'named', cell: (row) => moment(row.started_at) },
            {
              label: t`Answer by`,
              look: 'when',
              phone: 'named',
              cell: (row) => (row.objection?.state === 'open' ? moment(row.objection.due_at) : '—'),
            },
          ]}
        />
      ) : null}
      <ShowMore query={query} />
    </>
  );
}

function CreatorLink({ row }: { row: OperatorSuspension }) {
  return (
    <>
      <Link to="/operator/users" search={{ uid: row.uid }} className={desk.open}>
        {row.creator_display_name}
      </Link>
      <span className={desk.under}>{row.creator ? `@${row.creator}` : null}</span>
    </>
  );
}

function StatusOf({ row: { objection, outcome } }: { row: OperatorSuspension }) {
  const { t } = useLingui();
  if (outcome) return t(suspensionOutcomeTexts[outcome]);
  return objection ? (
    <span className={desk.mark} data-look={suspensionObjectionLooks[objection.state]}>
      {t(suspensionObjectionTexts[objection.state])}
    </span>
  ) : (
    <span className={desk.mark} data-look="bad">
      <Trans context="account">Suspended</Trans>
    </span>
  );
}
