import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { sections } from './sections.ts';
import styles from './settings.module.css';

/** Links to the sections of the settings, next to them on wide windows. */
export function Contents() {
  const { t } = useLingui();
  return (
    <nav className={styles.contents} aria-label={t`Settings sections`}>
      {sections.map(({ id, heading }) => (
        <Link key={id} to="/settings" hash={id} replace className={styles.place} activeOptions={{ includeHash: true }}>
          {t(heading)}
        </Link>
      ))}
    </nav>
  );
}
