import { Trans, useLingui } from '@lingui/react/macro';
import { IconInbox } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { createLazyRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { QueryState } from '../consoles/QueryStates.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { Segments } from '../ui/Segments.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import { TicketCard } from './TicketCard.tsx';
import { operatorTicketsQuery } from './tickets.data.ts';
import styles from './tickets.module.css';

export default createLazyRoute('/operator-frame/operator/tickets')({ component: TicketsPage });

type State = 'open' | 'answered';

function TicketsPage() {
  const { t } = useLingui();
  const [state, setState] = useState<State>('open');
  return (
    <>
      <Masthead
        heading={t`Tickets`}
        controls={
          <Segments
            label={t`Status`}
            value={state}
            choices={[
              { value: 'open', label: t`Open` },
              { value: 'answered', label: t`Answered` },
            ]}
            onChoose={setState}
          />
        }
      />
      <TicketList key={state} state={state} />
    </>
  );
}

function TicketList({ state }: { state: State }) {
  const { t } = useLingui();
  const tickets = useInfiniteQuery(operatorTicketsQuery(state));
  const list = tickets.data?.pages.flatMap((page) => page.data) ?? [];
  if (tickets.isPending) {
    return (
      <Loading label={t`Loading tickets`} className={styles.list}>
        <Bone tall="8rem" />
        <Bone tall="8rem" />
      </Loading>
    );
  }
  if (tickets.isError && list.length === 0) {
    return <QueryState query={tickets} loading={t`Loading tickets`} failed={t`We couldn’t load the tickets`} />;
  }
  if (list.length === 0) {
    return (
      <EmptyState
        icon={<IconInbox size={28} stroke={1.4} />}
        title={state === 'open' ? t`No open tickets` : t`No answered tickets yet`}
      >
        <Trans>Questions sent through Feedback/support and reported problems appear here.</Trans>
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={styles.list}>
        {list.map((ticket) => (
          <li key={ticket.id}>
            <TicketCard ticket={ticket} />
          </li>
        ))}
      </ul>
      <ShowMore query={tickets} />
    </>
  );
}
