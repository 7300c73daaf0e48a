import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { type SectionId, sections } from './sections.ts';
import styles from './settings.module.css';

/** Links to the sections of the page, next to them on wide windows. Without `ids`, it has all sections. */
export function Contents({ ids }: { ids?: readonly SectionId[] }) {
  const { t } = useLingui();
  return (
    <nav className={styles.contents} aria-label={t`Settings sections`}>
      {sections
        .filter(({ id }) => ids?.includes(id) ?? true)
        .map(({ id, heading }) => (
          <Link key={id} to="." hash={id} replace className={styles.place} activeOptions={{ includeHash: true }}>
            {t(heading)}
          </Link>
        ))}
    </nav>
  );
}
