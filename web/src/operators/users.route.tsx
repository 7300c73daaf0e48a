import { Trans, useLingui } from '@lingui/react/macro';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi, Link } from '@tanstack/react-router';
import type { OperatorUser } from '@vitrine/contract/operators.ts';
import { useDates } from '../accounts/dates.ts';
import { imageSource } from '../format/images.ts';
import desk from '../consoles/Console.module.css';
import { useSearchBox, useSheetClose } from '../navigation/search-box.ts';
import { QueryState } from '../consoles/QueryStates.tsx';
import { Address } from '../ui/Address.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { TextField } from '../ui/Field.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { Avatar } from '../ui/Picture.tsx';
import { Select } from '../ui/Select.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Table } from '../ui/Table.tsx';
import { usersQuery } from './operators.data.ts';
import { PersonSheet } from './PersonSheet.tsx';
import { isRole, roleNames, statusLook, statusName } from './person-texts.ts';

export default createLazyRoute('/operator-frame/operator/users')({ component: UsersPage });

const route = getRouteApi('/operator-frame/operator/users');

function UsersPage() {
  const { t } = useLingui();
  const { search = '', role, uid } = route.useSearch();
  const navigate = route.useNavigate();
  const { typed, setTyped } = useSearchBox(
    search,
    (rested) => void navigate({ search: (kept) => ({ ...kept, search: rested }), replace: true }),
  );
  const close = useSheetClose(
    () => void navigate({ search: (kept) => ({ ...kept, uid: '' }), replace: true, resetScroll: false }),
  );
  return (
    <>
      <Masthead heading={t`Users`} />
      <div className={desk.filters}>
        <TextField
          label={t`Name, handle, email or user ID`}
          type="search"
          value={typed}
          maxLength={100}
          lead={<IconSearch size={20} stroke={1.6} aria-hidden="true" />}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Select
          label={t`Role`}
          value={isRole(role) ? role : ''}
          choices={[
            { value: '', label: t`All roles` },
            ...Object.entries(roleNames).map(([value, label]) => ({ value, label: t(label) })),
          ]}
          onChoose={(chosen) => void navigate({ search: (kept) => ({ ...kept, role: chosen }), replace: true })}
        />
      </div>
      <People
        search={search}
        role={role}
        onClear={() => {
          setTyped('');
          void navigate({ search: {}, replace: true });
        }}
      />
      {uid ? <PersonSheet uid={uid} onClose={close} /> : null}
    </>
  );
}

function People({ search, role, onClear }: { search: string; role: string | undefined; onClear: () => void }) {
  const { t } = useLingui();
  const { moment } = useDates();
  const filter = { ...(search && { search }), ...(isRole(role) && { role }) };
  const query = useInfiniteQuery({ ...usersQuery(filter), placeholderData: keepPreviousData });
  const people = query.data?.pages.flatMap((page) => page.data) ?? [];
  if (query.data && people.length === 0)
    return (
      <EmptyState
        icon={<IconSearch size={28} stroke={1.4} />}
        title={t`No users found`}
        action={
          <Button look="quiet" onClick={onClear}>
            <Trans>Show all users</Trans>
          </Button>
        }
      >
        <Trans>You can search for part of a name, handle or email. A user ID has to be complete.</Trans>
      </EmptyState>
    );
  return (
    <>
      <QueryState query={query} loading={t`Loading users`} failed={t`We couldn’t load the users`} />
      {people.length > 0 ? (
        <Table<OperatorUser>
          caption={t`Users, newest first`}
          rows={people}
          keyOf={(person) => person.uid}
          isPictured
          busy={query.isPlaceholderData}
          columns={[
            { label: t`Name`, look: 'main', cell: (person) => <PersonLink person={person} /> },
            { label: t`Role`, cell: (person) => t(roleNames[person.role]) },
            { label: t`Status`, phone: 'first', cell: (person) => <Status person={person} /> },
            { label: t`Brands`, cell: (person) => person.brands.map((brand) => brand.display_name).join(', ') || '—' },
            {
              label: t`Last seen`,
              look: 'when',
              phone: 'named',
              cell: (person) => (person.last_seen_at ? moment(person.last_seen_at) : t`never`),
            },
          ]}
        />
      ) : null}
      <ShowMore query={query} />
    </>
  );
}

function PersonLink({ person }: { person: OperatorUser }) {
  return (
    <span className={desk.person}>
      <Avatar src={imageSource(person.avatar)} name={person.display_name} className={desk.avatar} />
      <span>
        <Link
          from="/operator/users"
          to="."
          search={(kept) => ({ ...kept, uid: person.uid })}
          state={{ openedHere: true }}
          resetScroll={false}
          preload={false}
          className={desk.open}
        >
          {person.display_name}
        </Link>
        <span className={desk.under}>
          <Address>{person.email}</Address>
        </span>
      </span>
    </span>
  );
}

function Status({ person: { user_status: status, suspended_since: since } }: { person: OperatorUser }) {
  const { t } = useLingui();
  if (since !== null && status === 100)
    return (
      <span className={desk.mark} data-look="bad">
        <Trans context="account">Suspended</Trans>
      </span>
    );
  return (
    <span className={desk.mark} data-look={statusLook(status)}>
      {t(statusName(status))}
    </span>
  );
}
