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

/** Platforms without an account so far, each with what can be done about it here. */
export function OfferedPlatforms({ entries, canConnect, onEnter }: OfferedProps) {
  const { t } = useLingui();
  if (entries.length === 0) return null;
  return (
    <ul className={styles.offered} aria-label={t`Platforms to add`}>
      {entries.map((entry) => (
        <li key={entry.tag} className={styles.offer}>
          <PlatformIcon of={entry.icon} size={26} />
          <div className={styles.offerWords}>
            <h2 className={styles.offerName}>{entry.name}</h2>
            <p className={styles.quiet}>
              {canConnect.includes(entry.icon) ? (
                <Trans>Figures come in by themselves, once a day.</Trans>
              ) : (
                <Trans>Cannot be linked in this installation; its figures can be kept by hand.</Trans>
              )}
            </p>
          </div>
          <div className={styles.deeds}>
            {canConnect.includes(entry.icon) ? (
              <ConnectButton entry={entry}>{t`Connect ${entry.name}`}</ConnectButton>
            ) : null}
            <Button look="quiet" small onClick={() => onEnter(entry)} aria-label={t`Enter figures of ${entry.name}`}>
              <Trans>Enter figures</Trans>
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}
