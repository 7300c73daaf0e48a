import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlayerPause } from '@tabler/icons-react';
import type { MerchantAccount } from '@vitrine/contract/accounts.ts';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useDates } from './dates.ts';
import styles from './HandoverNotice.module.css';

type StopNoticeProps = { account: MerchantAccount; stop: NonNullable<MerchantAccount['stop']> };

export function StopNotice({ account: { merchant_display_name: brand, status }, stop }: StopNoticeProps) {
  const { t } = useLingui();
  const { day } = useDates();
  const id = useId();
  const { reason } = stop;
  const since = day(stop.since);
  const endDay = stop.ends_at ? day(stop.ends_at) : '';
  const title =
    stop.ends_at === null
      ? t`${brand} paused your account on ${since}`
      : status === 'ended'
        ? t`Your work with ${brand} ended on ${endDay}`
        : t`Your work with ${brand} ends on ${endDay}`;
  return (
    <section className={styles.notice} aria-labelledby={id}>
      <IconPlayerPause size={22} stroke={1.6} aria-hidden="true" className={styles.icon} />
      <div className={styles.text}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {reason ? (
          <p>
            <Trans>Reason: “{reason}”</Trans>
          </p>
        ) : null}
        <p>
          {stop.ends_at !== null && status !== 'ended' ? (
            <Trans>Until then, nothing changes. Clicks from that day on earn no commission.</Trans>
          ) : (
            <Trans>Clicks made since then earn no commission; earlier clicks still can.</Trans>
          )}{' '}
          <Trans>
            Your links still lead to the shop. You can read and export everything, and cash out what is yours.
          </Trans>
          {stop.ends_at === null ? (
            <>
              {' '}
              <Link to="/suspensions">
                <Trans>Read more, and object</Trans>
              </Link>
            </>
          ) : null}
        </p>
      </div>
    </section>
  );
}
