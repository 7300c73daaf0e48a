import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PlatformIcon } from '../social/PlatformIcon.tsx';
import { matchPlatforms, type PlatformEntry } from '../social/platforms.ts';
import { socialQuery } from '../social/social.data.ts';
import { buttonClass } from '../ui/Button.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import styles from './settings.module.css';

/** The state of each social account; it is managed on the page with its figures. */
export function SocialAccounts() {
  const { data } = useQuery(socialQuery());
  return (
    <SettingsSection id="social" about={<Trans>We only read their figures. We never post anything.</Trans>}>
      <ul className={styles.list}>
        {matchPlatforms(data?.connections ?? []).map((entry) => (
          <li key={entry.tag} className={styles.social}>
            <PlatformIcon of={entry.icon} />
            <span className={styles.factText}>
              {entry.name}
              {entry.handle === null ? null : <span className={styles.soft}>{` @${entry.handle}`}</span>}
            </span>
            <span className={styles.soft}>
              <StateName entry={entry} />
            </span>
          </li>
        ))}
      </ul>
      <Link to="/social-insights" className={buttonClass({ look: 'quiet', small: true })}>
        <Trans>Manage social accounts</Trans>
      </Link>
    </SettingsSection>
  );
}

function StateName({ entry: { connection } }: { entry: PlatformEntry }) {
  if (!connection) return <Trans>Not connected</Trans>;
  if (connection.state === 'manual') return <Trans>Entered manually</Trans>;
  return connection.state === 'expired' ? <Trans>Needs reconnecting</Trans> : <Trans>Connected</Trans>;
}
