import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconInbox } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi, Link } from '@tanstack/react-router';
import type { ApplicationRow, InboxState } from '@vitrine/contract/applications.ts';
import { useState } from 'react';
import { useBrandRights } from '../accounts/brand-rights.ts';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { QueryState } from '../consoles/QueryStates.tsx';
import { formatNumber } from '../format/numbers.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { useDebounced } from '../ui/debounced.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { TextField } from '../ui/Field.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { Segments } from '../ui/Segments.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Table } from '../ui/Table.tsx';
import { TickBox } from '../ui/Tick.tsx';
import { AnswerDrawer } from './AnswerDrawer.tsx';
import { reasonTexts, stateTexts } from './application-texts.ts';
import { applicationsQuery } from './applications.data.ts';
import { ApplicationSheet } from './ApplicationSheet.tsx';

export default createLazyRoute('/brand-frame/brand/$merchant/applications')({ component: InboxOfApplications });

const route = getRouteApi('/brand-frame/brand/$merchant/applications');
const states = ['waiting', 'approved', 'rejected', 'withdrawn'] as const satisfies readonly InboxState[];
const mostAtOnce = 100;

/** The applications to the brand by state, to open one or to answer many. */
function InboxOfApplications() {
  const { t } = useLingui();
  const { merchant } = route.useParams();
  const mayDecide = useBrandRights(merchant)('creators');
  const [state, setState] = useState<InboxState>('waiting');
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed).trim();
  const query = useInfiniteQuery({ ...applicationsQuery(merchant, state, search), placeholderData: keepPreviousData });
  const [openId, setOpenId] = useState<string>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isAnswering, setAnswering] = useState(false);
  const rows = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const counts = query.data?.pages[0]?.meta.counts;
  const turn = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id) && next.size < mostAtOnce) next.add(id);
    setChosen(next);
  };
  return (
    <>
      <Masthead
        heading={t`Applications`}
        controls={
          <Link to="/brand/$merchant/application-page" params={{ merchant }} className={buttonClass({ look: 'quiet' })}>
            <Trans>Application page</Trans>
          </Link>
        }
      />
      <div className={desk.sections}>
        <section className={desk.section} aria-label={t`Applications`}>
          <Segments
            label={t`Status`}
            value={state}
            choices={states.map((each) => ({
              value: each,
              label: counts ? `${t(stateTexts[each])} ${formatNumber(counts[each])}` : t(stateTexts[each]),
            }))}
            onChoose={(next) => {
              setState(next);
              setChosen(new Set());
            }}
          />
          <TextField
            label={t`Search name or email`}
            type="search"
            maxLength={100}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          {mayDecide && chosen.size > 0 ? (
            <div className={desk.actions}>
              <Button onClick={() => setAnswering(true)}>
                <Plural value={chosen.size} one="Answer # application" other="Answer # applications" />
              </Button>
            </div>
          ) : null}
          <QueryState query={query} loading={t`Loading applications`} failed={t`We couldn’t load the applications`} />
          {query.data && rows.length === 0 ? <NoApplications isSearched={search !== ''} /> : null}
          {rows.length > 0 ? (
            <Rows
              state={state}
              rows={rows}
              chosen={chosen}
              onOpen={setOpenId}
              {...(mayDecide && state === 'waiting' && { onTurn: turn })}
            />
          ) : null}
          <ShowMore query={query} />
        </section>
      </div>
      {openId ? <ApplicationSheet merchant={merchant} id={openId} onClose={() => setOpenId(undefined)} /> : null}
      {isAnswering ? (
        <AnswerDrawer
          merchant={merchant}
          rows={rows.filter(({ id }) => chosen.has(id))}
          onClose={() => {
            setAnswering(false);
            setChosen(new Set());
          }}
        />
      ) : null}
    </>
  );
}

function NoApplications({ isSearched }: { isSearched: boolean }) {
  const { t } = useLingui();
  return (
    <EmptyState
      icon={<IconInbox size={28} stroke={1.4} />}
      title={isSearched ? t`Nothing found` : t`No applications here`}
    >
      {isSearched ? (
        <Trans>No application in this list has this name or email.</Trans>
      ) : (
        <Trans>Open your application page and share its address. Confirmed applications appear here.</Trans>
      )}
    </EmptyState>
  );
}

type RowsProps = {
  state: InboxState;
  rows: readonly ApplicationRow[];
  chosen: ReadonlySet<string>;
  onOpen: (id: string) => void;
  onTurn?: (id: string) => void;
};

function Rows({ state, rows, chosen, onOpen, onTurn }: RowsProps) {
  const { t } = useLingui();
  const { day } = useDates();
  return (
    <Table<ApplicationRow>
      caption={t`Applications`}
      rows={rows}
      keyOf={(row) => row.id}
      columns={[
        ...(onTurn
          ? [
              {
                label: t`Choose`,
                phone: 'end' as const,
                cell: (row: ApplicationRow) => <Pick row={row} isChosen={chosen.has(row.id)} onTurn={onTurn} />,
              },
            ]
          : []),
        {
          label: t`Name`,
          look: 'main',
          cell: (row) => (
            <>
              <button type="button" className={desk.open} onClick={() => onOpen(row.id)}>
                {row.name}
              </button>
              <span className={desk.under}>{row.email}</span>
            </>
          ),
        },
        ...(state === 'rejected'
          ? [{ label: t`Reason`, cell: (row: ApplicationRow) => (row.reason ? t(reasonTexts[row.reason]) : '—') }]
          : []),
        ...(state === 'rejected' || state === 'approved'
          ? [{ label: t`Answered by`, cell: (row: ApplicationRow) => (row.by_rule ? t`Rule` : t`Your team`) }]
          : []),
        { label: t`Sent`, look: 'when', phone: 'named', cell: (row) => day(row.created_at) },
      ]}
    />
  );
}

function Pick({ row, isChosen, onTurn }: { row: ApplicationRow; isChosen: boolean; onTurn: (id: string) => void }) {
  const { t } = useLingui();
  const { name } = row;
  return <TickBox aria-label={t`Choose ${name}`} checked={isChosen} onChange={() => onTurn(row.id)} />;
}
