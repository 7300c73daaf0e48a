import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { QueryState } from '../consoles/QueryStates.tsx';
import { orderRulesQuery } from '../terms/order-rules.data.ts';
import { CopyValue } from './CopyValue.tsx';
import styles from './shops.module.css';

/** A request that reports one order in the brand's currency. */
function requestText(currency: string): string {
  const body = {
    order_id: 'TEST-1',
    currency,
    placed_at: new Date().toISOString(),
    click_id: 'CLICK_ID',
    lines: [{ line_id: '1', sku: 'SKU-1', title: 'A product', quantity: 1, unit_price: { amount: '4800', currency } }],
  };
  return `curl ${window.location.origin}/api/v1/orders \\
  -H 'Authorization: Bearer YOUR_KEY' \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body)}'`;
}

export function OwnCodeSteps({ merchant }: { merchant: string }) {
  const { t } = useLingui();
  const rules = useQuery(orderRulesQuery(merchant));
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
        <QueryState
          query={rules}
          rows={1}
          loading={t`Loading your request`}
          failed={t`We couldn’t load your request`}
        />
        {rules.data ? <CopyValue copyLabel={t`Copy request`}>{requestText(rules.data.currency)}</CopyValue> : null}
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
