import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconSearch, IconUsers } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { RosterColumn, RosterCreator } from '@vitrine/contract/roster.ts';
import { useState } from 'react';
import { useBrandRights } from '../accounts/brand-rights.ts';
import { RangeControls } from '../analytics/RangeControls.tsx';
import { isPreset, rangeIn, type RangeSearch } from '../analytics/search.ts';
import desk from '../consoles/Console.module.css';
import { QueryState } from '../consoles/QueryStates.tsx';
import { failureText } from '../format/refusals.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { showToast } from '../ui/toasts.ts';
import { ColumnChoice } from './ColumnChoice.tsx';
import { MoveCreators } from './MoveCreators.tsx';
import { type ColumnName, columnsIn, columnsText, isSortable } from './roster-columns.tsx';
import { downloadRoster, rosterFiltersQuery, type RosterQuery, rosterQuery } from './roster.data.ts';
import { RosterFilters } from './RosterFilters.tsx';
import { RosterTable } from './RosterTable.tsx';
import { TagCreators } from './TagCreators.tsx';
import styles from './roster.module.css';

/** What the address keeps. */
export type RosterSearch = {
  [Name in 'search' | 'status' | 'group' | 'tag' | 'sort' | 'order' | 'preset' | 'from' | 'to' | 'columns']?: string;
};

type RosterScreenProps = {
  merchant: string;
  search: RosterSearch;
  onSearch: (change: { [Name in keyof RosterSearch]: string | undefined }) => void;
};

const statuses = ['active', 'paused', 'suspended', 'ended'] as const;

function filterIn({ search, status, group, tag }: RosterSearch) {
  const known = statuses.find((each) => each === status);
  return { ...(search && { search }), ...(known && { status: known }), ...(group && { group }), ...(tag && { tag }) };
}

function rangeOf({ preset, from, to }: RosterSearch): RangeSearch {
  return rangeIn({ ...(isPreset(preset) && { preset }), ...(from && { from }), ...(to && { to }) });
}

function queryIn(search: RosterSearch): RosterQuery {
  const { sort = '', order } = search;
  return {
    ...filterIn(search),
    ...rangeOf(search),
    ...(isSortable(sort) && { sort }),
    ...(order === 'up' && { order }),
  };
}

/** All creators of the brand: searched, filtered and sorted by the server, with the columns that the user chose. */
export function RosterScreen({ merchant, search, onSearch }: RosterScreenProps) {
  const { t } = useLingui();
  const asked = queryIn(search);
  const columns = columnsIn(search.columns);
  const query = useInfiniteQuery({ ...rosterQuery(merchant, asked), placeholderData: keepPreviousData });
  const { data: choices } = useQuery(rosterFiltersQuery(merchant));
  const creators = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const [first] = query.data?.pages ?? [];
  const total = first?.meta.total ?? 0;
  const filter = filterIn(search);
  const sortBy = (column: RosterColumn) => {
    const isUp = asked.sort === column ? asked.order !== 'up' : column === 'name' || column === 'group';
    onSearch({ sort: column, order: isUp ? 'up' : undefined });
  };
  const clear = () => onSearch({ search: undefined, status: undefined, group: undefined, tag: undefined });
  if (query.data && total === 0 && Object.keys(filter).length === 0) return <NoCreators merchant={merchant} />;
  return (
    <>
      <Masthead heading={t`Creators`} controls={<Controls merchant={merchant} asked={asked} columns={columns} />} />
      <RosterFilters search={search} choices={choices} onSearch={onSearch} onClear={clear} />
      <div className={styles.controls}>
        <RangeControls
          search={rangeOf(search)}
          range={first?.meta.range}
          onRange={(range) => onSearch({ preset: undefined, from: undefined, to: undefined, ...range })}
          onCompare={undefined}
        />
        <ColumnChoice columns={columns} onChange={(next) => onSearch({ columns: columnsText(next) })} />
      </div>
      <QueryState query={query} loading={t`Loading creators`} failed={t`We couldn’t load your creators`} />
      {query.data && creators.length === 0 ? <NoneFound onClear={clear} /> : null}
      {creators.length > 0 ? (
        <Found
          merchant={merchant}
          creators={creators}
          total={total}
          filter={filter}
          columns={columns}
          sorting={{ by: asked.sort ?? 'joined', isUp: asked.order === 'up', onSort: sortBy }}
        />
      ) : null}
      <ShowMore query={query} />
    </>
  );
}

