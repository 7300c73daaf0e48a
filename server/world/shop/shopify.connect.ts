import { html, type Html } from '../../src/platform/http/html.ts';
import { saveTags, secretField, tagsForm } from './shop.admin.parts.ts';
import type { PlatformRules, ShopVisit } from './shop.platform.ts';
import { addEndpoint, listEndpoints } from './shop.webhooks.ts';

/** The events as Shopify's settings name them. */
const topics: Record<string, string> = {
  'Order creation': 'orders/create',
  'Order payment': 'orders/paid',
  'Order update': 'orders/updated',
  'Order cancellation': 'orders/cancelled',
  'Refund create': 'refunds/create',
};
const nameOf = (topic: string) => Object.keys(topics).find((name) => topics[name] === topic) ?? topic;

function page(visit: ShopVisit): Html {
  const endpoints = listEndpoints(visit.database, visit.shop);
  return html`<h2>theme.liquid</h2>${tagsForm(visit.shop)}
<h2>Webhooks</h2>
${
  endpoints.length > 0 &&
  html`<table aria-label="Webhooks"><tbody>${endpoints.map(
    ({ id, topics: [topic = ''], address }) => html`<tr><th scope="row">${nameOf(topic)}<br><code>${address}</code></th>
<td><form method="post" action="/admin/webhooks/${id}/test"><button>Send test</button></form></td></tr>`,
  )}</tbody></table>`
}
${secretField('Your webhooks will be signed with', visit.shop.secret)}
<form method="post" action="/admin/webhooks" aria-label="Create webhook">
<label>Event <select name="event">${Object.keys(topics).map((name) => html`<option>${name}</option>`)}</select></label>
<label>Format <select name="format"><option>JSON</option></select></label>
<label>URL <input name="url" type="url" required></label><button>Create webhook</button></form>`;
}

/** Shopify's test is an order that was never placed. */
const testOrder = {
  id: 820_982_911_946_154,
  name: '#9999',
  currency: 'USD',
  test: true,
  email: 'jon@example.com',
  created_at: '2021-12-31T19:00:00-05:00',
  processed_at: '2021-12-31T19:00:00-05:00',
  updated_at: '2021-12-31T19:00:00-05:00',
  financial_status: 'voided',
  note_attributes: [],
  line_items: [{ id: 487_817_672_276, title: 'Aviator sunglasses', sku: 'SKU2006-001', quantity: 1, price: '89.99' }],
};

export const shopifyConnect: PlatformRules['connect'] = {
  page,
  routes: [
    saveTags,
    [
      'POST',
      '/admin/webhooks',
      ({ database, shop, form }) => {
        const topic = topics[form.get('event') ?? ''];
        const address = form.get('url') ?? '';
        if (topic === undefined || !URL.canParse(address))
          return { status: 422, body: 'Choose an event, and enter the whole address of the webhook.' };
        addEndpoint(database, shop, { topics: [topic], address, secret: shop.secret });
        return { status: 303, location: '/admin/connect' };
      },
    ],
    [
      'POST',
      '/admin/webhooks/:id/test',
      ({ database, shop, queue, params }) => {
        const endpoint = listEndpoints(database, shop).find(({ id }) => String(id) === params['id']);
        const [topic] = endpoint?.topics ?? [];
        if (!endpoint || topic === undefined) return { status: 404, body: 'There is no such webhook.' };
        queue.send(shop, endpoint.id, { topic, body: testOrder });
        return { status: 303, location: '/admin/connect' };
      },
    ],
  ],
};
