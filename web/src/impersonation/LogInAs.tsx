import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import type { OperatorUser } from '@vitrine/contract/operators.ts';
import { type FormEvent, useState } from 'react';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { Segments } from '../ui/Segments.tsx';
import { useOpenGrant } from './impersonation.data.ts';

const shortestReason = 10;

/** Opens a one-time grant and redeems it at its address, where its code stands in the fragment. */
export function LogInAs({ person }: { person: OperatorUser }) {
  const { t } = useLingui();
  const router = useRouter();
  const openGrant = useOpenGrant(person.uid);
  const [mode, setMode] = useState<'view' | 'assist'>('view');
  const [reason, setReason] = useState('');
  const [ticket, setTicket] = useState('');
  const [missing, setMissing] = useState(false);
  const { display_name: name } = person;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(reason.trim().length < shortestReason);
    if (reason.trim().length < shortestReason) return;
    openGrant.mutate(
      { mode, reason: reason.trim(), ...(ticket.trim() && { ticket: ticket.trim() }) },
      {
        onSuccess: ({ code }) =>
          void router.navigate({ to: '/login-as/$uid', params: { uid: person.uid }, hash: code, replace: true }),
      },
    );
  };
  return (
    <section className={desk.section} aria-labelledby="log-in-as">
      <h3 id="log-in-as">
        <Trans>See what {name} sees</Trans>
      </h3>
      <form className={desk.form} onSubmit={submit} noValidate>
        <Segments
          label={t`Mode`}
          value={mode}
          choices={[
            { value: 'view', label: t`Look only` },
            { value: 'assist', label: t`Look and help` },
          ]}
          onChoose={setMode}
        />
        <p className={desk.quiet}>
          {mode === 'view' ? (
            <Trans>Nothing can be changed. It ends after 30 minutes, and {name} sees that you were here.</Trans>
          ) : (
            <Trans>
              Links and storefronts can be changed; money, passwords and addresses cannot. It ends after 30 minutes, and{' '}
              {name} sees that you were here.
            </Trans>
          )}
        </p>
        <TextField
          label={t`Why`}
          name="grant-reason"
          value={reason}
          maxLength={500}
          hint={t`At least ten characters; it is kept on record.`}
          error={missing ? t`Please say in a few words why.` : undefined}
          onChange={(event) => {
            setReason(event.target.value);
            setMissing(false);
          }}
        />
        <TextField
          label={t`Ticket (optional)`}
          name="ticket"
          value={ticket}
          maxLength={60}
          onChange={(event) => setTicket(event.target.value)}
        />
        <Refused error={openGrant.error} />
        <div className={desk.deeds}>
          <Button type="submit" busy={openGrant.isPending}>
            <Trans>Log in as {name}</Trans>
          </Button>
        </div>
      </form>
    </section>
  );
}
