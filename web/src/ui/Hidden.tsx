import type { ReactNode } from 'react';
import styles from './Hidden.module.css';

export const hiddenClass = styles.hidden;

/** Words for those who do not see the picture. */
export function Hidden({ children }: { children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>;
}
