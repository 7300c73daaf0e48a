import type { ReactNode } from 'react';
import { pageTitle } from '../theme/variant.ts';
import styles from './Masthead.module.css';

type MastheadProps = {
  heading: string;
  /** The page's storefront; on a phone the header shows it instead. */
  about?: string | undefined;
  dateline?: ReactNode;
  controls?: ReactNode;
};

/** The head of a page. On a phone the header shows the heading, so this one is for screen readers only. */
export function Masthead({ heading, about, dateline, controls }: MastheadProps) {
  return (
    <header className={styles.masthead}>
      <title>{pageTitle(heading)}</title>
      <div className={styles.text}>
        <div className={styles.line}>
          <h1 className={styles.heading}>{heading}</h1>
          {about ? <span className={styles.about}>{about}</span> : null}
        </div>
        {dateline ? <p className={styles.dateline}>{dateline}</p> : null}
      </div>
      {controls ? <div className={styles.controls}>{controls}</div> : null}
    </header>
  );
}
