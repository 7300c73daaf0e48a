import { Trans, useLingui } from '@lingui/react/macro';
import { IconEye } from '@tabler/icons-react';
import { useUser } from '../accounts/accounts.data.ts';
import { useLogOut } from '../sessions/log-out.ts';
import { useMoments } from '../accounts/moments.ts';
import { Button } from '../ui/Button.tsx';
import styles from './ImpersonationBanner.module.css';

/** Says on every page that an operator looks through these eyes; it cannot be closed, only ended (S22). */
export function ImpersonationBanner() {
  const { impersonation, display_name: name } = useUser();
  const { t } = useLingui();
  const { moment } = useMoments();
  const logOut = useLogOut();
  if (!impersonation) return null;
  const { operator, mode } = impersonation;
  const until = moment(impersonation.ends_at);
  return (
    <section className={styles.banner} aria-label={t`Impersonation`}>
      <IconEye size={20} stroke={1.6} aria-hidden="true" className={styles.icon} />
      <p className={styles.words}>
        <strong className={styles.line}>
          <Trans>
            {operator} in place of {name}
          </Trans>
        </strong>{' '}
        <span className={styles.line}>
          {mode === 'view' ? (
            <Trans>Can change nothing. It ends at {until}.</Trans>
          ) : (
            <Trans>May act for them. It ends at {until}.</Trans>
          )}
        </span>
      </p>
      <Button small className={styles.end} busy={logOut.busy} onClick={logOut.run}>
        <Trans>End</Trans>
      </Button>
    </section>
  );
}
