import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './EmptyState.module.css';

type EmptyStateProps = { title: string; children: ReactNode; icon: ReactNode; action?: ReactNode };

/** An empty list or page, with the next step. */
export function EmptyState({ title, children, icon, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <span className={styles.arch} aria-hidden="true">
        {icon}
      </span>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text}>{children}</p>
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  );
}

/** An error in place of content, with a retry button. */
export function FailedState({ title, children, icon, action }: EmptyStateProps) {
  return (
    <div className={classes(styles.empty, styles.failure)} role="alert">
      <span className={styles.arch} aria-hidden="true">
        {icon}
      </span>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text}>{children}</p>
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  );
}
