import { Trans, useLingui } from '@lingui/react/macro';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { OwnTakedown } from '@vitrine/contract/takedowns.ts';
import { useState } from 'react';
import cases from '../accounts/cases.module.css';
import { useDates } from '../accounts/dates.ts';
import { QueryState } from '../consoles/QueryStates.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { CounterNoticeForm } from './CounterNoticeForm.tsx';
import { ownTakedownsQuery } from './own.data.ts';
import { ownSubjects, whyTexts } from './own-texts.ts';

/** What of the user’s is taken down, why, and how to object. */
export function OwnTakedowns() {
  const { t } = useLingui();
  const query = useQuery(ownTakedownsQuery());
  return (
    <>
      <Masthead heading={t`Taken down`} />
      <QueryState query={query} loading={t`Loading what was taken down`} failed={t`We couldn’t load this page`} />
      {query.data?.length === 0 ? (
        <EmptyState icon={<IconCircleCheck size={28} stroke={1.4} />} title={t`Nothing is taken down`}>
          <Trans>
            If we ever take down a link, storefront or picture of yours, you’ll see here why, and how to object.
          </Trans>
        </EmptyState>
      ) : null}
      <ul className={cases.list}>
        {query.data?.map((takedown) => (
          <li key={takedown.id}>
            <TakedownCard takedown={takedown} />
          </li>
        ))}
      </ul>
    </>
  );
}

function TakedownCard({ takedown }: { takedown: OwnTakedown }) {
  const { t } = useLingui();
  const { moment } = useDates();
  const when = moment(takedown.taken_down_at);
  return (
    <article className={cases.card}>
      <h2>{t(ownSubjects[takedown.subject_kind])}</h2>
      <p className={cases.quiet}>
        <a href={takedown.address} target="_blank" rel="noopener">
          {takedown.address}
        </a>{' '}
        · {when}
      </p>
      <p>{t(whyTexts[takedown.category])}</p>
      <p className={cases.quote}>{takedown.reason}</p>
      <Objection takedown={takedown} />
    </article>
  );
}

function Objection({ takedown }: { takedown: OwnTakedown }) {
  const { day } = useDates();
  const [isOpen, setOpen] = useState(false);
  const { counter_notice_at: sentAt, restore_from: from, restore_until: until } = takedown;
  if (sentAt !== null) {
    const [sent, first, last] = [sentAt, from ?? sentAt, new Date(Date.parse(until ?? sentAt) - 1).toISOString()].map(
      day,
    );
    return (
      <p>
        {from === null ? (
          <Trans>You sent a counter-notice on {sent}. The other side has gone to court, so it stays taken down.</Trans>
        ) : (
          <Trans>
            You sent a counter-notice on {sent}. We restore it between {first} and {last}, unless the other side goes to
            court.
          </Trans>
        )}
      </p>
    );
  }
  if (!takedown.can_counter)
    return (
      <p>
        <Trans>
          If you don’t agree, write to us under Feedback/support. Commissions that you already earned are not affected.
        </Trans>
      </p>
    );
  return (
    <>
      <p>
        <Trans>
          If this is a mistake, or you had the right to use it, send a counter-notice. We restore it after 10 to 14
          business days, unless the other side goes to court. Commissions that you already earned are not affected.
        </Trans>
      </p>
      {isOpen ? (
        <CounterNoticeForm takedownId={takedown.id} />
      ) : (
        <div>
          <Button look="quiet" onClick={() => setOpen(true)}>
            <Trans>Write a counter-notice</Trans>
          </Button>
        </div>
      )}
    </>
  );
}
