import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Ticket } from '@vitrine/contract/support.ts';
import { useDates } from '../accounts/dates.ts';
import { ShowMore } from '../ui/ShowMore.tsx';
import { ticketsQuery } from './support.data.ts';
import styles from './support.module.css';

/** The user's earlier questions with the answers; renders nothing if there are none. */
export function OwnTickets() {
  const tickets = useInfiniteQuery(ticketsQuery());
  const list = tickets.data?.pages.flatMap((page) => page.data) ?? [];
  if (list.length === 0) return null;
  return (
    <section className={styles.before}>
      <h3 className={styles.earlier}>
        <Trans>Your earlier questions</Trans>
      </h3>
      <ul className={styles.tickets}>
        {list.map((ticket) => (
          <li key={ticket.id}>
            <OwnTicket ticket={ticket} />
          </li>
        ))}
      </ul>
      <ShowMore query={tickets} small>
        <Trans>Show earlier questions</Trans>
      </ShowMore>
    </section>
  );
}

function OwnTicket({ ticket }: { ticket: Ticket }) {
  const { moment } = useDates();
  const { subject, body, answer, created_at: at, answered_at: answeredAt } = ticket;
  return (
    <details className={styles.ticket} open={answer !== null}>
      <summary>
        <span className={styles.subject}>{subject}</span>
        <span className={styles.state}>
          {answer === null ? <Trans>Waiting for a reply</Trans> : <Trans>Answered</Trans>}
        </span>
      </summary>
      <p className={styles.when}>{moment(at)}</p>
      <p className={styles.message}>{body}</p>
      {answer !== null && answeredAt !== null ? (
        <div className={styles.answer}>
          <p className={styles.when}>
            <Trans>Our answer</Trans> · {moment(answeredAt)}
          </p>
          <p className={styles.message}>{answer}</p>
        </div>
      ) : null}
    </details>
  );
}
