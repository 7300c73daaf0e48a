import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlayerPause } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import styles from '../accounts/HandoverNotice.module.css';
import { useDates } from '../accounts/dates.ts';

/** Says on every page of a suspended creator what that means, and where they can object. */
export function SuspensionNotice({ since: at }: { since: string }) {
  const { t } = useLingui();
  const { moment } = useDates();
  const since = moment(at);
  return (
    <section className={styles.notice} aria-labelledby="suspension-notice">
      <IconPlayerPause size={22} stroke={1.6} aria-hidden="true" className={styles.icon} />
      <div className={styles.text}>
        <h2 id="suspension-notice" className={styles.title}>
          {t`Your account has been suspended since ${since}`}
        </h2>
        <p>
          <Trans>
            Clicks made since then earn no commission; earlier clicks still can. You can read and export everything, and
            cash out what is yours. Nothing that others see can be changed.
          </Trans>{' '}
          <Link to="/suspensions">
            <Trans>Read why, and object</Trans>
          </Link>
        </p>
      </div>
    </section>
  );
}
