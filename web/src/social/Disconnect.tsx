import { Trans, useLingui } from '@lingui/react/macro';
import type { SocialConnection } from '@vitrine/contract/social.ts';
import { failureText } from '../format/refusals.ts';
import { Button } from '../ui/Button.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { showToast } from '../ui/toasts.ts';
import type { PlatformEntry } from './platforms.ts';
import { useSocialMutations } from './social.data.ts';
import styles from './social.module.css';

type DisconnectProps = { entry: PlatformEntry; connection: SocialConnection; onClose: () => void };

/** Explains what is deleted and what is kept before an account is disconnected. */
export function Disconnect({ entry, connection, onClose }: DisconnectProps) {
  const { t } = useLingui();
  const { disconnect } = useSocialMutations();
  const { handle } = connection;
  const isByHand = connection.state === 'manual';
  const run = () =>
    disconnect.mutate(connection.id, {
      onSuccess: () => {
        onClose();
        showToast(t`@${handle} is disconnected.`);
      },
      onError: (error) => showToast(t(failureText(error))),
    });
  return (
    <Drawer
      title={isByHand ? t`Remove ${entry.name}?` : t`Disconnect ${entry.name}?`}
      closeLabel={t`Close`}
      onClose={onClose}
      foot={
        <Button wide busy={disconnect.isPending} onClick={run}>
          {isByHand ? <Trans>Remove @{handle}</Trans> : <Trans>Disconnect @{handle}</Trans>}
        </Button>
      }
    >
      <p className={styles.quiet}>
        {isByHand ? (
          <Trans>
            It will no longer be shown. You keep the figures of past days: they come back if you add the account again,
            and they’re in your data download.
          </Trans>
        ) : (
          <Trans>
            We delete our access to this account and revoke it on the platform. You keep the figures of past days: they
            come back if you connect the account again, and they’re in your data download.
          </Trans>
        )}
      </p>
    </Drawer>
  );
}
