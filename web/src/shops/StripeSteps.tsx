import { Trans, useLingui } from '@lingui/react/macro';
import type { ShopConnection } from '@vitrine/contract/connections.ts';
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
            In Stripe, open <strong>Developers</strong>, then <strong>Webhooks</strong>, and add an endpoint with this
            address.
          </Trans>
        </p>
        <CopyValue copyLabel={t`Copy address`}>{connection.address}</CopyValue>
      </li>
      <li>
        <p>
          <Trans>Select these events for it.</Trans>
        </p>
        <ul className={styles.events}>
          {events.map((event) => (
            <li key={event}>
              <code>{event}</code>
            </li>
          ))}
        </ul>
      </li>
      <li>
        <p>
          <Trans>Open the new endpoint, reveal its signing secret, and enter it here.</Trans>
        </p>
        <SecretForm merchant={merchant} kind="stripe" isFirst />
      </li>
      <li>
        <p>
          <Trans>
            When a shopper comes from a creator’s link, the address of the page ends with <code>vt_click=…</code>. Pass
            that value to Stripe. With a payment link, add <code>?client_reference_id=</code> and the value to its
            address. With your own code, set it on the checkout:
          </Trans>
        </p>
        <CopyValue copyLabel={t`Copy code`}>{checkoutText}</CopyValue>
      </li>
      <li>
        <p>
          <Trans>Try it with a test order before you go live. The steps are at the end of this page.</Trans>
        </p>
      </li>
    </ol>
  );
}
