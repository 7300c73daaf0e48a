import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { PrivacyRequest } from '@vitrine/contract/privacy-requests.ts';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';

import { Refused } from '../consoles/QueryStates.tsx';
import { Button } from '../ui/Button.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { showToast } from '../ui/toasts.ts';
import { privacyRequestsQuery, usePrivacyRequest } from './privacy-requests.data.ts';
import styles from './shops.module.css';

/** What the shop asked about its shoppers' data; nothing while it never asked. */
export function PrivacyRequests({ merchant }: { merchant: string }) {
  const query = useInfiniteQuery(privacyRequestsQuery(merchant));
  const requests = query.data?.pages.flatMap(({ data }) => data) ?? [];
  if (requests.length === 0) return null;
  return (
    <section className={desk.section} aria-labelledby="privacy-requests">
      <h2 id="privacy-requests">
        <Trans>Privacy requests</Trans>
      </h2>
      <p className={desk.quiet}>
        <Trans>
          Your shop passes on what shoppers ask about their data. We erase it ourselves. You answer a request for data
          by sending the file to the shopper.
        </Trans>
      </p>
      <ul className={styles.requests}>
        {requests.map((request) => (
          <li key={request.id}>
            <Request merchant={merchant} request={request} />
          </li>
        ))}
      </ul>
      <ShowMore query={query} />
    </section>
  );
}

function Request({ merchant, request }: { merchant: string; request: PrivacyRequest }) {
  const { moment } = useDates();
  const { kind, orders, received_at: receivedAt, done_at: doneAt } = request;
  const received = moment(receivedAt);
  const done = doneAt ? moment(doneAt) : '';
  if (kind === 'data_request') return <DataRequest merchant={merchant} request={request} />;
  return (
    <>
      <h3>
        {kind === 'customer_redaction' ? <Trans>A shopper was erased</Trans> : <Trans>All shoppers were erased</Trans>}
      </h3>
      <p>
        <Trans>
          Asked: {received}. Done: {done}.
        </Trans>{' '}
        <Plural
          value={orders}
          _0="No orders had anything about them."
          one="1 order no longer leads to a shopper. Its amounts and commissions stay."
          other="# orders no longer lead to a shopper. Their amounts and commissions stay."
        />
      </p>
    </>
  );
}

function DataRequest({ merchant, request }: { merchant: string; request: PrivacyRequest }) {
  const { t } = useLingui();
  const { moment } = useDates();
  const { fetching, answer } = usePrivacyRequest(merchant, request.id);
  const received = moment(request.received_at);
  const due = moment(request.due_at);
  const answered = request.done_at ? moment(request.done_at) : '';
  return (
    <>
      <h3>
        <Trans>A shopper asks for their data</Trans>
      </h3>
      <p>
        {request.done_at ? (
          <Trans>
            Asked: {received}. Answered: {answered}.
          </Trans>
        ) : (
          <Trans>
            Asked: {received}. Due: {due}. Download the file, send it to the shopper, then mark the request as answered.
            Your shop says who asked.
          </Trans>
        )}{' '}
        <Plural
          value={request.orders}
          _0="We found no orders of theirs."
          one="We found 1 order of theirs."
          other="We found # orders of theirs."
        />
      </p>
      <Refused error={fetching.error ?? answer.error} />
      <div className={desk.actions}>
        <Button small look="quiet" busy={fetching.isPending} onClick={() => fetching.mutate()}>
          <Trans>Download file</Trans>
        </Button>
        {request.done_at ? null : (
          <Button
            small
            busy={answer.isPending}
            onClick={() => answer.mutate(undefined, { onSuccess: () => showToast(t`Marked as answered.`) })}
          >
            <Trans>Mark as answered</Trans>
          </Button>
        )}
      </div>
    </>
  );
}
