import type { ReactNode } from 'react';
import { formatNumber } from '../format/numbers.ts';
import styles from './Waiting.module.css';

// Counts of what waits for someone, as a grid. The caller's element is a link or a list item.

export const waitingList = styles.list ?? '';

/** The attributes of the element around a count. A count of 0 is quiet. */
export const waitingItem = (count: number) => ({ className: styles.waiting, 'data-calm': count === 0 || undefined });

type WaitingProps = { count: number; children: ReactNode; more?: ReactNode };

export function Waiting({ count, children, more }: WaitingProps) {
  return (
    <>
      <span className={styles.count}>{formatNumber(count)}</span>
      <span className={styles.what}>{children}</span>
      {more ? <span className={styles.more}>{more}</span> : null}
    </>
  );
}