/** The export, and for whoever may invite creators the way to it. */
function Controls(props: ExportProps) {
  const { merchant } = props;
  const mayInvite = useBrandRights(merchant)('creators');
  return (
    <>
      {mayInvite ? (
        <Link to="/brand/$merchant/invitations" params={{ merchant }} className={buttonClass({ look: 'quiet' })}>
          <Trans>Invite creator</Trans>
        </Link>
      ) : null}
      <Export {...props} />
    </>
  );
}

type ExportProps = { merchant: string; asked: RosterQuery; columns: readonly ColumnName[] };

function Export({ merchant, asked, columns }: ExportProps) {
  const { t } = useLingui();
  const [isSaving, setSaving] = useState(false);
  const save = () => {
    setSaving(true);
    void downloadRoster(merchant, asked, columns)
      .catch((error: Error) => showToast(t(failureText(error))))
      .finally(() => setSaving(false));
  };
  return (
    <Button look="quiet" busy={isSaving} onClick={save}>
      <Trans>Export as CSV</Trans>
    </Button>
  );
}

type FoundProps = {
  merchant: string;
  creators: readonly RosterCreator[];
  total: number;
  filter: ReturnType<typeof filterIn>;
  columns: readonly ColumnName[];
  sorting: { by: RosterColumn; isUp: boolean; onSort: (column: RosterColumn) => void };
};

/** The creators that were found. Who may change them chooses some, or takes all that a filter found. */
function Found({ merchant, creators, total, filter, columns, sorting }: FoundProps) {
  const mayChange = useBrandRights(merchant)('creators');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<{ what: 'move' | 'tag'; whom: 'chosen' | 'found' }>();
  const close = () => setOpened(undefined);
  const chosenOnes = {
    merchant,
    count: opened?.whom === 'chosen' ? chosen.size : total,
    whom: opened?.whom === 'chosen' ? { merchant_account_ids: [...chosen] } : { filter },
    onClose: close,
  };
  return (
    <>
      <div className={styles.bar}>
        <p className={desk.quiet}>
          <Plural value={total} one="# creator" other="# creators" />
        </p>
        {mayChange ? (
          <div className={desk.actions}>
            {chosen.size > 0 ? (
              <>
                <Button look="quiet" small onClick={() => setOpened({ what: 'move', whom: 'chosen' })}>
                  <Plural value={chosen.size} one="Move # creator" other="Move # creators" />
                </Button>
                <Button look="quiet" small onClick={() => setOpened({ what: 'tag', whom: 'chosen' })}>
                  <Plural value={chosen.size} one="Tag # creator" other="Tag # creators" />
                </Button>
              </>
            ) : null}
            {Object.keys(filter).length > 0 ? (
              <>
                <Button look="quiet" small onClick={() => setOpened({ what: 'move', whom: 'found' })}>
                  <Plural value={total} one="Move the one found" other="Move all # found" />
                </Button>
                <Button look="quiet" small onClick={() => setOpened({ what: 'tag', whom: 'found' })}>
                  <Plural value={total} one="Tag the one found" other="Tag all # found" />
                </Button>
              </>
            ) : null}
          </div>
        ) : null}
      </div>
      <RosterTable
        merchant={merchant}
        creators={creators}
        columns={columns}
        sorting={sorting}
        {...(mayChange && { selection: { chosen, onChange: setChosen } })}
      />
      {opened?.what === 'move' ? <MoveCreators {...chosenOnes} onMoved={() => setChosen(new Set())} /> : null}
      {opened?.what === 'tag' ? <TagCreators {...chosenOnes} /> : null}
    </>
  );
}

function NoneFound({ onClear }: { onClear: () => void }) {
  const { t } = useLingui();
  return (
    <EmptyState
      icon={<IconSearch size={28} stroke={1.4} />}
      title={t`No creators found`}
      action={
        <Button look="quiet" onClick={onClear}>
          <Trans>Show all creators</Trans>
        </Button>
      }
    >
      <Trans>No creator matches this search and these filters.</Trans>
    </EmptyState>
  );
}

function NoCreators({ merchant }: { merchant: string }) {
  const { t } = useLingui();
  return (
    <>
      <Masthead heading={t`Creators`} />
      <EmptyState
        icon={<IconUsers size={28} stroke={1.4} />}
        title={t`No creators yet`}
        action={
          <Link to="/brand/$merchant/invitations" params={{ merchant }} className={buttonClass()}>
            <Trans>Invite a creator</Trans>
          </Link>
        }
      >
        <Trans>Creators who accept an invitation appear here with their clicks, orders and sales.</Trans>
      </EmptyState>
    </>
  );
}
