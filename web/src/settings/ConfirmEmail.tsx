import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { Button } from '../ui/Button.tsx';
import { showToast } from '../ui/toasts.ts';
import { failureOf } from './failures.ts';
import { useSettingsMutations } from './settings.data.ts';
import styles from './settings.module.css';

/** Confirms a change of email. It needs a click, so that a mail scanner that opens the link cannot confirm it. */
export function ConfirmEmail({ token }: { token: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { confirm } = useSettingsMutations();
  const leave = () => void navigate({ to: '.', hash: 'sign-in', replace: true });
  const run = () =>
    confirm.mutate(token, {
      onSuccess: ({ email }) => {
        showToast(t`From now on, log in with ${email}.`);
        leave();
      },
    });
  return (
    <div className={styles.confirm}>
      <h2>
        <Trans>Confirm your new email address</Trans>
      </h2>
      {confirm.error ? (
        <p role="alert" className={styles.alert}>
          {t(failureOf(confirm.error).text)}
        </p>
      ) : null}
      <div className={styles.actions}>
        <Button busy={confirm.isPending} onClick={run}>
          <Trans>Confirm</Trans>
        </Button>
        <Button look="plain" onClick={leave}>
          <Trans>Not now</Trans>
        </Button>
      </div>
    </div>
  );
}
