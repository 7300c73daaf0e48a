import { Trans, useLingui } from '@lingui/react/macro';
import type { ShopConnection } from '@vitrine/contract/connections.ts';
import { CopyValue } from './CopyValue.tsx';
import { SecretForm } from './SecretForm.tsx';
import styles from './shops.module.css';

/** The names of the events as Shopify lists them. */
const events = ['Order creation', 'Order payment', 'Order update', 'Order cancellation', 'Refund create'];

export function ShopifySteps({ merchant, connection }: { merchant: string; connection: ShopConnection }) {
  const { t } = useLingui();
  return (
    <ol className={styles.steps}>
      <li>
        <p>
          <Trans>
            In Shopify, open <strong>Settings</strong>, then <strong>Notifications</strong>, then{' '}
            <strong>Webhooks</strong>.
          </Trans>
        </p>
      </li>
      <li>
        <p>
          <Trans>Copy the secret below the list of webhooks, and enter it here.</Trans>
        </p>
        <SecretForm merchant={merchant} kind="shopify" isFirst />
      </li>
      <li>
        <p>
          <Trans>
            Create a webhook for each of these events. Choose the format JSON and enter this address every time.
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
            If your shop has an app for Vitrine, add the topics app/uninstalled, customers/data_request,
            customers/redact and shop/redact with the same address. Webhooks of an app are signed with its client
            secret, which you save below under “Products and discount codes”.
          </Trans>
        </p>
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
