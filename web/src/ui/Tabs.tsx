import { type ReactNode, useEffect, useRef } from 'react';
import { classes } from './classes.ts';
import { sidewaysClass } from './sideways.ts';
import { Bone } from './Skeleton.tsx';
import styles from './Tabs.module.css';

/** The class of the links in `Tabs`. Each tab has its own address; the current one is `aria-current`. */
export const tabClass = styles.tab;

type TabsProps = { label: string; many?: boolean; children: ReactNode };

/** Where not all fit, the current one is in view. */
export function Tabs({ label, many = false, children }: TabsProps) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const row = nav.current?.getBoundingClientRect();
    const tab = nav.current?.querySelector('[aria-current]')?.getBoundingClientRect();
    if (row && tab) nav.current?.scrollBy({ left: tab.left + tab.width / 2 - row.left - row.width / 2 });
  }, []);
  return (
    <nav ref={nav} className={classes(styles.tabs, many && styles.many, sidewaysClass)} aria-label={label}>
      {children}
    </nav>
  );
}

/** Placeholders while the page loads. */
export function TabsSkeleton() {
  return (
    <div className={styles.tabs} aria-hidden="true">
      {[1, 2, 3, 4].map((tab) => (
        <Bone key={tab} wide="4.5rem" className={styles.bone} />
      ))}
    </div>
  );
}
