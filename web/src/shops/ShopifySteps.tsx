import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ShopConnection } from '@vitrine/contract/connections.ts';
import desk from '../consoles/Console.module.css';
import { CopyValue } from './CopyValue.tsx';
import { SecretForm } from './SecretForm.tsx';
import { shopSyncQuery } from './shop-sync.data.ts';
import { ShopSyncForm } from './ShopSyncForm.tsx';
import styles from './shops.module.css';

/** The names of the events as Shopify lists them. */
const events = ['Order creation', 'Order payment', 'Order update', 'Order cancellation', 'Refund create'];

/** What the app may read: products, discount codes, orders and disputes. */
const permissions = 'read_products,read_discounts,read_orders,read_shopify_payments_disputes';

type StepsProps = { merchant: string; connection: ShopConnection };

/** With an app, we create the webhooks. By hand, the owner does. */
export function ShopifySteps({ merchant, connection }: StepsProps) {
  return (
    <div className={styles.ways}>
      <AppSteps merchant={merchant} connection={connection} />
      <details className={desk.fold}>
        <summary>
          <Trans>Create the webhooks by hand, without an app</Trans>
        </summary>
        <ManualSteps merchant={merchant} connection={connection} />
      </details>
      <details className={desk.fold}>
        <summary>
          <Trans>Forward shoppers’ privacy requests</Trans>
        </summary>
        <PrivacyAddress address={connection.address} />
      </details>
    </div>
  );
}

function AppSteps({ merchant, connection }: StepsProps) {
  const { t } = useLingui();
  const { data: sync } = useQuery(shopSyncQuery(merchant));
  const domain = sync?.access?.domain;
  return (
    <ol className={styles.steps}>
      <li>
        <p>
          <Trans>
            Open Shopify’s{' '}
            <a href="https://dev.shopify.com/dashboard" target="_blank" rel="noopener">
              Dev Dashboard
            </a>{' '}
            with the account of your shop. Choose <strong>Create app</strong>, enter a name under{' '}
            <strong>Start from Dev Dashboard</strong>, and choose <strong>Create</strong>.
          </Trans>
        </p>
      </li>
      <li>
        <p>
          <Trans>
            Paste these permissions under <strong>Scopes</strong>, and choose <strong>Release</strong>. Leave everything
            else as it is.
          </Trans>
        </p>
        <CopyValue copyLabel={t`Copy permissions`}>{permissions}</CopyValue>
      </li>
      <li>
        <p>
          <Trans>
            On the app’s <strong>Home</strong>, choose <strong>Install app</strong>, select your shop, and choose{' '}
            <strong>Install</strong>.
          </Trans>
        </p>
      </li>
      <li>
        {domain !== undefined ? (
          <p>
            <Trans>We saved the access to {domain}. You find its webhooks below.</Trans>
          </p>
        ) : connection.state === 'connected' ? (
          <p>
            <Trans>
              Open the app’s <strong>Settings</strong>. Enter the client ID and the secret under “Webhooks, products and
              discount codes” on this page.
            </Trans>
          </p>
        ) : (
          <>
            <p>
              <Trans>
                Open the app’s <strong>Settings</strong>, and enter the client ID and the secret here. We then create
                the webhooks, and read your products and discount codes.
              </Trans>
            </p>
            {sync ? <ShopSyncForm merchant={merchant} /> : null}
          </>
        )}
      </li>
    </ol>
  );
}

function ManualSteps({ merchant, connection }: StepsProps) {
  const { t } = useLingui();
  return (
    <ol className={styles.steps}>
      <li>
        <p>
          <Trans>
            In Shopify, open <strong>Settings</strong>, then <strong>Notifications</strong>, then{' '}
            <strong>Webhooks</strong>. Copy the secret below the list of webhooks, and enter it here.
          </Trans>
        </p>
        <SecretForm merchant={merchant} kind="shopify" isFirst />
      </li>
      <li>
        <p>
          <Trans>
            Create a webhook for each of these events, always with this address and the format <strong>JSON</strong>. We
            refuse XML.
          </Trans>
        </p>
        <ul className={styles.events}>
          {events.map((event) => (
            <li key={event}>{event}</li>
          ))}
        </ul>
        <CopyValue copyLabel={t`Copy address`}>{connection.address}</CopyValue>
      </li>
      <li>
        <p>
          <Trans>
            Next to one of the new webhooks, choose <strong>Send test</strong>. Within a few seconds the status above
            says that a webhook was received.
          </Trans>
        </p>
      </li>
    </ol>
  );
}

function PrivacyAddress({ address }: { address: string }) {
  const { t } = useLingui();
  return (
    <div className={styles.value}>
      <p>
        <Trans>
          Shopify passes on requests of shoppers only to an app. In the configuration of your app, enter this address
          for the three compliance webhooks: <code>customers/data_request</code>, <code>customers/redact</code> and{' '}
          <code>shop/redact</code>. We can’t enter it for you.
        </Trans>
      </p>
      <CopyValue copyLabel={t`Copy address for requests`}>{address}</CopyValue>
    </div>
  );
}
