import { Trans } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { PasswordByMail } from '../passwords/PasswordByMail.tsx';
import { useDates } from '../accounts/dates.ts';
import { portalQuery } from '../accounts/portal.data.ts';
import { loadChunk } from '../api/chunk.ts';
import { Button } from '../ui/Button.tsx';
import { TwoFactorSetting } from '../two-factor/TwoFactorSetting.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { settingsQuery, useSettingsMutations } from './settings.data.ts';
import styles from './settings.module.css';

const ChangeEmail = lazy(() =>
  loadChunk(() => import('./ChangeEmail.tsx')).then((part) => ({ default: part.ChangeEmail })),
);
const ChangePassword = lazy(() =>
  loadChunk(() => import('../passwords/ChangePassword.tsx')).then((part) => ({ default: part.ChangePassword })),
);

const GoogleConnection = lazy(() =>
  loadChunk(() => import('../google/GoogleConnection.tsx')).then((part) => ({ default: part.GoogleConnection })),
);

export function SignIn() {
  const { data: settings } = useSuspenseQuery(settingsQuery());
  const { data: portal } = useQuery(portalQuery());
  const [open, setOpen] = useState<'email' | 'password'>();
  const { day } = useDates();
  const changed = settings.password_changed_at === null ? '' : day(settings.password_changed_at);
  return (
    <SettingsSection
      id="sign-in"
      about={<Trans>How you log in. You’ll need your password to change anything here.</Trans>}
    >
      <div className={styles.fact}>
        <div className={styles.factText}>
          <h3 className={styles.factName}>
            <Trans>Email</Trans>
          </h3>
          <p className={styles.factValue}>{settings.email}</p>
        </div>
        <Button look="quiet" small onClick={() => setOpen('email')}>
          <Trans>Change email</Trans>
        </Button>
      </div>
      <PendingEmail />
      <div className={styles.fact}>
        <div className={styles.factText}>
          <h3 className={styles.factName}>
            <Trans>Password</Trans>
          </h3>
          <p className={styles.factValue}>
            {settings.has_password ? <Trans>Set on {changed}</Trans> : <Trans>Not set</Trans>}
          </p>
          {settings.has_password ? null : (
            <PasswordByMail>
              <Trans>Set one by email</Trans>
            </PasswordByMail>
          )}
        </div>
        {settings.has_password ? (
          <Button look="quiet" small onClick={() => setOpen('password')}>
            <Trans>Change password</Trans>
          </Button>
        ) : null}
      </div>
      <TwoFactorSetting />
      <Suspense>{portal?.google || settings.google ? <GoogleConnection /> : null}</Suspense>
      <Suspense>
        {open === 'email' ? <ChangeEmail onClose={() => setOpen(undefined)} /> : null}
        {open === 'password' ? <ChangePassword onClose={() => setOpen(undefined)} /> : null}
      </Suspense>
    </SettingsSection>
  );
}

function PendingEmail() {
  const { data: settings } = useSuspenseQuery(settingsQuery());
  const { keepEmail } = useSettingsMutations();
  if (settings.pending_email === null) return null;
  const { email } = settings.pending_email;
  return (
    <div className={styles.pending} role="status">
      <p>
        <Trans>To confirm {email}, open the link in the email we sent there. Nothing changes until you do.</Trans>
      </p>
      <Button look="plain" small busy={keepEmail.isPending} onClick={() => keepEmail.mutate()}>
        <Trans>Keep current email</Trans>
      </Button>
    </div>
  );
}
