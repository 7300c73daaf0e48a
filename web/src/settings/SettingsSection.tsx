import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { type SectionId, sections } from './sections.ts';
import styles from './settings.module.css';

type SectionProps = { id: SectionId; about?: ReactNode; children: ReactNode };

/** One section of the settings with its own fragment. Its heading can take the focus when a link opens it. */
export function SettingsSection({ id, about, children }: SectionProps) {
  const { t } = useLingui();
  const heading = sections.find((section) => section.id === id)?.heading;
  return (
    <section id={id} className={styles.section} aria-labelledby={`${id}-heading`}>
      <div className={styles.sectionHead}>
        <h2 id={`${id}-heading`} tabIndex={-1} className={styles.heading}>
          {heading ? t(heading) : null}
        </h2>
        {about ? <p className={styles.about}>{about}</p> : null}
      </div>
      <div className={styles.content}>{children}</div>
    </section>
  );
}
