import { randomBytes } from 'node:crypto';
import { html, type Html } from '../../src/platform/http/html.ts';
import { saveTags, secretField, tagsForm } from './shop.admin.parts.ts';
import type { PlatformRules, ShopVisit } from './shop.platform.ts';
import { addEndpoint, listEndpoints } from './shop.webhooks.ts';

/** Of the events that Stripe offers, those of payments. */
const events = [
  'charge.dispute.closed',
  'charge.dispute.created',
  'charge.refunded',
  'checkout.session.async_payment_succeeded',
  'checkout.session.completed',
  'invoice.paid',
  'invoice_payment.paid',
  'refund.created',
  'refund.updated',
];

function page(visit: ShopVisit): Html {
  const endpoints = listEndpoints(visit.database, visit.shop);
  return html`<h2>Your own pages</h2>${tagsForm(visit.shop)}
<h2>Developers: webhooks</h2>
${endpoints.map(
  ({ address, secret, topics }) => html`<dl><dt>Endpoint</dt><dd><code>${address}</code></dd>
<dt>Events</dt><dd>${topics.join(', ')}</dd></dl>${secretField('Signing secret', secret)}`,
)}
<form method="post" action="/admin/webhooks" aria-label="Add endpoint"><label>Endpoint URL <input name="url" type="url" required></label>
<fieldset><legend>Events to send</legend>${events.map(
    (event) => html`<label class="check"><input type="checkbox" name="events" value="${event}"> ${event}</label>`,
  )}</fieldset><button>Add endpoint</button></form>`;
}

export const stripeConnect: PlatformRules['connect'] = {
  page,
  routes: [
    saveTags,
    [
      'POST',
      '/admin/webhooks',
      ({ database, shop, form }) => {
        const [address, topics] = [
          form.get('url') ?? '',
          form.getAll('events').filter((name) => events.includes(name)),
        ];
        if (!URL.canParse(address) || topics.length === 0)
          return { status: 422, body: 'Enter the whole address of the endpoint, and select at least one event.' };
        addEndpoint(database, shop, { topics, address, secret: `whsec_${randomBytes(24).toString('hex')}` });
        return { status: 303, location: '/admin/connect' };
      },
    ],
  ],
};
