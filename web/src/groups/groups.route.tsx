import { Trans, useLingui } from '@lingui/react/macro';
import { IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import type { CreatorGroup } from '@vitrine/contract/groups.ts';
import { useState } from 'react';
import { useBrandRights } from '../accounts/brand-rights.ts';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { QueryState } from '../consoles/QueryStates.tsx';
import { formatNumber } from '../format/numbers.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { Table } from '../ui/Table.tsx';
import { GroupForm } from './GroupForm.tsx';
import { groupsQuery } from './groups.data.ts';

export default createLazyRoute('/brand-frame/brand/$merchant/groups')({ component: GroupsPage });

const route = getRouteApi('/brand-frame/brand/$merchant/groups');

/** The groups of the brand's creators, each with its welcome text and how many are in it. */
function GroupsPage() {
  const { t } = useLingui();
  const { merchant } = route.useParams();
  const mayChange = useBrandRights(merchant)('creators');
  const query = useQuery(groupsQuery(merchant));
  const [open, setOpen] = useState<CreatorGroup | 'new'>();
  const close = () => setOpen(undefined);
  const add = mayChange ? (
    <Button onClick={() => setOpen('new')}>
      <Trans>New group</Trans>
    </Button>
  ) : undefined;
  const groups = query.data ?? [];
  const active = groups.filter((group) => group.archived_at === null);
  const archived = groups.filter((group) => group.archived_at !== null);
  const onOpen = mayChange ? setOpen : undefined;
  return (
    <>
      <Masthead heading={t`Groups`} {...(groups.length > 0 && { controls: add })} />
      <div className={desk.sections}>
        <section className={desk.section} aria-label={t`Groups`}>
          <QueryState query={query} rows={3} loading={t`Loading groups`} failed={t`We couldn’t load your groups`} />
          {query.data && groups.length === 0 ? (
            <EmptyState icon={<IconUsersGroup size={28} stroke={1.4} />} title={t`No groups yet`} action={add}>
              <Trans>Put creators into groups to welcome each group in its own way and give it its own terms.</Trans>
            </EmptyState>
          ) : null}
          {active.length > 0 ? <GroupTable caption={t`Groups`} groups={active} onOpen={onOpen} /> : null}
        </section>
        {archived.length > 0 ? (
          <section className={desk.section} aria-labelledby="archived-groups">
            <h2 id="archived-groups">
              <Trans>Archived groups</Trans>
            </h2>
            <GroupTable caption={t`Archived groups`} groups={archived} onOpen={onOpen} />
          </section>
        ) : null}
      </div>
      {open === 'new' ? <GroupForm merchant={merchant} onClose={close} /> : null}
      {open !== undefined && open !== 'new' ? (
        <GroupForm key={open.id} merchant={merchant} group={open} onClose={close} />
      ) : null}
    </>
  );
}

type GroupTableProps = {
  caption: string;
  groups: readonly CreatorGroup[];
  onOpen: ((group: CreatorGroup) => void) | undefined;
};

function GroupTable({ caption, groups, onOpen }: GroupTableProps) {
  const { t } = useLingui();
  const { day } = useDates();
  return (
    <Table<CreatorGroup>
      caption={caption}
      rows={groups}
      keyOf={(group) => group.id}
      columns={[
        { label: t`Name`, look: 'main', cell: (group) => <GroupName group={group} onOpen={onOpen} /> },
        { label: t`Creators`, look: 'number', phone: 'named', cell: (group) => formatNumber(group.creators) },
        { label: t`Created`, look: 'when', phone: 'named', cell: (group) => day(group.created_at) },
      ]}
    />
  );
}

function GroupName({ group, onOpen }: { group: CreatorGroup; onOpen: GroupTableProps['onOpen'] }) {
  return (
    <>
      {onOpen ? (
        <button type="button" className={desk.open} onClick={() => onOpen(group)}>
          {group.name}
        </button>
      ) : (
        group.name
      )}
      <span className={desk.under}>
        {group.welcome === '' ? <Trans>No welcome text</Trans> : excerptOf(group.welcome)}
      </span>
    </>
  );
}

const excerptLetters = 120;

function excerptOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > excerptLetters ? `${line.slice(0, excerptLetters)}…` : line;
}
