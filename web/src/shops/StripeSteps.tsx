import { Trans, useLingui } from '@lingui/react/macro';
import type { ShopConnection } from '@vitrine/contract/connections.ts';
import desk from '../consoles/Console.module.css';
import { CopyValue } from './CopyValue.tsx';
import { SecretForm } from './SecretForm.tsx';
import styles from './shops.module.css';

/** The events as Stripe lists them. */
const events = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'invoice.paid',
  'invoice_payment.paid',
  'refund.created',
  'refund.updated',
  'charge.dispute.created',
  'charge.dispute.closed',
];

/** The click goes along with the payment, and Stripe sends it back. */
const checkoutText = `stripe.checkout.sessions.create({
  client_reference_id: vtClick,
  // For a subscription, also:
  subscription_data: { metadata: { vt_click: vtClick } },
  …
})`;

export function StripeSteps({ merchant, connection }: { merchant: string; connection: ShopConnection }) {
  const { t } = useLingui();
  return (
    <ol className={styles.steps}>
      <li>
        <p>
          <Trans>
            Open{' '}
            <a href="https://dashboard.stripe.com/webhooks" target="_blank" rel="noopener">
              Webhooks in Stripe
            </a>
            , create an event destination for your account, and select these events.
          </Trans>
        </p>
        <ul className={styles.events}>
          {events.map((event) => (
            <li key={event}>
              <code>{event}</code>
            </li>
          ))}
        </ul>
        <p className={desk.quiet}>
          <Trans>If you sell no subscriptions, leave out the two that begin with “invoice”.</Trans>
        </p>
      </li>
      <li>
        <p>
          <Trans>
            Enter this address as the <strong>Endpoint URL</strong>, and create the endpoint.
          </Trans>
        </p>
        <CopyValue copyLabel={t`Copy address`}>{connection.address}</CopyValue>
      </li>
      <li>
        <p>
          <Trans>On the page of the new endpoint, reveal its signing secret, and enter it here.</Trans>
        </p>
        <SecretForm merchant={merchant} kind="stripe" isFirst />
      </li>
      <li>
        <p>
          <Trans>
            Pass the click to Stripe. If you use payment links, the snippet below does it for you. In your own code,
            pass the value of <code>vt_click</code> to the checkout:
          </Trans>
        </p>
        <CopyValue copyLabel={t`Copy code`}>{checkoutText}</CopyValue>
      </li>
    </ol>
  );
}
