import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { OrderRequest } from './OrderRequest.tsx';
import styles from './shops.module.css';

export function OwnCodeSteps({ merchant }: { merchant: string }) {
  const { t } = useLingui();
  return (
    <ol className={styles.steps}>
      <li>
        <p>
          <Trans>
            <Link to="/brand/$merchant/settings" params={{ merchant }}>
              Create an API key
            </Link>{' '}
            and keep it on your shop’s server. Never put it in a web page or an app.
          </Trans>
        </p>
      </li>
      <li>
        <p>
          <Trans>
            When a shopper comes from a creator’s link, the address of the page ends with <code>vt_click=…</code>. Keep
            that value until the shopper orders.
          </Trans>
        </p>
      </li>
      <li>
        <p>
          <Trans>
            When an order is paid, report it with your key instead of <code>YOUR_KEY</code> and the value of{' '}
            <code>vt_click</code> instead of <code>CLICK_ID</code>. Amounts are in the smallest unit of the currency:
            4800 is 48.00 in dollars. The answer says who earns what, and why.
          </Trans>
        </p>
        <OrderRequest merchant={merchant} apiKey="YOUR_KEY" copyLabel={t`Copy request`} />
      </li>
      <li>
        <p>
          <Trans>
            Report refunds and cancellations in the same way. The{' '}
            <a href="/docs" target="_blank" rel="noopener">
              API documentation
            </a>{' '}
            has all calls.
          </Trans>
        </p>
      </li>
    </ol>
  );
}
