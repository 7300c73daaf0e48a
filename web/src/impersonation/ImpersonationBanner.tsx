import { Trans, useLingui } from '@lingui/react/macro';
import { IconEye } from '@tabler/icons-react';
import { useUser } from '../accounts/accounts.data.ts';
import { useLogOut } from '../sessions/log-out.ts';
import { useDates } from '../accounts/dates.ts';
import { Button } from '../ui/Button.tsx';
import styles from './ImpersonationBanner.module.css';

/** Shows on every page that an operator is logged in as the creator; it can't be dismissed, only the session ended (S22). */
export function ImpersonationBanner() {
  const { impersonation, display_name: name } = useUser();
  const { t } = useLingui();
  const { moment } = useDates();
  const logOut = useLogOut();
  if (!impersonation) return null;
  const { operator, mode } = impersonation;
  const until = moment(impersonation.ends_at);
  return (
    <section className={styles.banner} aria-label={t`Impersonation`}>
      <IconEye size={20} stroke={1.6} aria-hidden="true" className={styles.icon} />
      <p className={styles.text}>
        <strong className={styles.line}>
          <Trans>
            {operator} is logged in as {name}
          </Trans>
        </strong>{' '}
        <span className={styles.line}>
          {mode === 'view' ? <Trans>View only until {until}.</Trans> : <Trans>Can make changes until {until}.</Trans>}
        </span>
      </p>
      <Button small className={styles.end} busy={logOut.busy} onClick={logOut.run}>
        <Trans>End session</Trans>
      </Button>
    </section>
  );
}
