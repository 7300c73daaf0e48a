import { Trans } from '@lingui/react/macro';
import { Outlet } from '@tanstack/react-router';
import { Arcade } from '../ui/Arcade.tsx';
import { Wordmark } from '../ui/Wordmark.tsx';
import styles from './LoginLayout.module.css';

/** The layout of the login pages. */
export function LoginLayout() {
  return (
    <div className={styles.layout}>
      <header className={styles.stage}>
        <Arcade className={styles.arcade} />
        <Wordmark />
        <p className={styles.promise}>
          <Trans>Every click counted once.</Trans>
          <span className={styles.second}>
            <Trans>Every cent explained.</Trans>
          </span>
        </p>
      </header>
      <main className={styles.form}>
        <div className={styles.column}>
          <Outlet />
        </div>
      </main>
    </div>
  );
}
