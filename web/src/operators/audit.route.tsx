import type { MessageDescriptor } from '@lingui/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconFileSearch, IconRefresh, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import type { AuditEntry } from '@vitrine/contract/operators.ts';
import { useEffect, useState } from 'react';
import { useDates } from '../accounts/dates.ts';
import { formatNumber } from '../format/numbers.ts';
import desk from '../consoles/Console.module.css';
import { QueryState } from '../consoles/QueryStates.tsx';
import { Button } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { TextField } from '../ui/Field.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { useDebounced } from '../ui/debounced.ts';
import { Select } from '../ui/Select.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Table } from '../ui/Table.tsx';
import { shortId, detailTexts } from './audit-texts.ts';
import { actionNames, detailNames, subjectNames } from './action-texts.ts';
import { auditCheckQuery, auditQuery } from './operators.data.ts';
import { statusName } from './person-texts.ts';
import styles from './operators.module.css';

export default createLazyRoute('/operator-frame/operator/audit')({ component: AuditPage });

const route = getRouteApi('/operator-frame/operator/audit');

function AuditPage() {
  const { t } = useLingui();
  const { moment } = useDates();
  const { person = '', action = '', subject = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const [typed, setTyped] = useState({ person, subject });
  const restedPerson = useDebounced(typed.person).trim();
  const restedSubject = useDebounced(typed.subject).trim();
  useEffect(() => {
    if (restedPerson === person && restedSubject === subject) return;
    void navigate({ search: (kept) => ({ ...kept, person: restedPerson, subject: restedSubject }), replace: true });
  }, [restedPerson, restedSubject, person, subject, navigate]);
  const filter = { ...(person && { person }), ...(action && { action }), ...(subject && { subject }) };
  const query = useInfiniteQuery({ ...auditQuery(filter), placeholderData: keepPreviousData });
  const entries = query.data?.pages.flatMap((page) => page.data) ?? [];
  const nameOf = useNames();
  const actions = query.data?.pages[0]?.meta.actions ?? [];
  return (
    <>
      <Masthead heading={t`Audit log`} />
      <Chain />
      <div className={desk.filters}>
        <TextField
          label={t`User`}
          type="search"
          value={typed.person}
          maxLength={100}
          lead={<IconSearch size={20} stroke={1.6} aria-hidden="true" />}
          onChange={(event) => setTyped({ ...typed, person: event.target.value })}
        />
        <TextField
          label={t`Affected item`}
          type="search"
          value={typed.subject}
          maxLength={200}
          onChange={(event) => setTyped({ ...typed, subject: event.target.value })}
        />
        <Select
          label={t`Action`}
          value={action}
          choices={[
            { value: '', label: t`All actions` },
            ...actions.map((value) => ({ value, label: nameOf(actionNames, value) ?? value })),
          ]}
          onChoose={(chosen) => void navigate({ search: (kept) => ({ ...kept, action: chosen }), replace: true })}
        />
      </div>
      <QueryState query={query} loading={t`Loading the audit log`} failed={t`We couldn’t load the audit log`} />
      {query.data && entries.length === 0 ? (
        <EmptyState
          icon={<IconFileSearch size={28} stroke={1.4} />}
          title={t`No entries found`}
          action={
            <Button
              look="quiet"
              onClick={() => {
                setTyped({ person: '', subject: '' });
                void navigate({ search: {}, replace: true });
              }}
            >
              <Trans>Show all entries</Trans>
            </Button>
          }
        >
          <Trans>
            Searching for a user finds what they did, what was done to them, and what they did as another user.
          </Trans>
        </EmptyState>
      ) : null}
      {entries.length > 0 ? (
        <Table<AuditEntry>
          caption={t`Audit log, newest first`}
          rows={entries}
          keyOf={(entry) => entry.seq}
          busy={query.isPlaceholderData}
          columns={[
            { label: t`Action`, look: 'main', cell: (entry) => <ActionCell entry={entry} /> },
            { label: t`Who`, cell: (entry) => <Who entry={entry} /> },
            { label: t`Brand`, cell: (entry) => entry.merchant?.display_name ?? '—' },
            { label: t`When`, look: 'when', cell: (entry) => moment(entry.at) },
            { label: t`Entry`, look: 'number', phone: 'end', cell: (entry) => entry.seq },
          ]}
        />
      ) : null}
      <ShowMore query={query} />
    </>
  );
}

/** Looks up the name of a code in the log; undefined for a code without one. */
function useNames() {
  const { t } = useLingui();
  return (names: Record<string, MessageDescriptor>, code: string) => {
    const name = names[code];
    return name && t(name);
  };
}

function ActionCell({ entry: { action, subject, details } }: { entry: AuditEntry }) {
  const { t } = useLingui();
  const { moment } = useDates();
  const nameOf = useNames();
  const texts = detailTexts(details, {
    moment,
    nameOf: (key) => nameOf(detailNames, key),
    ...(subject.kind === 'user' && { statusOf: (status: number) => t(statusName(status)) }),
  });
  return (
    <>
      {nameOf(actionNames, action) ?? action}
      <span className={classes(desk.under, styles.details)}>
        <span>{subject.name ?? `${nameOf(subjectNames, subject.kind) ?? subject.kind} ${shortId(subject.id)}`}</span>
        {texts.map((phrase) => (
          <span key={phrase}>{phrase}</span>
        ))}
      </span>
    </>
  );
}

function Who({ entry: { actor, impersonator } }: { entry: AuditEntry }) {
  const [name, operator] = [actor?.display_name ?? '', impersonator?.display_name ?? ''];
  if (!actor) return <Trans>The system</Trans>;
  if (!impersonator) return name;
  return (
    <Trans>
      {operator} as {name}
    </Trans>
  );
}

/** The result of checking the hash chain, which the server recomputes from its first entry. */
function Chain() {
  const { moment } = useDates();
  const query = useQuery(auditCheckQuery());
  const checked = query.data;
  if (!checked)
    return (
      <p className={styles.chain} data-open role="status">
        {query.isError ? <Trans>We couldn’t check the log.</Trans> : <Trans>Checking the log…</Trans>}
        {query.isError ? <CheckAgain query={query} /> : null}
      </p>
    );
  const [count, last, broken] = [
    formatNumber(checked.entries),
    checked.last ? moment(checked.last.at) : '',
    checked.broken_at?.seq ?? '',
  ];
  return (
    <p className={styles.chain} data-broken={checked.broken_at !== null || undefined} role="status">
      <strong>
        {checked.broken_at ? (
          <Trans>Entry {broken} doesn’t match: the log was changed after it was written.</Trans>
        ) : (
          <Trans>Log verified up to {last}</Trans>
        )}
      </strong>
      <span>
        <Plural value={checked.entries} one="# entry" other={`${count} entries`} />
      </span>
      {checked.last ? <span className={styles.hash}>{checked.last.hash.slice(0, 16)}…</span> : null}
      <CheckAgain query={query} />
    </p>
  );
}

function CheckAgain({ query }: { query: { isFetching: boolean; refetch: () => unknown } }) {
  const { t } = useLingui();
  return (
    <Button
      small
      look="plain"
      className={styles.again}
      busy={query.isFetching}
      aria-label={t`Check again`}
      onClick={() => void query.refetch()}
    >
      <IconRefresh size={16} aria-hidden="true" />
    </Button>
  );
}
