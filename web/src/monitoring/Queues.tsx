import { Plural, Trans } from '@lingui/react/macro';
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
          <Plural value={orders.waiting} one="order waits for its click" other="orders wait for their clicks" />
        </Queue>
        <Queue count={deliveries.waiting} oldestAt={deliveries.oldest_at}>
          <Plural
            value={deliveries.waiting}
            one="delivery of a shop is tried again"
            other="deliveries of shops are tried again"
          />
        </Queue>
        <Queue count={problems} oldestAt={null}>
          <Plural
            value={problems}
            one="delivery that its brand should look at"
            other="deliveries that their brands should look at"
          />
        </Queue>
        <Queue count={webhooks.waiting} oldestAt={webhooks.oldest_at}>
          <Plural value={webhooks.waiting} one="webhook to send to a brand" other="webhooks to send to brands" />
        </Queue>
        <Queue count={emails.waiting} oldestAt={emails.oldest_at}>
          <Plural value={emails.waiting} one="email to send" other="emails to send" />
        </Queue>
        <Queue count={failed} oldestAt={null}>
          <Plural
            value={failed}
            one="email given up in the last 24 hours"
            other="emails given up in the last 24 hours"
          />
        </Queue>
        <Queue count={holds} oldestAt={null}>
          <Plural value={holds} one="commission on hold for its brand" other="commissions on hold for their brands" />
        </Queue>
        <Queue count={reports.open} oldestAt={null}>
          <Plural value={reports.open} one="open report" other="open reports" />
        </Queue>
        <Queue count={reports.overdue} oldestAt={null}>
          <Plural value={reports.overdue} one="report past its day" other="reports past their day" />
        </Queue>
      </ul>
    </section>
  );
}

function Queue({ count, oldestAt, children }: { count: number; oldestAt: string | null; children: ReactNode }) {
  const { moment } = useDates();
  const since = oldestAt ? moment(oldestAt) : '';
  return (
    <li {...waitingItem(count)}>
      <Waiting count={count} more={oldestAt ? <Trans>The oldest since {since}</Trans> : null}>
        {children}
      </Waiting>
    </li>
  );
}
