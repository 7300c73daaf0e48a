import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { failureText } from '../format/refusals.ts';
import { Button } from '../ui/Button.tsx';
import { showToast } from '../ui/toasts.ts';
import type { PlatformEntry } from './platforms.ts';
import { useSocialMutations } from './social.data.ts';

/** Redirects to the platform, which asks for permission and redirects back. */
export function ConnectButton({ entry, children }: { entry: PlatformEntry; children: ReactNode }) {
  const { t } = useLingui();
  const { connect } = useSocialMutations();
  const run = () =>
    connect.mutate(entry.icon, {
      onError: (problem) => showToast(t(failureText(problem))),
    });
  return (
    <Button small busy={connect.isPending} onClick={run}>
      {children}
    </Button>
  );
}
