import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { OperatorUser } from '@vitrine/contract/operators.ts';
import { givenStatuses } from '@vitrine/contract/values/user-status.ts';
import { useState } from 'react';
import { useUser } from '../accounts/accounts.data.ts';
import { useDates } from '../accounts/dates.ts';
import { formatNumber } from '../format/numbers.ts';
import desk from '../consoles/Console.module.css';
import { QueryState, Refused } from '../consoles/QueryStates.tsx';
import { Address } from '../ui/Address.tsx';
import { Button } from '../ui/Button.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { TextField } from '../ui/Field.tsx';
import { Select } from '../ui/Select.tsx';
import { showToast } from '../ui/toasts.ts';
import { CloseForUser } from '../closures/CloseForUser.tsx';
import { LogInAs } from '../impersonation/LogInAs.tsx';
import { RemoveTwoFactor } from '../two-factor/RemoveTwoFactor.tsx';
import { UserSuspension } from '../suspensions/UserSuspension.tsx';
import { TakedownSection } from '../takedowns/TakedownSection.tsx';
import { targetsOfPerson } from './takedown-targets.ts';
import { personQuery, usePersonMutations } from './operators.data.ts';
import { placeName, roleNames, statusName } from './person-texts.ts';

const shortestReason = 10;

/** One user: their details, their brands, and what an operator can change. */
export function PersonSheet({ uid, onClose }: { uid: string; onClose: () => void }) {
  const { t } = useLingui();
  const query = useQuery(personQuery(uid));
  const self = useUser();
  const person = query.data;
  return (
    <Drawer title={person?.display_name ?? t`User`} closeLabel={t`Close`} onClose={onClose}>
      <QueryState query={query} loading={t`Loading the user`} failed={t`We couldn’t load this user`} />
      {person ? (
        <div className={desk.sections}>
          <Facts person={person} />
          {person.role === 'creator' && person.user_status === 100 ? <LogInAs person={person} /> : null}
          {person.uid === self.uid ? (
            <p className={desk.quiet}>
              <Trans>This is you. You can’t change your own status.</Trans>
            </p>
          ) : (
            <>
              {person.erased_at ? null : <Standing key={person.user_status} person={person} />}
              {person.role === 'creator' && person.erased_at === null ? <UserSuspension person={person} /> : null}
              {person.role === 'operator' || person.erased_at !== null ? null : (
                <TakedownSection targets={targetsOfPerson(person)} />
              )}
              {person.two_factor_since === null ? null : <RemoveTwoFactor person={person} />}
              <CloseForUser person={person} />
            </>
          )}
        </div>
      ) : null}
    </Drawer>
  );
}

function Facts({ person }: { person: OperatorUser }) {
  const { t } = useLingui();
  const { moment, day } = useDates();
  const since = person.two_factor_since && day(person.two_factor_since);
  const rows = [
    { name: t`Role`, value: t(roleNames[person.role]) },
    { name: t`Status`, value: t(statusName(person.user_status)) },
    { name: t`Email`, value: <Address>{person.email}</Address> },
    { name: t`Handle`, value: person.user_handle && `@${person.user_handle}` },
    { name: t`User ID`, value: person.uid },
    { name: t`Joined`, value: day(person.created_at) },
    { name: t`Last seen`, value: person.last_seen_at ? moment(person.last_seen_at) : t`Never` },
    { name: t`Two-factor login`, value: since ? t`On since ${since}` : t`Off` },
    { name: t`Active sessions`, value: formatNumber(person.open_sessions) },
    ...person.brands.map((brand) => ({ name: brand.display_name, value: t(placeName(brand.as)) })),
  ];
  return (
    <div className={desk.section}>
      <dl className={desk.facts}>
        {rows.map(({ name, value }) =>
          value ? (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      <Link to="/operator/audit" search={{ person: person.uid }}>
        <Trans>Audit history</Trans>
      </Link>
    </div>
  );
}

function Standing({ person }: { person: OperatorUser }) {
  const { t } = useLingui();
  const { setStatus, endSessions } = usePersonMutations(person.uid);
  const [status, setChosen] = useState('');
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const { display_name: name } = person;
  const withReason = (action: (reason: string) => void) => {
    if (reason.trim().length < shortestReason) setMissing(true);
    else action(reason.trim());
  };
  const choices = givenStatuses
    .filter((value) => value !== person.user_status)
    .map((value) => ({ value: String(value), label: t(statusName(value)) }));
  const apply = (given: string) => {
    const user_status = givenStatuses.find((value) => String(value) === status);
    if (user_status === undefined) return;
    setStatus.mutate({ user_status, reason: given }, { onSuccess: () => showToast(t`Status of ${name} changed.`) });
  };
  const signOut = (given: string) =>
    endSessions.mutate(
      { reason: given },
      {
        onSuccess: ({ ended }) => {
          showToast(
            plural(ended, {
              one: `${name} was logged out of # session.`,
              other: `${name} was logged out of # sessions.`,
            }),
          );
          setReason('');
        },
      },
    );
  return (
    <section className={desk.section} aria-labelledby="standing">
      <h3 id="standing">
        <Trans>Status and sessions</Trans>
      </h3>
      <div className={desk.form}>
        <TextField
          label={t`Reason`}
          name="standing-reason"
          value={reason}
          maxLength={500}
          hint={t`At least 10 characters. Saved in the audit log.`}
          error={missing ? t`Please enter at least 10 characters.` : undefined}
          onChange={(event) => {
            setReason(event.target.value);
            setMissing(false);
          }}
        />
        <div className={desk.actions}>
          <Select
            label={t`New status`}
            value={status}
            choices={[{ value: '', label: t`New status…` }, ...choices]}
            onChoose={setChosen}
          />
          <Button small disabled={!status} busy={setStatus.isPending} onClick={() => withReason(apply)}>
            <Trans>Change status</Trans>
          </Button>
          <Button
            small
            look="quiet"
            disabled={person.open_sessions === 0}
            busy={endSessions.isPending}
            onClick={() => withReason(signOut)}
          >
            <Trans>Log out everywhere</Trans>
          </Button>
        </div>
        <Refused error={setStatus.error ?? endSessions.error} />
      </div>
    </section>
  );
}
