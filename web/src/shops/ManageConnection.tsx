import { Trans, useLingui } from '@lingui/react/macro';
import type { ShopConnection } from '@vitrine/contract/connections.ts';
import { useState } from 'react';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { Button } from '../ui/Button.tsx';
import { Table } from '../ui/Table.tsx';
import { showToast } from '../ui/toasts.ts';
import { CopyValue } from './CopyValue.tsx';
import { Renewals } from './Renewals.tsx';
import { SecretForm } from './SecretForm.tsx';
import { shopNames } from './shop-texts.ts';
import { useConnectionMutations } from './shops.data.ts';

type Props = { merchant: string; connection: ShopConnection };
type Secret = ShopConnection['secrets'][number];

/**
 * The address and the secrets of a connected shop. Until it is connected, its steps show the address and take another
 * secret.
 */
export function ManageConnection({ merchant, connection }: Props) {
  const { t } = useLingui();
  const isConnected = connection.state === 'connected';
  return (
    <>
      {isConnected ? (
        <section className={desk.section} aria-labelledby="address">
          <h2 id="address">
            <Trans>Address for webhooks</Trans>
          </h2>
          <CopyValue copyLabel={t`Copy address`}>{connection.address}</CopyValue>
        </section>
      ) : null}
      {isConnected || connection.secrets.length > 1 ? (
        <section className={desk.section} aria-labelledby="secrets">
          <h2 id="secrets">
            <Trans>Secrets</Trans>
          </h2>
          <Secrets merchant={merchant} connection={connection} />
          {isConnected ? (
            <details className={desk.fold}>
              <summary>
                <Trans>Replace the secret</Trans>
              </summary>
              <SecretForm merchant={merchant} kind={connection.kind} isFirst={false} />
            </details>
          ) : null}
        </section>
      ) : null}
      {connection.kind === 'stripe' ? <Renewals merchant={merchant} connection={connection} /> : null}
    </>
  );
}

function Secrets({ merchant, connection }: Props) {
  const { t } = useLingui();
  const { moment, day } = useDates();
  const isOnlyOne = connection.secrets.length === 1;
  return (
    <Table<Secret>
      caption={t`Secrets`}
      rows={connection.secrets}
      keyOf={(secret) => secret.id}
      columns={[
        { label: t`Ends with`, look: 'main', cell: (secret) => <code>{secret.hint}</code> },
        ...(connection.secrets.some((secret) => secret.of_app)
          ? [
              {
                label: t`Belongs to`,
                phone: 'named' as const,
                cell: (secret: Secret) => (secret.of_app ? t`your app` : t`your shop`),
              },
            ]
          : []),
        { label: t`Added`, look: 'when', phone: 'named', cell: (secret) => day(secret.created_at) },
        {
          label: t`Valid`,
          look: 'when',
          phone: 'named',
          cell: (secret) => {
            const until = secret.expires_at ? moment(secret.expires_at) : '';
            return until ? t({ message: `until ${until}`, context: 'moment' }) : t`until you replace it`;
          },
        },
        {
          label: t`Revoke`,
          look: 'actions',
          cell: (secret) => <Revoke merchant={merchant} connection={connection} secret={secret} isLast={isOnlyOne} />,
        },
      ]}
    />
  );
}

/** Asks for a second click in the same place, because a revoked secret can't be restored. */
function Revoke({ merchant, connection, secret, isLast }: Props & { secret: Secret; isLast: boolean }) {
  const { t } = useLingui();
  const { revoke } = useConnectionMutations(merchant, connection.kind);
  const [isConfirming, setConfirming] = useState(false);
  const { hint } = secret;
  // Revoking the last one would be disconnecting, which has a button with a better name.
  if (isLast) return null;
  if (!isConfirming)
    return (
      <Button small look="quiet" aria-label={t`Revoke the secret ${hint}`} onClick={() => setConfirming(true)}>
        <Trans>Revoke</Trans>
      </Button>
    );
  return (
    <Button
      small
      busy={revoke.isPending}
      onClick={() => revoke.mutate(secret.id, { onSuccess: () => showToast(t`Secret revoked. It’s no longer valid.`) })}
    >
      <Trans>Revoke for good</Trans>
    </Button>
  );
}

/** Stops a connection; at the end of the page, as everything else on it is used more often. */
export function DisconnectSection({ merchant, connection }: Props) {
  const { t } = useLingui();
  const { disconnect } = useConnectionMutations(merchant, connection.kind);
  const [isConfirming, setConfirming] = useState(false);
  const name = shopNames[connection.kind];
  return (
    <section className={desk.section} aria-labelledby="disconnect">
      <h2 id="disconnect">
        <Trans>Disconnect</Trans>
      </h2>
      <p className={desk.quiet}>
        <Trans>
          From then on we refuse all webhooks of {name}: new orders earn nothing, and refunds aren’t noticed. Earlier
          orders keep their commissions.
        </Trans>
      </p>
      <Refused error={disconnect.error} />
      <div className={desk.actions}>
        {isConfirming ? (
          <>
            <Button
              busy={disconnect.isPending}
              onClick={() => disconnect.mutate(undefined, { onSuccess: () => showToast(t`${name} disconnected.`) })}
            >
              <Trans>Disconnect now</Trans>
            </Button>
            <Button look="quiet" onClick={() => setConfirming(false)}>
              <Trans>Keep connected</Trans>
            </Button>
          </>
        ) : (
          <Button look="quiet" onClick={() => setConfirming(true)}>
            <Trans>Disconnect {name}</Trans>
          </Button>
        )}
      </div>
    </section>
  );
}
