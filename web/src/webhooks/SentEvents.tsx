import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { OutgoingDelivery, OutgoingDeliveryDetails, OutgoingState } from '@vitrine/contract/webhooks.ts';
import { useState } from 'react';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { QueryState, Refused } from '../consoles/QueryStates.tsx';
import { formatNumber } from '../format/numbers.ts';
import { Button } from '../ui/Button.tsx';
import { Select } from '../ui/Select.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { showToast } from '../ui/toasts.ts';
import { attemptText, eventNames, isOutgoingState, outgoingLook, outgoingStates } from './webhook-texts.ts';
import { type EndpointPlace, outgoingDetailsQuery, outgoingQuery, useEndpointMutations } from './webhooks.data.ts';
import styles from './webhooks.module.css';

type SentEventsProps = { at: EndpointPlace; isOn: boolean };

/** What was sent to an endpoint, newest first. An entry opens to its body and the answers. */
export function SentEvents({ at, isOn }: SentEventsProps) {
  const { t } = useLingui();
  const [state, setState] = useState<OutgoingState>();
  const query = useInfiniteQuery(outgoingQuery(at, state));
  const { replayFailed } = useEndpointMutations(at);
  const entries = query.data?.pages.flatMap((page) => page.data) ?? [];
  const replayAll = () =>
    replayFailed.mutate(undefined, {
      onSuccess: ({ replayed }) => {
        const many = formatNumber(replayed);
        showToast(plural(replayed, { one: `${many} event is sent again`, other: `${many} events are sent again` }));
      },
    });
  return (
    <section className={desk.section} aria-labelledby="log">
      <div className={desk.sectionHead}>
        <h2 id="log">
          <Trans>Log of the last 30 days</Trans>
        </h2>
        <Button small look="quiet" disabled={!isOn} busy={replayFailed.isPending} onClick={replayAll}>
          <Trans>Replay all failed</Trans>
        </Button>
      </div>
      <Refused error={replayFailed.error} />
      <div>
        <Select
          label={t`State`}
          value={state ?? ''}
          choices={[
            { value: '', label: t`All events` },
            ...Object.entries(outgoingStates).map(([value, label]) => ({ value, label: t(label) })),
          ]}
          onChoose={(chosen) => setState(isOutgoingState(chosen) ? chosen : undefined)}
        />
      </div>
      <QueryState query={query} rows={3} loading={t`Loading the log`} failed={t`We couldn’t load the log`} />
      {query.data && entries.length === 0 ? (
        <p className={desk.quiet}>
          {state ? (
            <Trans>No event has this state.</Trans>
          ) : (
            <Trans>Nothing has been sent yet. Send a test event to see what arrives.</Trans>
          )}
        </p>
      ) : null}
      <ul className={styles.log} aria-label={t`Events, newest first`}>
        {entries.map((entry) => (
          <Entry key={entry.id} at={at} entry={entry} isOn={isOn} />
        ))}
      </ul>
      <ShowMore query={query} />
    </section>
  );
}

type EntryProps = { at: EndpointPlace; entry: OutgoingDelivery; isOn: boolean };

function Entry({ at, entry, isOn }: EntryProps) {
  const { t } = useLingui();
  const { moment } = useDates();
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <details className={desk.fold} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span className={styles.entry}>
            {t(eventNames[entry.type])}
            <span className={desk.mark} data-look={outgoingLook(entry.state)}>
              {t(outgoingStates[entry.state])}
            </span>
            <span className={styles.when}>{moment(entry.created_at)}</span>
          </span>
        </summary>
        {isOpen ? <EntryDetails at={at} entry={entry} isOn={isOn} /> : null}
      </details>
    </li>
  );
}

function EntryDetails({ at, entry, isOn }: EntryProps) {
  const { t } = useLingui();
  const { moment } = useDates();
  const { replay } = useEndpointMutations(at);
  const query = useQuery(outgoingDetailsQuery(at, entry.id, `${entry.attempts} ${entry.state}`));
  const next = entry.next_attempt_at ? moment(entry.next_attempt_at) : undefined;
  return (
    <div className={styles.details}>
      <QueryState query={query} rows={2} loading={t`Loading the event`} failed={t`We couldn’t load this event`} />
      {query.data ? <Story details={query.data} /> : null}
      {next ? (
        <p>
          <Trans>Next attempt: {next}.</Trans>
        </p>
      ) : null}
      <Refused error={replay.error} />
      <div className={desk.actions}>
        <Button
          small
          look="quiet"
          disabled={!isOn}
          busy={replay.isPending}
          onClick={() => replay.mutate(entry.id, { onSuccess: () => showToast(t`The event is sent again`) })}
        >
          {entry.state === 'waiting' ? <Trans>Send now</Trans> : <Trans>Replay</Trans>}
        </Button>
      </div>
    </div>
  );
}

function Story({ details: { message, attempt_log: attempts } }: { details: OutgoingDeliveryDetails }) {
  const { t } = useLingui();
  const { moment } = useDates();
  return (
    <>
      <div>
        <p className={desk.label}>
          <Trans>Body</Trans>
        </p>
        <code className={desk.code}>{JSON.stringify(message, null, 2)}</code>
      </div>
      {attempts.map((attempt) => {
        const text = attemptText(attempt);
        const [number, at, took] = [attempt.number, moment(attempt.at), formatNumber(attempt.took_ms)];
        return (
          <div key={attempt.number}>
            <p className={desk.label}>
              <Trans>
                Attempt {number}, {at}, {took} ms
              </Trans>
            </p>
            <p>{typeof text === 'string' ? text : t(text)}</p>
            {attempt.answer ? <code className={desk.code}>{attempt.answer}</code> : null}
          </div>
        );
      })}
    </>
  );
}
