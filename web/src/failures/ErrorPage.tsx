import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { ApiProblem, isPassing } from '../api/problem.ts';
import { failureText, refusalText } from '../format/refusals.ts';
import { Button } from '../ui/Button.tsx';
import { FailedState } from '../ui/EmptyState.tsx';
import { ChunkLoadError } from '../api/chunk.ts';
import { Masthead } from '../ui/Masthead.tsx';
import { usePageHeading } from '../navigation/page-heading.ts';
import { reloadOnceBack } from './recovery.ts';
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
    <Failed title={t`We couldn’t load this`} again={retry} label={<Trans>Try again</Trans>}>
      {t(failureText(error))} {isPassing(error) ? <KeepsTrying /> : null}
      <RequestNumber error={error} />
    </Failed>
  );
}

type FailedProps = { title: string; again?: (() => void) | undefined; label: ReactNode; children: ReactNode };

function Failed({ title, again, label, children }: FailedProps) {
  return (
    <div className={styles.page}>
      <FailedState
        icon={<IconPlugConnectedX size={28} stroke={1.4} />}
        title={title}
        action={
          again ? (
            <Button onClick={again}>
              <IconRefresh size={18} aria-hidden="true" />
              {label}
            </Button>
          ) : null
        }
      >
        {children}
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
  useEffect(reloadOnceBack, []);
  if (!isOnline)
    return (
      <Failed title={t`We couldn’t load this`} label={null}>
        {t(refusalText('offline'))} <KeepsTrying />
      </Failed>
    );
  return (
    <Failed
      title={t`Please reload this page`}
      again={() => window.location.reload()}
      label={<Trans>Reload page</Trans>}
    >
      <Trans>
        Part of this page didn’t load. The portal may have just been updated, or you may have lost your connection.
      </Trans>
    </Failed>
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
