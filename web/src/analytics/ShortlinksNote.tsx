import { useLingui } from '@lingui/react/macro';
import { shortlinkNote } from '../links/shortlink-note.ts';
import { IconInfoCircle } from '@tabler/icons-react';
import { Popover } from '../ui/Popover.tsx';
import styles from './analytics.module.css';

/** The specification's tooltip (S16), which also opens by keyboard and touch. */
export function ShortlinksNote() {
  const { t } = useLingui();
  const label = t`About shortlinks`;
  return (
    <Popover
      label={label}
      trigger={(trigger) => (
        <button {...trigger} type="button" className={styles.note} aria-label={label} title={t(shortlinkNote)}>
          <IconInfoCircle size={18} stroke={1.6} aria-hidden="true" />
        </button>
      )}
    >
      {t(shortlinkNote)}
    </Popover>
  );
}
