import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { SocialConnection } from '@vitrine/contract/social.ts';
import { useState } from 'react';
import { useDates } from '../accounts/dates.ts';
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

/** The state of an account's connection, and the actions for it. */
export function AccountState({ entry, connection, canConnect, onEnter }: AccountStateProps) {
  const { t } = useLingui();
  const [leaving, setLeaving] = useState(false);
  const isExpired = connection.state === 'expired';
  return (
    <div className={styles.state} data-state={connection.state}>
      <p className={styles.stateText}>
        {isExpired ? <IconAlertTriangle size={20} stroke={1.6} aria-hidden="true" /> : null}
        <span>
          <StateText name={entry.name} connection={connection} />
        </span>
      </p>
      <div className={styles.actions}>
        {canConnect && connection.state !== 'connected' ? (
          <ConnectButton entry={entry}>
            {isExpired ? t`Reconnect ${entry.name}` : t`Connect ${entry.name}`}
          </ConnectButton>
        ) : null}
        <Button look="quiet" small onClick={onEnter} aria-label={t`Enter figures for ${entry.name}`}>
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

function StateText({ name, connection }: { name: string; connection: SocialConnection }) {
  const { day, moment, daysUntil } = useDates();
  const since = day(connection.connected_at);
  const last = connection.refreshed_at === null ? '' : moment(connection.refreshed_at);
  if (connection.state === 'manual') return <Trans>Entered manually since {since}.</Trans>;
  if (connection.state === 'expired') {
    return connection.failure === 'expired' ? (
      <Trans>Your {name} permission expired. Reconnect to get figures again; the days until then stay blank.</Trans>
    ) : (
      <Trans>
        The permission was revoked on {name}. Reconnect to get figures again; the days until then stay blank.
      </Trans>
    );
  }
  if (connection.failure !== null)
    return (
      <Trans>
        We couldn’t get figures from {name} today. We’ll try again automatically. Last updated: {last}.
      </Trans>
    );
  const end = connection.permission_ends_at;
  if (end !== null && daysUntil(end) <= 14) {
    const on = day(end);
    return (
      <Trans>
        The {name} permission expires on {on}. We try to renew it every day.
      </Trans>
    );
  }
  return (
    <Trans>
      Connected since {since}. Last updated: {last}.
    </Trans>
  );
}
