import { Trans, useLingui } from '@lingui/react/macro';
import type { SocialPlatform } from '@vitrine/contract/social.ts';
import { Button } from '../ui/Button.tsx';
import { ConnectButton } from './ConnectButton.tsx';
import { PlatformIcon } from './PlatformIcon.tsx';
import type { PlatformEntry } from './platforms.ts';
import styles from './social.module.css';

type OfferedProps = {
  entries: readonly PlatformEntry[];
  canConnect: readonly SocialPlatform[];
  onEnter: (entry: PlatformEntry) => void;
};

/** The platforms without an account, each with how it can be added. */
export function OfferedPlatforms({ entries, canConnect, onEnter }: OfferedProps) {
  const { t } = useLingui();
  if (entries.length === 0) return null;
  return (
    <ul className={styles.offered} aria-label={t`Platforms you can add`}>
      {entries.map((entry) => (
        <li key={entry.tag} className={styles.offer}>
          <PlatformIcon of={entry.icon} size={26} />
          <div>
            <h2 className={styles.offerName}>{entry.name}</h2>
            <p className={styles.quiet}>
              {canConnect.includes(entry.icon) ? (
                <Trans>Figures update automatically once a day.</Trans>
              ) : (
                <Trans>You can’t connect it here, but you can enter its figures manually.</Trans>
              )}
            </p>
          </div>
          <div className={styles.actions}>
            {canConnect.includes(entry.icon) ? (
              <ConnectButton entry={entry}>{t`Connect ${entry.name}`}</ConnectButton>
            ) : null}
            <Button look="quiet" small onClick={() => onEnter(entry)} aria-label={t`Enter figures for ${entry.name}`}>
              <Trans>Enter figures</Trans>
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}
