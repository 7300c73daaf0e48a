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

/** Creates a one-time grant and goes to its address, with the code in the fragment, to redeem it. */
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
            { value: 'view', label: t`View only` },
            { value: 'assist', label: t`Assist` },
          ]}
          onChoose={setMode}
        />
        <p className={desk.quiet}>
          {mode === 'view' ? (
            <Trans>
              You can’t change anything. Access ends after 30 minutes, and {name} can see that you were here.
            </Trans>
          ) : (
            <Trans>
              You can change links and storefronts, but not money, passwords or email addresses. Access ends after 30
              minutes, and {name} can see that you were here.
            </Trans>
          )}
        </p>
        <TextField
          label={t`Reason for access`}
          name="grant-reason"
          value={reason}
          maxLength={500}
          hint={t`At least 10 characters. Saved in the audit log.`}
          error={missing ? t`Please enter at least 10 characters.` : undefined}
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
        <div className={desk.actions}>
          <Button type="submit" busy={openGrant.isPending}>
            <Trans>Log in as {name}</Trans>
          </Button>
        </div>
      </form>
    </section>
  );
}
