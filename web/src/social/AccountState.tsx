import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { SocialConnection } from '@vitrine/contract/social.ts';
import { useState } from 'react';
import { useMoments } from '../accounts/moments.ts';
import { Button } from '../ui/Button.tsx';
import { ConnectButton } from './ConnectButton.tsx';
import { Disconnect } from './Disconnect.tsx';
import type { PlatformEntry } from './platforms.ts';
import styles from './social.module.css';

type AccountStateProps = {
  entry: PlatformEntry;
  connection: SocialConnection;
  canConnect: boolean;
  onEnter: () => void;
};

/** How the account stands with its platform, and what can be done about it. */
export function AccountState({ entry, connection, canConnect, onEnter }: AccountStateProps) {
  const { t } = useLingui();
  const [leaving, setLeaving] = useState(false);
  const isExpired = connection.state === 'expired';
  return (
    <div className={styles.state} data-state={connection.state}>
      <p className={styles.stateWords}>
        {isExpired ? <IconAlertTriangle size={20} stroke={1.6} aria-hidden="true" /> : null}
        <span>
          <StateWords name={entry.name} connection={connection} />
        </span>
      </p>
      <div className={styles.deeds}>
        {canConnect && connection.state !== 'connected' ? (
          <ConnectButton entry={entry}>
            {isExpired ? t`Connect ${entry.name} again` : t`Connect ${entry.name}`}
          </ConnectButton>
        ) : null}
        <Button look="quiet" small onClick={onEnter} aria-label={t`Enter figures of ${entry.name}`}>
          <Trans>Enter figures</Trans>
        </Button>
        <Button
          look="plain"
          small
          onClick={() => setLeaving(true)}
          aria-label={connection.state === 'manual' ? t`Remove ${entry.name}` : t`Disconnect ${entry.name}`}
        >
          {connection.state === 'manual' ? <Trans>Remove</Trans> : <Trans>Disconnect</Trans>}
        </Button>
      </div>
      {leaving ? <Disconnect entry={entry} connection={connection} onClose={() => setLeaving(false)} /> : null}
    </div>
  );
}

function StateWords({ name, connection }: { name: string; connection: SocialConnection }) {
  const { day, moment, daysUntil } = useMoments();
  const since = day(connection.connected_at);
  const last = connection.refreshed_at === null ? '' : moment(connection.refreshed_at);
  if (connection.state === 'manual') return <Trans>Kept by hand since {since}.</Trans>;
  if (connection.state === 'expired') {
    return connection.failure === 'expired' ? (
      <Trans>{name} ended its permission. Days without figures stay open until you connect again.</Trans>
    ) : (
      <Trans>The permission was taken back at {name}. Days without figures stay open until you connect again.</Trans>
    );
  }
  if (connection.failure !== null)
    return (
      <Trans>
        {name} could not be asked today; it is tried again by itself. Last figures: {last}.
      </Trans>
    );
  const end = connection.permission_ends_at;
  if (end !== null && daysUntil(end) <= 14) {
    const on = day(end);
    return (
      <Trans>
        {name}’s permission ends on {on} unless it can be renewed before; that is tried every day.
      </Trans>
    );
  }
  return (
    <Trans>
      Connected since {since}. Last figures: {last}.
    </Trans>
  );
}
