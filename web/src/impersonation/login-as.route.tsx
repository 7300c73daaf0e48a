import { Trans, useLingui } from '@lingui/react/macro';
import { IconLock } from '@tabler/icons-react';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Wordmark } from '../ui/Wordmark.tsx';
import styles from './login-as.module.css';
import { pageTitle } from '../theme/variant.ts';

export default createLazyRoute('/login-as/$uid')({ component: LoginAsPage });

/** Shown if a grant was not redeemed (sitemap.ts); the same page whatever the reason (S22). */
function LoginAsPage() {
  const { t } = useLingui();
  return (
    <main className={styles.page}>
      <title>{pageTitle(t`Log in as`)}</title>
      <Wordmark />
      <h1 className={styles.heading}>
        <Trans>Log in as</Trans>
      </h1>
      <EmptyState
        icon={<IconLock size={28} stroke={1.4} />}
        title={t`This link doesn’t work`}
        action={
          <Link to="/" className={buttonClass()}>
            <Trans>Go to the portal</Trans>
          </Link>
        }
      >
        <Trans>Links like this work once, for one minute, and only for the person they were created for.</Trans>
      </EmptyState>
    </main>
  );
}
