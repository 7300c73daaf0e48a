import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useDates } from '../accounts/dates.ts';
import { loadChunk } from '../api/chunk.ts';
import { Button } from '../ui/Button.tsx';
import { showToast } from '../ui/toasts.ts';
import { failureOf } from '../settings/failures.ts';
import { goAndConnect, useGoogleMutations } from './google-connection.data.ts';
import { settingsQuery } from '../settings/settings.data.ts';
import styles from '../settings/settings.module.css';

const WithPassword = lazy(() =>
  loadChunk(() => import('../passwords/WithPassword.tsx')).then((part) => ({ default: part.WithPassword })),
);

/** Google as a sign-in method. Without a password it is the only one and can't be disconnected. */
export function GoogleConnection() {
  const { t } = useLingui();
  const { day } = useDates();
  const { data: settings } = useSuspenseQuery(settingsQuery());
  const { finish, disconnect } = useGoogleMutations();
  const [isOpen, setOpen] = useState(false);
  useReturn(finish.mutate);
  const { google } = settings;
  const since = google ? day(google.connected_at) : '';
  return (
    <div className={styles.fact}>
      <div className={styles.factText}>
        <h3 className={styles.factName}>Google</h3>
        <p className={styles.factValue}>
          {google ? <Trans>Connected since {since}</Trans> : <Trans>Not connected</Trans>}
        </p>
        {settings.has_password ? null : (
          <p className={styles.hint}>
            <Trans>Set a password first. Without one, Google is the only way to log in.</Trans>
          </p>
        )}
        {finish.error ? (
          <p role="alert" className={styles.alert}>
            {t(failureOf(finish.error).text)}
          </p>
        ) : null}
      </div>
      {settings.has_password ? (
        <Button look="quiet" small busy={finish.isPending} onClick={() => setOpen(true)}>
          {google ? <Trans>Disconnect Google</Trans> : <Trans>Connect Google</Trans>}
        </Button>
      ) : null}
      {isOpen && !google ? (
        <Suspense>
          <WithPassword
            title={t`Connect Google`}
            buttonLabel={t`Continue to Google`}
            onClose={() => setOpen(false)}
            run={goAndConnect}
          >
            <p>
              <Trans>
                Choose an account on Google and you’ll come back here. After that, you can also log in with Google.
              </Trans>
            </p>
          </WithPassword>
        </Suspense>
      ) : null}
      {isOpen && google ? (
        <Suspense>
          <WithPassword
            title={t`Disconnect Google?`}
            buttonLabel={t`Disconnect`}
            onClose={() => setOpen(false)}
            run={async (proof) => {
              await disconnect(proof);
              showToast(t`Google is disconnected.`);
            }}
          >
            <p>
              <Trans>After that, you’ll log in with your email and password.</Trans>
            </p>
          </WithPassword>
        </Suspense>
      ) : null}
    </div>
  );
}

/** Handles the return from Google: its response is removed from the address, used once, and reported. */
function useReturn(finish: (query: string, then: { onSuccess: () => void }) => void): void {
  const { t } = useLingui();
  const { searchStr } = useLocation();
  const navigate = useNavigate();
  const seen = useRef<string>(undefined);
  useEffect(() => {
    const answer = new URLSearchParams(searchStr);
    if (!answer.has('state') || !(answer.has('code') || answer.has('error')) || seen.current === searchStr) return;
    seen.current = searchStr;
    void navigate({ to: '.', search: {}, hash: 'sign-in', replace: true });
    finish(searchStr.replace(/^\?/, ''), { onSuccess: () => showToast(t`Google is connected.`) });
  }, [searchStr, navigate, finish, t]);
}
