import { Trans, useLingui } from '@lingui/react/macro';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Session } from '@vitrine/contract/sessions.ts';
import { useDates } from '../accounts/dates.ts';
import { Button } from '../ui/Button.tsx';
import { Bone } from '../ui/Skeleton.tsx';
import { showToast } from '../ui/toasts.ts';
import { failureOf } from '../settings/failures.ts';
import { SettingsSection } from '../settings/SettingsSection.tsx';
import styles from '../settings/settings.module.css';
import { isPhone } from './phones.ts';
import { sessionsQuery, useSessionMutations } from './sessions.data.ts';

export function Sessions() {
  const { t } = useLingui();
  const { data: sessions } = useQuery(sessionsQuery());
  const { endOthers } = useSessionMutations();
  const run = () =>
    endOthers.mutate(undefined, {
      onSuccess: () => showToast(t`All your other devices were logged out.`),
      onError: (error) => showToast(t(failureOf(error).text)),
    });
  return (
    <SettingsSection
      id="sessions"
      about={
        <Trans>Where you’re logged in. If you don’t recognize a device, log it out and change your password.</Trans>
      }
    >
      <ul className={styles.list}>
        {sessions?.map((session) => <Device key={session.id} session={session} />) ?? (
          <li>
            <Bone tall="6rem" />
          </li>
        )}
      </ul>
      {sessions && sessions.length > 1 ? (
        <Button look="quiet" small busy={endOthers.isPending} onClick={run}>
          <Trans>Log out all other devices</Trans>
        </Button>
      ) : null}
    </SettingsSection>
  );
}

function Device({ session }: { session: Session }) {
  const { t } = useLingui();
  const { moment } = useDates();
  const { end } = useSessionMutations();
  const Icon = isPhone(session.system) ? IconDeviceMobile : IconDeviceDesktop;
  const { browser, system, network } = session;
  const name = browser && system ? t`${browser} on ${system}` : browser || system || t`An unknown device`;
  const seen = moment(session.last_seen_at);
  return (
    <li className={styles.device}>
      <Icon size={24} stroke={1.5} aria-hidden="true" />
      <div className={styles.factText}>
        <p>{name}</p>
        <p className={styles.hint}>
          {session.current ? <Trans>This device</Trans> : <Trans>Last active {seen}</Trans>}
          {network ? ` · ${network}` : null}
        </p>
      </div>
      {session.current ? null : (
        <Button
          look="plain"
          small
          busy={end.isPending}
          aria-label={t`Log out ${name}`}
          onClick={() => end.mutate(session.id, { onError: (error) => showToast(t(failureOf(error).text)) })}
        >
          <Trans>Log out</Trans>
        </Button>
      )}
    </li>
  );
}
