import { Trans, useLingui } from '@lingui/react/macro';
import { IconCloudOff, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ApiProblem, isPassing } from '../api/problem.ts';
import { failureText } from '../format/refusals.ts';
import { Button } from '../ui/Button.tsx';
import { FailedState } from '../ui/EmptyState.tsx';
import { KeepsTrying, RequestNumber } from './ErrorPage.tsx';

type FailedAreaProps = {
  title: string;
  error: Error | null;
  retry: () => unknown;
  icon?: ReactNode;
  children?: ReactNode;
};

/** Replaces a part of a page that failed to load. */
export function FailedArea({ title, error, retry, icon, children }: FailedAreaProps) {
  const { t } = useLingui();
  // What isn't there won't be there a moment later, and nobody has to look for it in the log.
  const isMissing = error instanceof ApiProblem && error.status === 404;
  return (
    <FailedState
      icon={icon ?? <IconCloudOff size={28} stroke={1.4} />}
      title={title}
      action={
        isMissing ? null : (
          <Button onClick={() => void retry()}>
            <IconRefresh size={18} aria-hidden="true" />
            <Trans>Try again</Trans>
          </Button>
        )
      }
    >
      {t(failureText(error))} {isPassing(error) ? <KeepsTrying /> : null}
      {isMissing ? null : <RequestNumber error={error} />}
      {children}
    </FailedState>
  );
}
