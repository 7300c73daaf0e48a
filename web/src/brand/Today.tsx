import { Plural, Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { BrandOverview } from '@vitrine/contract/merchants.ts';
import { useDates } from '../accounts/dates.ts';
import { formatMoney } from '../format/money.ts';
import { formatNumber } from '../format/numbers.ts';
import desk from '../consoles/Console.module.css';
import styles from './brand.module.css';

type TodayProps = { merchant: string; overview: BrandOverview };

/** The open tasks of the brand, each a link to the page where staff deal with it. */
export function Today({ merchant, overview }: TodayProps) {
  const { held, cash_outs: requested, unread, expiring_invitations: expiring } = overview;
  const nothing = held.count + requested.count + unread.messages + expiring.length === 0;
  const params = { merchant };
  const [heldSum, requestedSum] = [formatMoney(held.amount), formatMoney(requested.amount)];
  return (
    <section className={desk.section} aria-labelledby="today">
      <h2 id="today">{nothing ? <Trans>You’re all caught up</Trans> : <Trans>To do</Trans>}</h2>
      <div className={styles.today}>
        <Link
          to="/brand/$merchant/orders"
          params={params}
          search={{ outcome: 'held' }}
          className={styles.waiting}
          data-calm={held.count === 0 || undefined}
        >
          <span className={styles.count}>{formatNumber(held.count)}</span>
          <span className={styles.waitingText}>
            <Plural value={held.count} one="commission on hold" other="commissions on hold" />
          </span>
          {held.count > 0 ? (
            <span className={styles.waitingMore}>
              <Trans>{heldSum} to review</Trans>
            </span>
          ) : null}
        </Link>
        <Link
          to="/brand/$merchant/payouts"
          params={params}
          className={styles.waiting}
          data-calm={requested.count === 0 || undefined}
        >
          <span className={styles.count}>{formatNumber(requested.count)}</span>
          <span className={styles.waitingText}>
            <Plural value={requested.count} one="payout to approve" other="payouts to approve" />
          </span>
          {requested.count > 0 ? (
            <span className={styles.waitingMore}>
              <Trans>{requestedSum} requested</Trans>
            </span>
          ) : null}
        </Link>
        <Link
          to="/brand/$merchant/messages"
          params={params}
          className={styles.waiting}
          data-calm={unread.messages === 0 || undefined}
        >
          <span className={styles.count}>{formatNumber(unread.messages)}</span>
          <span className={styles.waitingText}>
            <Plural value={unread.messages} one="unread message" other="unread messages" />
          </span>
        </Link>
        <Expiring merchant={merchant} invitations={expiring} />
      </div>
    </section>
  );
}

function Expiring({ merchant, invitations }: { merchant: string; invitations: BrandOverview['expiring_invitations'] }) {
  const { day } = useDates();
  const [first] = invitations;
  const [to, on] = first ? [first.to, day(first.expires_at)] : ['', ''];
  return (
    <Link
      to="/brand/$merchant/invitations"
      params={{ merchant }}
      className={styles.waiting}
      data-calm={invitations.length === 0 || undefined}
    >
      <span className={styles.count}>{formatNumber(invitations.length)}</span>
      <span className={styles.waitingText}>
        <Plural value={invitations.length} one="invitation expiring soon" other="invitations expiring soon" />
      </span>
      {first ? (
        <span className={styles.waitingMore}>
          <Trans>
            Next: {to}, {on}
          </Trans>
        </span>
      ) : null}
    </Link>
  );
}
