import styles from './Wordmark.module.css';

/** The shop window and the name. */
export function Wordmark() {
  return (
    <span className={styles.wordmark}>
      <svg viewBox="0 0 32 32" className={styles.mark} aria-hidden="true">
        <path d="M4 30V14a12 12 0 0 1 24 0v16z" className={styles.window} />
        <path d="M9.5 12.500 16 25l6.500-12.500" className={styles.letter} />
      </svg>
      Vitrine
    </span>
  );
}
