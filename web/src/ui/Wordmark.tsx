import { variant } from '../theme/variant.ts';
import styles from './Wordmark.module.css';

/** The logo with the name. */
export function Wordmark() {
  return (
    <span className={styles.wordmark}>
      <svg viewBox="3 2 26 28" className={styles.mark} aria-hidden="true">
        <rect x="4" y="2" width="24" height="48" rx="12" className={styles.window} />
        <path d="M9.5 12.5 16 25l6.5-12.5" className={styles.letter} />
      </svg>
      {variant.name}
    </span>
  );
}
