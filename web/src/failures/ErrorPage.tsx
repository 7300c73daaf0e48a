import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { ApiProblem, isPassing } from '../api/problem.ts';
import { failureText, refusalText } from '../format/refusals.ts';
import { Button } from '../ui/Button.tsx';
import { FailedState } from '../ui/EmptyState.tsx';
import { ChunkLoadError } from '../api/chunk.ts';
import { Masthead } from '../ui/Masthead.tsx';
import { usePageHeading } from '../navigation/page-heading.ts';
import styles from './ErrorPage.module.css';

/** Temporary failures are retried automatically (`recovery.ts`). */
export function KeepsTrying() {
  return <Trans>We’ll keep trying. It will appear here as soon as it loads.</Trans>;
}

/** Replaces a page that failed to load, under its own heading. */
export function ErrorPage(failure: ErrorComponentProps) {
  const heading = usePageHeading();
  return (
    <>
      {heading ? <Masthead heading={heading} /> : null}
      <Failure {...failure} />
    </>
  );
}

/** Replaces anything else that failed to load. One click retries; a missing chunk reloads the page. */
export function Failure({ error, reset }: ErrorComponentProps) {
  const { t } = useLingui();
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  const retry = () => {
    queries.reset();
    reset();
    void router.invalidate();
  };
  if (error instanceof ChunkLoadError) return <PartMissing />;
  return (
    <div className={styles.page}>
      <FailedState
        icon={<IconPlugConnectedX size={28} stroke={1.4} />}
        title={t`We couldn’t load this`}
        action={
          <Button onClick={retry}>
            <IconRefresh size={18} aria-hidden="true" />
            <Trans>Try again</Trans>
          </Button>
        }
      >
        {t(failureText(error))} {isPassing(error) ? <KeepsTrying /> : null}
        <RequestNumber error={error} />
      </FailedState>
    </div>
  );
}

/** The number with which support finds the request in the server's log. */
export function RequestNumber({ error }: { error: unknown }) {
  const requestId = error instanceof ApiProblem ? error.requestId : undefined;
  if (!requestId) return null;
  return (
    <span className={styles.number}>
      <Trans>If you contact support, include this number: {requestId}</Trans>
    </span>
  );
}

/** The browser requests a chunk once per page load, so only a reload can fetch a missing one. */
function PartMissing() {
  const { t } = useLingui();
  const isOnline = useSyncExternalStore(watchLine, () => navigator.onLine);
  useEffect(() => {
    const reload = () => window.location.reload();
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, []);
  const icon = <IconPlugConnectedX size={28} stroke={1.4} />;
  return (
    <div className={styles.page}>
      {isOnline ? (
        <FailedState
          icon={icon}
          title={t`Please reload this page`}
          action={
            <Button onClick={() => window.location.reload()}>
              <IconRefresh size={18} aria-hidden="true" />
              <Trans>Reload page</Trans>
            </Button>
          }
        >
          <Trans>
            Part of this page didn’t load. The portal may have just been updated, or you may have lost your connection.
          </Trans>
        </FailedState>
      ) : (
        <FailedState icon={icon} title={t`We couldn’t load this`} action={null}>
          {t(refusalText('offline'))} <KeepsTrying />
        </FailedState>
      )}
    </div>
  );
}

function watchLine(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}
