import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import type { StaffMember } from '@vitrine/contract/team.ts';
import { useState } from 'react';
import { useBrandRights } from '../accounts/brand-rights.ts';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { QueryState } from '../consoles/QueryStates.tsx';
import { Button } from '../ui/Button.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { Table } from '../ui/Table.tsx';
import { ChangeMember } from './ChangeMember.tsx';
import { InviteMember } from './InviteMember.tsx';
import { useRoleTexts } from './role-texts.ts';
import styles from './team.module.css';
import { staffQuery } from './team.data.ts';

export default createLazyRoute('/brand-frame/brand/$merchant/team')({
  component: TeamPage,
});

const route = getRouteApi('/brand-frame/brand/$merchant/team');

/** Who works for the brand, and what each may do. Owners invite, change roles and remove. */
function TeamPage() {
  const { t } = useLingui();
  const { merchant } = route.useParams();
  const isOwner = useBrandRights(merchant)('staff');
  const query = useQuery(staffQuery(merchant));
  const { nameOf } = useRoleTexts();
  const { day } = useDates();
  const [open, setOpen] = useState<StaffMember | 'invite'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <Masthead
        heading={t`Team`}
        {...(isOwner && {
          controls: (
            <Button onClick={() => setOpen('invite')}>
              <Trans>Invite colleague</Trans>
            </Button>
          ),
        })}
      />
      <div className={desk.sections}>
        <section className={desk.section} aria-label={t`Team`}>
          <p className={desk.quiet}>
            {isOwner ? (
              <Trans>Everyone who works with your program here, and what they can do.</Trans>
            ) : (
              <Trans>Everyone who works with this program here. Owners invite colleagues and change their roles.</Trans>
            )}
          </p>
          <QueryState query={query} rows={2} loading={t`Loading the team`} failed={t`We couldn’t load the team`} />
          {query.data ? (
            <Table<StaffMember>
              caption={t`Team`}
              rows={query.data}
              keyOf={(person) => person.uid}
              columns={[
                {
                  label: t`Name`,
                  look: 'main',
                  cell: (person) => <Person person={person} {...(isOwner && { onOpen: () => setOpen(person) })} />,
                },
                { label: t`Role`, phone: 'end', cell: (person) => nameOf(person.role) },
                { label: t`Since`, look: 'when', phone: 'named', cell: (person) => day(person.joined_at) },
                {
                  label: t`Last active`,
                  look: 'when',
                  phone: 'named',
                  cell: (person) => (person.last_seen_at ? day(person.last_seen_at) : t`Never`),
                },
              ]}
            />
          ) : null}
        </section>
        <Roles />
      </div>
      {open === 'invite' ? <InviteMember merchant={merchant} onClose={close} /> : null}
      {open !== undefined && open !== 'invite' ? (
        <ChangeMember merchant={merchant} person={open} onClose={close} />
      ) : null}
    </>
  );
}

function Person({ person, onOpen }: { person: StaffMember; onOpen?: () => void }) {
  const { t } = useLingui();
  const { display_name: known } = person;
  const name = person.you ? t`${known} (you)` : known;
  return (
    <>
      {onOpen ? (
        <button type="button" className={desk.open} onClick={onOpen}>
          {name}
        </button>
      ) : (
        name
      )}
      <span className={desk.under}>{person.email}</span>
    </>
  );
}

function Roles() {
  const { nameOf, aboutOf, roles } = useRoleTexts();
  return (
    <section className={desk.section} aria-labelledby="roles">
      <h2 id="roles">
        <Trans>What each role can do</Trans>
      </h2>
      <dl className={styles.roles}>
        {roles.map((role) => (
          <div key={role}>
            <dt>{nameOf(role)}</dt>
            <dd>{aboutOf(role)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
