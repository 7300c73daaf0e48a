import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconMailFast } from '@tabler/icons-react';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { SentInvitation } from '@vitrine/contract/invitations.ts';
import { useBrandRights } from '../accounts/brand-rights.ts';
import { useDates } from '../accounts/dates.ts';
import { failureText } from '../format/refusals.ts';
import { RowsToCome } from '../consoles/QueryStates.tsx';
import { Address } from '../ui/Address.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { showToast } from '../ui/toasts.ts';
import { InviteDrawer } from './InviteDrawer.tsx';
import { InviteManyDrawer } from './InviteManyDrawer.tsx';
import { invitationsQuery, useInvitationMutations } from './invitations.data.ts';
import styles from './invitations.module.css';

export default createLazyRoute('/brand-frame/brand/$merchant/invitations')({
  component: InvitationsPage,
  pendingComponent: InvitationsToCome,
});

function InvitationsToCome() {
  const { t } = useLingui();
  return (
    <>
      <Masthead heading={t`Invitations`} />
      <RowsToCome label={t`Loading invitations`} />
    </>
  );
}

const route = getRouteApi('/brand-frame/brand/$merchant/invitations');

function InvitationsPage() {
  const { t } = useLingui();
  const { merchant } = route.useParams();
  const mayInvite = useBrandRights(merchant)('creators');
  const [inviting, setInviting] = useState<'one' | 'many'>();
  const close = () => setInviting(undefined);
  const query = useSuspenseInfiniteQuery(invitationsQuery(merchant));
  const invitations = query.data.pages.flatMap(({ data }) => data);
  const invite = mayInvite ? (
    <>
      <Button look="quiet" onClick={() => setInviting('many')}>
        <Trans>Invite many</Trans>
      </Button>
      <Button onClick={() => setInviting('one')}>
        <IconMailFast size={18} stroke={1.6} aria-hidden="true" />
        <Trans>Invite a creator</Trans>
      </Button>
    </>
  ) : undefined;
  return (
    <>
      <Masthead heading={t`Invitations`} controls={invitations.length > 0 ? invite : undefined} />
      {invitations.length > 0 ? (
        <>
          <Sent merchant={merchant} invitations={invitations} />
          <ShowMore query={query} />
        </>
      ) : (
        <EmptyState icon={<IconMailFast size={28} stroke={1.4} />} title={t`Invite your first creator`} action={invite}>
          <Trans>
            Email one person, or create a link that you can share. Creators see your commission terms before they
            accept.
          </Trans>
        </EmptyState>
      )}
      {inviting === 'one' ? <InviteDrawer merchant={merchant} onClose={close} /> : null}
      {inviting === 'many' ? <InviteManyDrawer merchant={merchant} onClose={close} /> : null}
    </>
  );
}

function Sent({ merchant, invitations }: { merchant: string; invitations: readonly SentInvitation[] }) {
  return (
    <ul className={styles.list}>
      {invitations.map((invitation) => (
        <Invitation key={invitation.id} merchant={merchant} invitation={invitation} />
      ))}
    </ul>
  );
}

function useStateText() {
  const { t } = useLingui();
  const { day } = useDates();
  return ({ state, expires_at: at }: SentInvitation) => {
    const until = day(at);
    const texts = {
      open: t`Open until ${until}`,
      used: t`Accepted`,
      expired: t`Expired on ${until}`,
      revoked: t`Revoked`,
    } satisfies Record<SentInvitation['state'], string>;
    return texts[state];
  };
}

function Invitation({ merchant, invitation }: { merchant: string; invitation: SentInvitation }) {
  const { t } = useLingui();
  const { day } = useDates();
  const stateText = useStateText();
  const mayRevoke = useBrandRights(merchant)('creators');
  const { revoke } = useInvitationMutations(merchant);
  const { accepted_by: accepted, acceptances, email, hint, reusable } = invitation;
  const made = day(invitation.created_at);
  const name =
    email ?? (reusable ? t`Link for several creators, ending ${hint}` : t`Link for one creator, ending ${hint}`);
  const revokeIt = () =>
    revoke.mutate(invitation.id, {
      onSuccess: () => showToast(t`Invitation revoked.`),
      onError: (error) => showToast(t(failureText(error))),
    });
  return (
    <li className={styles.row}>
      <div className={styles.about}>
        <h2 className={styles.name}>{email ? <Address>{email}</Address> : name}</h2>
        <p className={styles.soft}>
          <Trans>Created on {made}</Trans>
        </p>
        {invitation.group ? (
          <p className={styles.soft}>
            <GroupToJoin name={invitation.group.name} />
          </p>
        ) : null}
        {accepted.length > 0 ? (
          <p className={styles.soft}>
            <AcceptedBy names={accepted.map((person) => person.display_name)} count={acceptances} />
          </p>
        ) : null}
      </div>
      <p className={styles.state} data-state={invitation.state}>
        {stateText(invitation)}
      </p>
      {invitation.state === 'open' && mayRevoke ? (
        <Button
          look="quiet"
          small
          busy={revoke.isPending}
          onClick={revokeIt}
          aria-label={t`Revoke invitation: ${name}`}
        >
          <Trans>Revoke</Trans>
        </Button>
      ) : null}
    </li>
  );
}

function GroupToJoin({ name }: { name: string }) {
  return <Trans>Joins {name}</Trans>;
}

function AcceptedBy({ names, count }: { names: readonly string[]; count: number }) {
  const shown = names.join(', ');
  const more = count - names.length;
  if (more <= 0) return <Trans>Accepted by {shown}</Trans>;
  return <Plural value={more} one={`Accepted by ${shown} and # more`} other={`Accepted by ${shown} and # more`} />;
}
