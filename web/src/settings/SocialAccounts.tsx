import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PlatformIcon } from '../social/PlatformIcon.tsx';
import { matchPlatforms, type PlatformEntry } from '../social/platforms.ts';
import { socialQuery } from '../social/social.data.ts';
import { buttonClass } from '../ui/Button.tsx';
import { Section } from './Section.tsx';
import styles from './settings.module.css';

/** How the accounts stand; everything about them is done where their figures are. */
export function SocialAccounts() {
  const { data } = useQuery(socialQuery());
  return (
    <Section id="social" about={<Trans>Linked for their figures alone. Nothing is ever posted.</Trans>}>
      <ul className={styles.list}>
        {matchPlatforms(data?.connections ?? []).map((entry) => (
          <li key={entry.tag} className={styles.social}>
            <PlatformIcon of={entry.icon} />
            <span className={styles.factWords}>
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
    </Section>
  );
}

function StateName({ entry: { connection } }: { entry: PlatformEntry }) {
  if (!connection) return <Trans>Not linked</Trans>;
  if (connection.state === 'manual') return <Trans>Kept by hand</Trans>;
  return connection.state === 'expired' ? <Trans>Connect again</Trans> : <Trans>Connected</Trans>;
}
