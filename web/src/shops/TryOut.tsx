import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { OrderSource } from '@vitrine/contract/connections.ts';
import type { ReactNode } from 'react';
import desk from '../consoles/Console.module.css';
import { orderLook, orderName } from '../orders/order-texts.ts';
import { buttonClass } from '../ui/Button.tsx';
import { useAgo } from './ago.ts';
import { CopyValue } from './CopyValue.tsx';
import { OrderRequest } from './OrderRequest.tsx';
import { refundRequest } from './requests.ts';
import { lastTestOrderQuery } from './shops.data.ts';
import styles from './shops.module.css';

type TryOutProps = { merchant: string; way: OrderSource };

/** How to try the connection from the click to the refund, and what came of the last try. */
export function TryOut({ merchant, way }: TryOutProps) {
  return (
    <section className={desk.section} aria-labelledby="try-out">
      <h2 id="try-out">
        {way === 'file' ? <Trans>Try it before you import</Trans> : <Trans>Try it from click to refund</Trans>}
      </h2>
      {way === 'woocommerce' || way === 'file' ? null : (
        <p className={desk.quiet}>
          <Trans>
            A test order shows who would earn what, and why. It moves no money, counts nowhere, and no creator sees it.
          </Trans>
        </p>
      )}
      <Steps merchant={merchant} way={way} />
      {way === 'woocommerce' || way === 'file' ? null : <LastTestOrder merchant={merchant} way={way} />}
    </section>
  );
}

function Steps({ merchant, way }: TryOutProps) {
  if (way === 'stripe') return <StripeTry />;
  if (way === 'shopify') return <ShopifyTry />;
  if (way === 'woocommerce') return <WooCommerceTry merchant={merchant} />;
  return way === 'api' ? <OwnCodeTry merchant={merchant} /> : <FileTry />;
}

function Step({ children }: { children: ReactNode }) {
  return (
    <li>
      <p>{children}</p>
    </li>
  );
}

/** The click without which an order can't say who brought the shopper. */
function ClickStep() {
  return (
    <Step>
      <Trans>
        Open one of your creators’ links. It leads to your shop, with <code>vt_click=…</code> in the address.
      </Trans>
    </Step>
  );
}

function CardStep() {
  return (
    <Step>
      <Trans>
        Buy something there with the card <code className={styles.whole}>4242 4242 4242 4242</code>, any date in the
        future and any three digits.
      </Trans>
    </Step>
  );
}

function StripeTry() {
  return (
    <ol className={styles.steps}>
      <Step>
        <Trans>
          In Stripe, switch to test mode. Add an endpoint with the same address and events there, and enter its signing
          secret above.
        </Trans>
      </Step>
      <ClickStep />
      <CardStep />
      <Step>
        <Trans>Refund the payment in Stripe. The test order shows what the refund takes back.</Trans>
      </Step>
      <Step>
        <Trans>
          Enter the signing secret of your live endpoint last: the newest secret stays valid, the one before for 48
          hours.
        </Trans>
      </Step>
    </ol>
  );
}

function ShopifyTry() {
  return (
    <ol className={styles.steps}>
      <Step>
        <Trans>
          In Shopify, open <strong>Settings</strong>, then <strong>Payments</strong>, and turn on the test mode of your
          payment provider.
        </Trans>
      </Step>
      <ClickStep />
      <CardStep />
      <Step>
        <Trans>Refund the order in Shopify. The test order shows what the refund takes back.</Trans>
      </Step>
      <Step>
        <Trans>Turn the test mode off again. While it’s on, shoppers can’t pay.</Trans>
      </Step>
    </ol>
  );
}

/** WooCommerce doesn't say which orders are tests, so a real one is tried and canceled. */
function WooCommerceTry({ merchant }: { merchant: string }) {
  return (
    <>
      <p className={desk.quiet}>
        <Trans>WooCommerce has no test orders, so place a real one and cancel it.</Trans>
      </p>
      <ol className={styles.steps}>
        <ClickStep />
        <Step>
          <Trans>
            Order something there with a payment method that needs no money, like a check. In WooCommerce, set the order
            to <strong>Processing</strong>.
          </Trans>
        </Step>
        <li>
          <p>
            <Trans>Open the order here: it says who earns what, and why.</Trans>
          </p>
          <div className={desk.actions}>
            <Link to="/brand/$merchant/orders" params={{ merchant }} className={buttonClass({ look: 'quiet' })}>
              <Trans>View orders</Trans>
            </Link>
          </div>
        </li>
        <Step>
          <Trans>
            In WooCommerce, set the order to <strong>Cancelled</strong>. All of its commission is reversed.
          </Trans>
        </Step>
      </ol>
    </>
  );
}

function OwnCodeTry({ merchant }: { merchant: string }) {
  const { t } = useLingui();
  return (
    <ol className={styles.steps}>
      <Step>
        <Trans>
          <Link to="/brand/$merchant/settings" params={{ merchant }}>
            Create an API key
          </Link>{' '}
          of the kind <strong>Test key</strong>. It begins with <code>vtk_test_</code>.
        </Trans>
      </Step>
      <ClickStep />
      <li>
        <p>
          <Trans>Send this order with the test key, and with the value of vt_click.</Trans>
        </p>
        <OrderRequest merchant={merchant} apiKey="YOUR_TEST_KEY" copyLabel={t`Copy test order`} />
      </li>
      <li>
        <p>
          <Trans>Send half of it back. The test order shows what the refund takes back.</Trans>
        </p>
        <CopyValue copyLabel={t`Copy test refund`}>{refundRequest('YOUR_TEST_KEY')}</CopyValue>
      </li>
    </ol>
  );
}

function FileTry() {
  return (
    <p>
      <Trans>
        Choose a file above, or view the example. The preview lists every order with what would become of it, and each
        row that can’t be read with the reason. Nothing is saved before you import.
      </Trans>
    </p>
  );
}

/** Says within seconds that a test order has come, and what was decided. */
function LastTestOrder({ merchant, way }: TryOutProps) {
  const { t } = useLingui();
  const ago = useAgo();
  const { data: order } = useQuery(lastTestOrderQuery(merchant, way));
  const [orderId, placed] = order ? [order.reference ?? order.order_id, ago(order.placed_at)] : [];
  return (
    <section className={styles.status} aria-label={t`Last test order`}>
      {order ? (
        <>
          <p role="status">
            <strong className={desk.mark} data-look={orderLook(order)}>
              {t(orderName(order))}
            </strong>{' '}
            <Trans>
              Test order {orderId}, placed {placed}
            </Trans>
          </p>
          <div className={desk.actions}>
            <Link
              to="/brand/$merchant/orders"
              params={{ merchant }}
              search={{ outcome: 'test', order: order.order_id }}
              className={buttonClass({ look: 'quiet' })}
            >
              <Trans>View test order</Trans>
            </Link>
          </div>
        </>
      ) : (
        <p role="status">
          <Trans>No test order yet. You’ll see it here and under Orders, Test orders.</Trans>
        </p>
      )}
    </section>
  );
}
