import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { downloadWooCommercePlugin, type ShopConnection } from '@vitrine/contract/connections.ts';
import { download } from '../api/download.ts';
import { useApiMutation } from '../api/mutation.ts';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { Button } from '../ui/Button.tsx';
import { CopyValue } from './CopyValue.tsx';
import { SecretForm } from './SecretForm.tsx';
import styles from './shops.module.css';

/** The names of the topics as WooCommerce lists them. */
const topics = ['Order created', 'Order updated', 'Order deleted', 'Order restored'];

export function WooCommerceSteps({ merchant, connection }: { merchant: string; connection: ShopConnection }) {
  return (
    <>
      <ol className={styles.steps}>
        <li>
          <p>
            <Trans>
              Download the plugin. In WordPress, open <strong>Plugins</strong>, then <strong>Add New Plugin</strong>,
              then <strong>Upload Plugin</strong>. Choose the file, install it and activate it.
            </Trans>
          </p>
          <DownloadPlugin merchant={merchant} />
        </li>
        <li>
          <p>
            <Trans>
              In WordPress, open <strong>WooCommerce</strong>, then <strong>Vitrine</strong>. Copy the secret, and enter
              it here.
            </Trans>
          </p>
          <SecretForm merchant={merchant} kind="woocommerce" isFirst />
        </li>
        <li>
          <p>
            <Trans>
              In WordPress, choose <strong>Connect</strong>. Within a few seconds the status above says that a webhook
              was received.
            </Trans>
          </p>
        </li>
        <li>
          <p>
            <Trans>
              Follow one of your creators’ links to your shop and place an order. It appears under{' '}
              <Link to="/brand/$merchant/orders" params={{ merchant }}>
                Orders
              </Link>{' '}
              as soon as it’s paid.
            </Trans>
          </p>
        </li>
      </ol>
      <details className={desk.fold}>
        <summary>
          <Trans>Connect without the plugin</Trans>
        </summary>
        <ByHand address={connection.address} />
      </details>
    </>
  );
}

function DownloadPlugin({ merchant }: { merchant: string }) {
  const fetching = useApiMutation({
    mutationFn: () => download(downloadWooCommercePlugin, { params: { merchant } }),
  });
  return (
    <>
      <Refused error={fetching.error} />
      <div className={desk.actions}>
        <Button look="quiet" busy={fetching.isPending} onClick={() => fetching.mutate()}>
          <Trans>Download plugin</Trans>
        </Button>
      </div>
    </>
  );
}

function ByHand({ address }: { address: string }) {
  const { t } = useLingui();
  return (
    <ol className={styles.steps}>
      <li>
        <p>
          <Trans>Choose a secret of at least 8 characters, and save it in step 2 above.</Trans>
        </p>
      </li>
      <li>
        <p>
          <Trans>
            In WordPress, open <strong>WooCommerce</strong>, then <strong>Settings</strong>, <strong>Advanced</strong>{' '}
            and <strong>Webhooks</strong>. Add a webhook for each of these topics, with the status Active, this delivery
            URL, your secret and the API version WP REST API Integration v3.
          </Trans>
        </p>
        <ul className={styles.events}>
          {topics.map((topic) => (
            <li key={topic}>{topic}</li>
          ))}
        </ul>
        <CopyValue copyLabel={t`Copy address`}>{address}</CopyValue>
      </li>
      <li>
        <p>
          <Trans>
            Without the plugin, an order has its click only if WooCommerce’s order attribution is on and the visit began
            at the creator’s link. A refund is spread over all products, because WooCommerce doesn’t say which one it is
            for.
          </Trans>
        </p>
      </li>
    </ol>
  );
}
