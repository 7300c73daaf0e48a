import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import type { createInvitation } from '@vitrine/contract/invitations.ts';
import { isEmail } from '@vitrine/contract/values/email.ts';
import { ApiProblem } from '../api/problem.ts';
import { failureText } from '../format/refusals.ts';
import desk from '../consoles/Console.module.css';
import { Button, buttonClass } from '../ui/Button.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { TextArea, TextField } from '../ui/Field.tsx';
import { GroupChoice } from '../groups/GroupChoice.tsx';
import { Segments } from '../ui/Segments.tsx';
import { Tick } from '../ui/Tick.tsx';
import { termsQuery } from '../terms/terms.data.ts';
import { useInvitationMutations } from './invitations.data.ts';
import { InvitationLink } from './InvitationLink.tsx';
import { isOffer, versionHolding } from '../terms/terms-texts.ts';

type Way = 'mail' | 'link';
type InviteDrawerProps = { merchant: string; onClose: () => void };

/** Invites by email or by a link. The link is only shown here, once. */
export function InviteDrawer({ merchant, onClose }: InviteDrawerProps) {
  const { t } = useLingui();
  const { create } = useInvitationMutations(merchant);
  const { data: versions } = useQuery(termsQuery(merchant));
  const form = useRef<HTMLFormElement>(null);
  const [way, setWay] = useState<Way>('mail');
  const [email, setEmail] = useState('');
  const [isForMany, setForMany] = useState(false);
  const [days, setDays] = useState('7');
  const [note, setNote] = useState('');
  const [group, setGroup] = useState('');
  const [isTried, setTried] = useState(false);
  const isEmailSound = way === 'link' || isEmail(email);
  const expires = Number(days);
  const isDaysSound = Number.isInteger(expires) && expires >= 1 && expires <= 30;
  const failure = create.error instanceof ApiProblem ? create.error : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const wrong = !isEmailSound ? 'email' : !isDaysSound ? 'days' : undefined;
    if (wrong) return form.current?.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus();
    const shared = { expires_in_days: expires, note, ...(group && { group }) };
    create.mutate(way === 'mail' ? { by: 'mail', email, ...shared } : { by: 'link', reusable: isForMany, ...shared });
  };
  const another = () => {
    create.reset();
    setEmail('');
    setTried(false);
  };
  if (versions && !isOffer(versionHolding(versions, new Date())))
    return <NoRates merchant={merchant} hasTerms={versions.length > 0} onClose={onClose} />;
  if (create.data) return <Created made={create.data} onAnother={another} onClose={onClose} />;
  return (
    <Drawer
      title={t`Invite a creator`}
      closeLabel={t`Close`}
      onClose={onClose}
      foot={
        <Button form="invite" type="submit" wide busy={create.isPending}>
          {way === 'mail' ? <Trans>Send invitation</Trans> : <Trans>Create link</Trans>}
        </Button>
      }
    >
      <form ref={form} id="invite" className={desk.form} onSubmit={submit} noValidate>
        {create.error && failure?.code !== 'validation_failed' ? (
          <p role="alert" className={desk.alert}>
            {t(failureText(failure))}
          </p>
        ) : null}
        <Segments
          label={t`How to invite`}
          value={way}
          choices={[
            { value: 'mail', label: t`By email` },
            { value: 'link', label: t`By link` },
          ]}
          onChoose={setWay}
        />
        {way === 'mail' ? (
          <TextField
            label={t`Creator’s email`}
            name="email"
            type="email"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            value={email}
            onChange={({ target }) => setEmail(target.value)}
            error={
              (isTried && !isEmailSound) || failure?.errors['email']
                ? t`Please enter an email address like name@example.com.`
                : undefined
            }
            hint={t`Only this person can accept. A new invitation replaces the old one.`}
          />
        ) : (
          <Tick checked={isForMany} onChange={({ target }) => setForMany(target.checked)}>
            <Trans>Several creators can use this link</Trans>
          </Tick>
        )}
        <TextField
          label={t`Valid for (days)`}
          name="days"
          type="number"
          inputMode="numeric"
          min={1}
          max={30}
          value={days}
          onChange={({ target }) => setDays(target.value)}
          error={
            (isTried && !isDaysSound) || failure?.errors['expires_in_days'] ? t`Please enter 1 to 30 days.` : undefined
          }
        />
        <GroupChoice merchant={merchant} value={group} onChoose={setGroup} />
        <TextArea
          label={t`Personal note (optional)`}
          value={note}
          onChange={({ target }) => setNote(target.value)}
          maxLength={600}
          rows={4}
          error={failure?.errors['note']?.[0]}
          hint={t`Shown above your terms. Say why you’d like to work together.`}
        />
      </form>
    </Drawer>
  );
}

type CreatedProps = { made: DataOf<typeof createInvitation>; onAnother: () => void; onClose: () => void };

function Created({ made: { url, invitation }, onAnother, onClose }: CreatedProps) {
  const { t } = useLingui();
  return (
    <Drawer
      title={t`Invitation created`}
      closeLabel={t`Close`}
      onClose={onClose}
      foot={
        <Button look="quiet" wide onClick={onAnother}>
          <Trans>Invite another creator</Trans>
        </Button>
      }
    >
      {url ? <InvitationLink url={url} email={invitation.email} /> : <Mailed email={invitation.email ?? ''} />}
    </Drawer>
  );
}

/** Shown instead of the form until there is a rate for everyone, because an invitation shows what a creator earns. */
function NoRates({ merchant, hasTerms, onClose }: InviteDrawerProps & { hasTerms: boolean }) {
  const { t } = useLingui();
  return (
    <Drawer
      title={t`Invite a creator`}
      closeLabel={t`Close`}
      onClose={onClose}
      foot={
        <Link to="/brand/$merchant/terms" params={{ merchant }} className={buttonClass({ wide: true })}>
          <Trans>Set commission rates</Trans>
        </Link>
      }
    >
      <p>
        {hasTerms ? (
          <Trans>
            Your rates only apply to specific creators. An invitation shows what a new creator earns, so add a rate for
            everyone first.
          </Trans>
        ) : (
          <Trans>Set your commission rates first. An invitation shows creators what they’ll earn.</Trans>
        )}
      </p>
    </Drawer>
  );
}

function Mailed({ email }: { email: string }) {
  return (
    <p>
      <Trans>An email with your terms and a link to join is on its way to {email}.</Trans>
    </p>
  );
}
