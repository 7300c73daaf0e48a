import type { CSSProperties, ReactNode } from 'react';
import styles from './BarList.module.css';

export type BarRow = { key: string; label: ReactNode; value: number; text: string; beside?: string };

/** Names with their figures as text; the bars are decoration. */
export function BarList({ rows, label }: { rows: readonly BarRow[]; label: string }) {
  const most = Math.max(1, ...rows.map(({ value }) => value));
  return (
    <ol className={styles.list} aria-label={label}>
      {rows.map((row) => (
        <li
          key={row.key}
          className={styles.row}
          // React sets custom properties through the CSSOM, which the content security policy allows.
          style={{ '--share': `${(row.value / most) * 100}%` } as CSSProperties}
        >
          <span className={styles.label}>{row.label}</span>
          <span className={styles.figure}>
            {row.text}
            {row.beside ? <span className={styles.beside}>{row.beside}</span> : null}
          </span>
        </li>
      ))}
    </ol>
  );
}
