import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { OrderSource, ShopConnection } from '@vitrine/contract/connections.ts';
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import type { listShopConnections } from '@vitrine/contract/connections.ts';
import type { ReactNode } from 'react';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { deliveryOutcomes, outcomeLook, topicName } from '../deliveries/delivery-texts.ts';
import { formatNumber } from '../format/numbers.ts';
import { classes } from '../ui/classes.ts';
import { useAgo } from './ago.ts';
import { shopNames } from './shop-texts.ts';
import styles from './shops.module.css';

type Orders = DataOf<typeof listShopConnections>['orders'];

function Box({ look, title, children }: { look?: 'good' | 'wait' | 'bad'; title: ReactNode; children: ReactNode }) {
  const { t } = useLingui();
  return (
    <section className={styles.status} aria-label={t`Status`}>
      <p role="status">
        <strong className={desk.mark} data-look={look}>
          {title}
        </strong>
      </p>
      {children}
    </section>
  );
}

/** Whether webhooks of a shop arrive, and how well. */
export function ConnectionStatus({
  merchant,
  connection,
  orders,
}: {
  merchant: string;
  connection: ShopConnection;
  orders: Orders;
}) {
  const ago = useAgo();
  const { kind, state, last_delivery: last, last_wrong_signature_at: wrongAt } = connection;
  const name = shopNames[kind];
  if (state === 'not_connected')
    return (
      <Box title={<Trans>Not connected yet</Trans>}>
        <p>
          <Trans>Follow the steps below. It takes about five minutes.</Trans>
        </p>
        {wrongAt ? <WrongSignatures connection={connection} at={ago(wrongAt)} /> : null}
      </Box>
    );
  if (state === 'disconnected') return <Disconnected connection={connection} />;
  if (state === 'waiting' || !last)
    return (
      <Box look="wait" title={<Trans>Waiting for the first webhook</Trans>}>
        <p>
          <Trans>The secret is saved. As soon as {name} sends a webhook, you’ll see it here.</Trans>
        </p>
        {wrongAt ? <WrongSignatures connection={connection} at={ago(wrongAt)} /> : null}
      </Box>
    );
  const received = ago(last.received_at);
  return (
    <Box look="good" title={<Trans>Connected, last webhook received {received}</Trans>}>
      <Health merchant={merchant} connection={connection} last={last} orders={orders} />
      {wrongAt ? <WrongSignatures connection={connection} at={ago(wrongAt)} /> : null}
    </Box>
  );
}

function Disconnected({ connection }: { connection: ShopConnection }) {
  const { day, moment } = useDates();
  const name = shopNames[connection.kind];
  const [at, reportedOn] = connection.disconnected_at
    ? [moment(connection.disconnected_at), day(connection.disconnected_at)]
    : ['', ''];
  return (
    <Box look="bad" title={<Trans>Disconnected, {at}</Trans>}>
      <p>
        {connection.disconnected_by === 'shop' ? (
          <Trans>
            {name} reported on {reportedOn} that the app was removed. We refuse its webhooks, so new orders earn nothing
            and we miss refunds. Earlier orders keep their commissions. To reconnect, install the app again and follow
            the steps below.
          </Trans>
        ) : (
          <Trans>
            You disconnected {name}. Its webhooks are refused until you enter a secret again. Earlier orders keep their
            commissions.
          </Trans>
        )}
      </p>
    </Box>
  );
}

function WrongSignatures({ connection, at }: { connection: ShopConnection; at: string }) {
  const count = connection.week.wrong_signatures;
  const name = shopNames[connection.kind];
  const { last_delivery: last, last_wrong_signature_at: wrongAt } = connection;
  // Since then the shop has signed with the right secret.
  if (last && wrongAt && last.received_at > wrongAt)
    return (
      <p className={desk.quiet}>
        <Plural
          value={count}
          one={`1 webhook with a wrong signature was refused in the last 7 days, ${at}. Webhooks since then have the right signature.`}
          other={`# webhooks with a wrong signature were refused in the last 7 days, the last one ${at}. Webhooks since then have the right signature.`}
        />
      </p>
    );
  return (
    <p className={styles.fault}>
      <Plural
        value={count}
        one={`1 webhook with a wrong signature was refused in the last 7 days, ${at}. Check that the secret is the one that ${name} shows.`}
        other={`# webhooks with a wrong signature were refused in the last 7 days, the last one ${at}. Check that the secret is the one that ${name} shows.`}
      />
    </p>
  );
}

type HealthProps = {
  merchant: string;
  connection: ShopConnection;
  last: NonNullable<ShopConnection['last_delivery']>;
  orders: Orders;
};

function Health({ merchant, connection, last, orders }: HealthProps) {
  const { t } = useLingui();
  const { received, problems } = connection.week;
  const topic = last.topic ? topicName(last.topic, t) : t`Webhook`;
  return (
    <dl className={desk.facts}>
      <div>
        <dt>
          <Trans>Last webhook</Trans>
        </dt>
        <dd>
          <Link
            to="/brand/$merchant/settings/deliveries"
            params={{ merchant }}
            search={{ delivery: last.id }}
            className={desk.open}
          >
            {topic}
          </Link>{' '}
          <span className={classes(desk.mark, desk.beside)} data-look={outcomeLook(last.outcome)}>
            {t(deliveryOutcomes[last.outcome])}
          </span>
        </dd>
      </div>
      <div>
        <dt>
          <Trans>Webhooks in the last 7 days</Trans>
        </dt>
        <dd>
          {formatNumber(received)}
          {problems > 0 ? (
            <>
              {', '}
              <Link
                to="/brand/$merchant/settings/deliveries"
                params={{ merchant }}
                search={{ outcome: 'problem' }}
                className={desk.open}
              >
                <Plural value={problems} one="# with a problem" other="# with problems" />
              </Link>
            </>
          ) : null}
        </dd>
      </div>
      <OrderFacts orders={orders} way={connection.kind} />
    </dl>
  );
}

/** The rows about the orders of the last 30 days that came in one way. */
function OrderFacts({ orders, way }: { orders: Orders; way: OrderSource }) {
  const found = orders.find(({ source }) => source === way);
  const count = found?.orders ?? 0;
  const share = count > 0 ? Math.round((100 * (found?.with_click ?? 0)) / count) : 0;
  return (
    <>
      <div>
        <dt>
          <Trans>Orders in the last 30 days</Trans>
        </dt>
        <dd>{formatNumber(count)}</dd>
      </div>
      {count > 0 ? (
        <div>
          <dt>
            <Trans>Orders with a click</Trans>
          </dt>
          <dd>{share}%</dd>
        </div>
      ) : null}
    </>
  );
}

/** The same for orders that come by the API or by file: whether any came. */
export function OrdersStatus({ orders, way, nothing }: { orders: Orders; way: 'api' | 'file'; nothing: ReactNode }) {
  const ago = useAgo();
  const found = orders.find(({ source }) => source === way);
  if (!found)
    return (
      <Box title={<Trans>No orders in the last 30 days</Trans>}>
        <p>{nothing}</p>
      </Box>
    );
  const received = ago(found.last_received_at);
  return (
    <Box look="good" title={<Trans>Last order received {received}</Trans>}>
      <dl className={desk.facts}>
        <OrderFacts orders={orders} way={way} />
      </dl>
    </Box>
  );
}
