import { Plural, Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { Health } from '@vitrine/contract/monitoring.ts';
import type { ReactNode } from 'react';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { Waiting, waitingItem, waitingList } from '../consoles/Waiting.tsx';

/** What waits and what was given up. A number that is 0 is quiet. */
export function Queues({
  health: { orders, deliveries, delivery_problems: problems, webhooks, emails, emails_failed: failed, holds, reports },
}: {
  health: Health;
}) {
  const waiting = orders.waiting + deliveries.waiting + webhooks.waiting + emails.waiting + reports.overdue;
  return (
    <section className={desk.section} aria-labelledby="waiting">
      <h2 id="waiting">{waiting + failed === 0 ? <Trans>Nothing is delayed</Trans> : <Trans>Waiting</Trans>}</h2>
      <ul className={waitingList}>
        <Queue count={orders.waiting} oldestAt={orders.oldest_at}>
          <Plural value={orders.waiting} one="order waiting for its click" other="orders waiting for their clicks" />
        </Queue>
        <Queue
          count={deliveries.waiting}
          oldestAt={deliveries.oldest_at}
          to="/operator/deliveries"
          search={{ outcome: 'waiting' }}
        >
          <Plural value={deliveries.waiting} one="shop delivery to retry" other="shop deliveries to retry" />
        </Queue>
        <Queue count={problems} to="/operator/deliveries" search={{ outcome: 'problem' }}>
          <Plural value={problems} one="shop delivery with a problem" other="shop deliveries with problems" />
        </Queue>
        <Queue count={webhooks.waiting} oldestAt={webhooks.oldest_at}>
          <Plural value={webhooks.waiting} one="webhook to send to a brand" other="webhooks to send to brands" />
        </Queue>
        <Queue count={emails.waiting} oldestAt={emails.oldest_at} to="/operator/mails" search={{ status: 'waiting' }}>
          <Plural value={emails.waiting} one="email to send" other="emails to send" />
        </Queue>
        <Queue count={failed} to="/operator/mails" search={{ status: 'failed' }}>
          <Plural value={failed} one="email failed in the last 24 hours" other="emails failed in the last 24 hours" />
        </Queue>
        <Queue count={holds}>
          <Plural
            value={holds}
            one="commission for its brand to review"
            other="commissions for their brands to review"
          />
        </Queue>
        <Queue count={reports.open} to="/operator/reports">
          <Plural value={reports.open} one="open report" other="open reports" />
        </Queue>
        <Queue count={reports.overdue} to="/operator/reports">
          <Plural value={reports.overdue} one="overdue report" other="overdue reports" />
        </Queue>
      </ul>
    </section>
  );
}

type QueueProps = {
  count: number;
  oldestAt?: string | null;
  /** The page that lists them, if there is one. */
  to?: '/operator/deliveries' | '/operator/mails' | '/operator/reports';
  search?: Record<string, string>;
  children: ReactNode;
};

function Queue({ count, oldestAt = null, to, search, children }: QueueProps) {
  const { moment } = useDates();
  const since = oldestAt ? moment(oldestAt) : '';
  const shown = (
    <Waiting count={count} more={oldestAt ? <Trans>Oldest since {since}</Trans> : null}>
      {children}
    </Waiting>
  );
  if (!to) return <li {...waitingItem(count)}>{shown}</li>;
  return (
    <li>
      <Link to={to} search={search ?? {}} {...waitingItem(count)}>
        {shown}
      </Link>
    </li>
  );
}
