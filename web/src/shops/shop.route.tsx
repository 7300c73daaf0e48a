import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi, Link } from '@tanstack/react-router';
import type { listShopConnections, OrderSource, ShopConnection, ShopSource } from '@vitrine/contract/connections.ts';
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import desk from '../consoles/Console.module.css';
import { QueryState } from '../consoles/QueryStates.tsx';
import { buttonClass } from '../ui/Button.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { Segments } from '../ui/Segments.tsx';
import { ConnectionStatus, OrdersStatus } from './ConnectionStatus.tsx';
import { DisconnectSection, ManageConnection } from './ManageConnection.tsx';
import { GuideLink } from './GuideLink.tsx';
import { OrdersFile } from './OrdersFile.tsx';
import { OwnCodeSteps } from './OwnCode.tsx';
import { PrivacyRequests } from './PrivacyRequests.tsx';
import { isOrderSource, shopNames, wayName } from './shop-texts.ts';
import { ShopifySteps } from './ShopifySteps.tsx';
import { StripeSteps } from './StripeSteps.tsx';
import { shopConnectionsQuery } from './shops.data.ts';
import { ShopSyncSection } from './ShopSyncSection.tsx';
import styles from './shops.module.css';
import { ShopSnippet } from './Snippet.tsx';
import { TryOut } from './TryOut.tsx';
import { WooCommerceSteps } from './WooCommerceSteps.tsx';

export default createLazyRoute('/brand-frame/brand/$merchant/settings/shop')({ component: ShopPage });

const route = getRouteApi('/brand-frame/brand/$merchant/settings/shop');

type Shop = DataOf<typeof listShopConnections>;

/** The way that the brand uses, or else the first one. */
function usualWay({ connections, orders }: Shop): OrderSource {
  const connected = connections.find(({ state }) => state === 'connected' || state === 'waiting');
  const [busiest] = orders.toSorted((one, other) => other.orders - one.orders);
  return connected?.kind ?? busiest?.source ?? connections[0]?.kind ?? 'api';
}

function ShopPage() {
  const { t } = useLingui();
  const { merchant } = route.useParams();
  const { kind } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(shopConnectionsQuery(merchant));
  const shop = query.data;
  const way = shop && (isOrderSource(kind) ? kind : usualWay(shop));
  const open = shop?.connections.find((each) => each.kind === way && isOpen(each));
  return (
    <>
      <Masthead heading={t`Shop`} dateline={<Trans>How your shop’s orders get here</Trans>} />
      <QueryState query={query} rows={3} loading={t`Loading your shop`} failed={t`We couldn’t load your shop`} />
      {shop && way ? (
        <div className={desk.sections}>
          <Segments
            label={t`What your shop runs on`}
            value={way}
            choices={[...shop.connections.map((each) => each.kind), 'api' as const, 'file' as const].map((value) => ({
              value,
              label: wayName(value, t),
            }))}
            onChoose={(chosen) => void navigate({ search: { kind: chosen }, replace: true })}
          />
          <Way key={way} merchant={merchant} way={way} shop={shop} />
          <ShopSnippet merchant={merchant} way={way} />
          <TryOut key={`try-${way}`} merchant={merchant} way={way} />
          {open ? <DisconnectSection key={`end-${way}`} merchant={merchant} connection={open} /> : null}
        </div>
      ) : null}
    </>
  );
}

/** Its webhooks are accepted. */
function isOpen({ state }: ShopConnection): boolean {
  return state === 'waiting' || state === 'connected';
}

function Way({ merchant, way, shop }: { merchant: string; way: OrderSource; shop: Shop }) {
  if (way === 'api') return <OwnCode merchant={merchant} orders={shop.orders} />;
  if (way === 'file')
    return (
      <>
        <OrdersStatus
          orders={shop.orders}
          way="file"
          nothing={<Trans>Upload a file with the orders of your shop.</Trans>}
        />
        <OrdersFile merchant={merchant} />
      </>
    );
  const connection = shop.connections.find(({ kind }) => kind === way);
  if (!connection) return null;
  return (
    <>
      <ConnectionStatus merchant={merchant} connection={connection} orders={shop.orders} />
      {connection.state === 'not_connected' ? null : <Deliveries merchant={merchant} />}
      {connection.state === 'connected' ? null : <SetUp merchant={merchant} connection={connection} />}
      {way === 'shopify' ? <ShopSyncSection merchant={merchant} hasForm={connection.state === 'connected'} /> : null}
      {isOpen(connection) ? <ManageConnection merchant={merchant} connection={connection} /> : null}
      {connection.state === 'connected' ? <StepsAgain merchant={merchant} connection={connection} /> : null}
      {way === 'shopify' ? <PrivacyRequests merchant={merchant} /> : null}
    </>
  );
}

const stepsOf = {
  shopify: ShopifySteps,
  woocommerce: WooCommerceSteps,
  stripe: StripeSteps,
} satisfies Record<ShopSource, unknown>;

type SetUpProps = { merchant: string; connection: ShopConnection };

function SetUp({ merchant, connection }: SetUpProps) {
  const name = shopNames[connection.kind];
  const Steps = stepsOf[connection.kind];
  return (
    <section className={desk.section} aria-labelledby="set-up">
      <div className={desk.sectionHead}>
        <h2 id="set-up">
          <Trans>Connect {name}</Trans>
        </h2>
        <GuideLink way={connection.kind} />
      </div>
      <Steps merchant={merchant} connection={connection} />
    </section>
  );
}

/** The first webhook can come before the last step, so the steps stay within reach. */
function StepsAgain({ merchant, connection }: SetUpProps) {
  const name = shopNames[connection.kind];
  const Steps = stepsOf[connection.kind];
  return (
    <section className={desk.section} aria-labelledby="set-up">
      <div className={desk.sectionHead}>
        <h2 id="set-up">
          <Trans>Steps to connect {name}</Trans>
        </h2>
        <GuideLink way={connection.kind} />
      </div>
      <details className={desk.fold}>
        <summary>
          <Trans>Show the steps</Trans>
        </summary>
        <div className={styles.folded}>
          <Steps merchant={merchant} connection={connection} />
        </div>
      </details>
    </section>
  );
}

function OwnCode({ merchant, orders }: { merchant: string; orders: Shop['orders'] }) {
  return (
    <>
      <OrdersStatus
        orders={orders}
        way="api"
        nothing={<Trans>Report an order with the request below. You’ll see it here within a few seconds.</Trans>}
      />
      <section className={desk.section} aria-labelledby="set-up">
        <div className={desk.sectionHead}>
          <h2 id="set-up">
            <Trans>Connect with your own code</Trans>
          </h2>
          <GuideLink way="api" />
        </div>
        <OwnCodeSteps merchant={merchant} />
      </section>
    </>
  );
}

function Deliveries({ merchant }: { merchant: string }) {
  return (
    <div className={desk.actions}>
      <Link to="/brand/$merchant/settings/deliveries" params={{ merchant }} className={buttonClass({ look: 'quiet' })}>
        <Trans>View deliveries</Trans>
      </Link>
    </div>
  );
}
