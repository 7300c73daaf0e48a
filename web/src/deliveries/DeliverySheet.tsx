import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Delivery } from '@vitrine/contract/deliveries.ts';
import type { ReactNode } from 'react';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { QueryState } from '../consoles/QueryStates.tsx';
import { formatNumber } from '../format/numbers.ts';
import { Drawer } from '../ui/Drawer.tsx';
import { outcomeLook, deliveryOutcomes, outcomeSentence, topicName } from './delivery-texts.ts';

type DeliverySheetProps = {
  query: UseQueryResult<Delivery>;
  onClose: () => void;
  /** The way to the decision on its order. */
  decision: (delivery: Delivery, orderId: string) => ReactNode;
  /** What its brand can do about it. */
  repairs?: (delivery: Delivery) => ReactNode;
};

/** One delivery: what came of it and why, and everything that helps to find it in the shop and in the log. */
export function DeliverySheet({ query, onClose, decision, repairs }: DeliverySheetProps) {
  const { t } = useLingui();
  const delivery = query.data;
  const title = delivery?.topic ? topicName(delivery.topic, t) : t`Delivery`;
  return (
    <Drawer title={title} closeLabel={t`Close`} onClose={onClose}>
      <QueryState query={query} loading={t`Loading the delivery`} failed={t`We couldn’t load this delivery`} />
      {delivery ? (
        <div className={desk.story}>
          <Result delivery={delivery} />
          {delivery.is_test ? (
            <p>
              <Trans>It’s about a test order, which moves no money.</Trans>
            </p>
          ) : null}
          {repairs?.(delivery)}
          <Facts delivery={delivery} />
          {delivery.has_decision && delivery.order_id !== null ? decision(delivery, delivery.order_id) : null}
        </div>
      ) : null}
    </Drawer>
  );
}

function Result({ delivery }: { delivery: Delivery }) {
  const { t } = useLingui();
  const { moment } = useDates();
  const { outcome, next_attempt_at: nextAttempt } = delivery;
  return (
    <div className={desk.part}>
      <p>
        <strong className={desk.mark} data-look={outcomeLook(outcome)}>
          {t(deliveryOutcomes[outcome])}
        </strong>
      </p>
      <p>{outcomeSentence(delivery, nextAttempt ? moment(nextAttempt) : undefined)}</p>
      {delivery.closed ? <Closed closed={delivery.closed} /> : null}
    </div>
  );
}

/** Who dealt with it, and why. */
function Closed({ closed: { as, by, reason, at } }: { closed: NonNullable<Delivery['closed']> }) {
  const { t } = useLingui();
  const { moment } = useDates();
  const who = by ?? t`a former colleague`;
  const when = at ? moment(at) : '';
  return (
    <>
      <p>
        {at === null ? (
          <Trans>Being fixed by {who}. This takes a minute.</Trans>
        ) : as === 'fixed' ? (
          <Trans>
            Fixed by {who}, {when}.
          </Trans>
        ) : (
          <Trans>
            Dismissed by {who}, {when}.
          </Trans>
        )}
      </p>
      <blockquote className={desk.quiet}>{reason}</blockquote>
    </>
  );
}

const sources: Record<string, string> = {
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
  stripe: 'Stripe',
  api: 'API',
};

function Facts({ delivery }: { delivery: Delivery }) {
  const { t } = useLingui();
  const { moment } = useDates();
  const milliseconds = formatNumber(delivery.took_ms);
  const size = formatNumber(delivery.bytes);
  const isCounted = delivery.last_received_at !== null;
  const rows: [string, string | null | undefined][] = [
    [t`Brand`, delivery.brand?.display_name],
    [t`Order`, delivery.order_reference ?? delivery.order_id],
    [t`Order ID`, delivery.order_reference === null ? null : delivery.order_id],
    [t`Topic`, delivery.topic],
    [t`Delivery ID`, delivery.delivery_id],
    [t`Sent by`, sources[delivery.source] ?? delivery.source],
    [t`Deliveries`, isCounted ? formatNumber(delivery.count) : null],
    [isCounted ? t`First received` : t`Received`, moment(delivery.received_at)],
    [t`Last received`, delivery.last_received_at && moment(delivery.last_received_at)],
    [t`Answered after`, delivery.took_ms === null ? null : t`${milliseconds} ms`],
    [t`Processed`, !isCounted && delivery.processed_at ? moment(delivery.processed_at) : null],
    [t`Body size`, delivery.bytes === null ? null : t`${size} bytes`],
    [t`Replays`, delivery.replays > 0 ? formatNumber(delivery.replays) : null],
    [t`Failed attempts`, delivery.attempts > 0 ? formatNumber(delivery.attempts) : null],
    [isCounted ? t`Last request ID` : t`Request ID`, delivery.request_id],
  ];
  return (
    <section className={desk.part}>
      <h3>
        <Trans>Details</Trans>
      </h3>
      <dl className={desk.facts}>
        {rows.map(([name, value]) =>
          value ? (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </section>
  );
}
