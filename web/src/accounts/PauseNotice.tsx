import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlayerPause } from '@tabler/icons-react';
import type { BrandPause } from '@vitrine/contract/values/brand-status.ts';
import type { SignedMoney } from '@vitrine/contract/values/money.ts';
import { useId } from 'react';
import { formatMoney } from '../format/money.ts';
import { useDates } from './dates.ts';
import styles from './HandoverNotice.module.css';

/** `owed`: what a brand's creators are still owed; only its staff see that. */
export type Paused = BrandPause & { brand: string; owed?: readonly SignedMoney[] };

export function PauseNotice({ pause, reader }: { pause: Paused; reader: 'staff' | 'creator' }) {
  const { t } = useLingui();
  const { moment } = useDates();
  const id = useId();
  const { brand, reason, status } = pause;
  const since = moment(pause.since);
  const isClosed = status === 'closed';
  return (
    <section className={styles.notice} aria-labelledby={id}>
      <IconPlayerPause size={22} stroke={1.6} aria-hidden="true" className={styles.icon} />
      <div className={styles.text}>
        <h2 id={id} className={styles.title}>
          {isClosed ? t`${brand} has been closed since ${since}` : t`${brand} has been paused since ${since}`}
        </h2>
        <p>
          <Trans>Reason: “{reason}”</Trans>
        </p>
        {reader === 'creator' ? <ForCreator isClosed={isClosed} brand={brand} /> : <ForStaff pause={pause} />}
      </div>
    </section>
  );
}

function ForCreator({ isClosed, brand }: { isClosed: boolean; brand: string }) {
  return (
    <p>
      <Trans>
        You keep your balance and your commissions, and payouts go on. Your links still lead to the shop, but clicks
        made since then earn no commission; earlier clicks still can.
      </Trans>{' '}
      {isClosed ? (
        <Trans>You can’t add links or products at {brand} anymore.</Trans>
      ) : (
        <Trans>You can add links and products at {brand} again when it’s active.</Trans>
      )}
    </p>
  );
}

function ForStaff({ pause: { status, owed } }: { pause: Paused }) {
  // After a refund of an order that was paid out, the balances can add up to less than nothing.
  const amount = (owed ?? [])
    .filter((money) => BigInt(money.amount) > 0n)
    .map((money) => formatMoney(money))
    .join(' · ');
  return (
    <>
      <p>
        <Trans>
          Links still lead to your shop, but clicks made since then earn no commission; earlier clicks still can.
          Orders, refunds and payouts work as usual.
        </Trans>{' '}
        {status === 'closed' ? (
          <Trans>You can’t create anything new.</Trans>
        ) : (
          <Trans>You can’t invite creators or assign discount codes.</Trans>
        )}
      </p>
      {amount ? (
        <p>
          <Trans>You still owe your creators {amount}.</Trans>
        </p>
      ) : null}
    </>
  );
}
