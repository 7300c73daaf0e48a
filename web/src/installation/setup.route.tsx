import { Trans, useLingui } from '@lingui/react/macro';
import { createLazyRoute, Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import desk from '../consoles/Console.module.css';
import styles from '../sessions/login.module.css';
import { buttonClass } from '../ui/Button.tsx';
import { SetupForm } from './SetupForm.tsx';
import { pageTitle } from '../theme/variant.ts';

export default createLazyRoute('/login-layout/setup')({ component: SetupPage });

function SetupPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const code = useSetupCode();
  const [isDead, setDead] = useState(false);
  return (
    <>
      <title>{pageTitle(t`Setup`)}</title>
      <h1 className={styles.heading}>
        <Trans>Setup</Trans>
      </h1>
      {code && !isDead ? (
        <>
          <p className={styles.lead}>
            <Trans>Create the first operator. Operators run this installation: its brands, users and emails.</Trans>
          </p>
          <SetupForm
            code={code}
            onDone={() => void navigate({ to: '/operator/setup', replace: true })}
            onDead={() => setDead(true)}
          />
        </>
      ) : (
        <DeadCode />
      )}
    </>
  );
}

/** The code of the address, which is removed from there so that the history doesn't keep it. */
function useSetupCode(): string | undefined {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [code, setCode] = useState(hash);
  if (hash && hash !== code) setCode(hash);
  useEffect(() => {
    if (hash) void navigate({ to: '/setup', hash: '', replace: true });
  }, [hash, navigate]);
  return code || undefined;
}

const command = 'npm run create-operator -- --email <email>';

function DeadCode() {
  return (
    <div className={styles.done}>
      <h2 className={styles.second}>
        <Trans>This setup link doesn’t work</Trans>
      </h2>
      <p>
        <Trans>It was already used, has expired, or is incomplete. Each link works once, for 24 hours.</Trans>
      </p>
      <p>
        <Trans>To get a new link, restart the server. It prints one while there is no operator.</Trans>
      </p>
      <p>
        <Trans>If there’s already an operator, create another one on the server:</Trans>
      </p>
      <code className={desk.code}>{command}</code>
      <Link to="/login" className={buttonClass()}>
        <Trans>Log in</Trans>
      </Link>
    </div>
  );
}
