import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { forgotPassword } from '@vitrine/contract/passwords.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';
import { failureText } from '../format/refusals.ts';
import { Button } from '../ui/Button.tsx';
import { showToast } from '../ui/toasts.ts';
import { useUser } from '../accounts/accounts.data.ts';
import styles from './PasswordByMail.module.css';

/** Emails a reset link to a logged-in user who doesn't know a password; those who registered with Google never had one. */
export function PasswordByMail({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  const { email } = useUser();
  const asking = useApiMutation({ mutationFn: () => call(forgotPassword, { body: { email } }) });
  if (asking.isSuccess)
    return (
      <p className={styles.sent} role="status">
        <Trans>
          We sent a link to {email}. Use it to set a new password. You’ll be logged out everywhere, including here.
        </Trans>
      </p>
    );
  return (
    <Button
      look="plain"
      small
      className={styles.request}
      busy={asking.isPending}
      onClick={() =>
        asking.mutate(undefined, {
          onError: (error) => showToast(t(failureText(error))),
        })
      }
    >
      {children}
    </Button>
  );
}
