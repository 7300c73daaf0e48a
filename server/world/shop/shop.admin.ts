import { html, type Fragment } from '../../src/platform/http/html.ts';
import {
  cancelStandInOrder,
  findStandInOrder,
  leftOf,
  listStandInOrders,
  lineNet,
  refundedTotal,
  refundItems,
  type StandInOrder,
  paidTotal,
} from './shop.orders.ts';
import { platformPage, showMoney } from './shop.pages.ts';
import type { PlatformRules, ShopAnswer, ShopRoute, ShopVisit } from './shop.platform.ts';
import { queuedWebhooksOf } from './shop.webhooks.ts';

// The pages of the shop's owner: orders with their refunds, the connection, and the webhooks that were sent.

function adminPage(visit: ShopVisit, rules: PlatformRules, title: string, body: Fragment): ShopAnswer {
  const frame = html`<nav aria-label="Admin"><a href="/admin">Orders</a><a href="/admin/connect">${rules.name}</a>
<a href="/admin/sent">Webhooks sent</a><a href="/">View shop</a></nav><h1>${title}</h1>${body}`;
  return { body: platformPage(visit, { title, body: frame }) };
}

function stateOf(order: StandInOrder): string {
  if (order.canceled_at !== null) return 'Canceled';
  if (refundedTotal(order) === 0) return 'Paid';
  return order.lines.every((line) => leftOf(order, line) === 0) ? 'Refunded' : 'Partially refunded';
}

function orders(visit: ShopVisit, rules: PlatformRules): ShopAnswer {
  const rows = listStandInOrders(visit.database, visit.shop).map(
    (order) => html`<tr><th scope="row"><a href="/admin/orders/${order.id}">Order ${1_000 + order.id}</a></th>
<td>${stateOf(order)}</td><td>${showMoney(paidTotal(order), visit.shop)}</td></tr>`,
  );
  const table = html`<table aria-label="Orders"><tbody>${rows}</tbody></table>`;
  return adminPage(visit, rules, 'Orders', rows.length > 0 ? table : html`<p>No orders yet.</p>`);
}

function refundForm(order: StandInOrder): Fragment {
  const open = order.lines.filter((line) => leftOf(order, line) > 0);
  if (order.canceled_at !== null || open.length === 0) return undefined;
  return html`<h2>Refund</h2><form method="post" action="/admin/orders/${order.id}/refund" aria-label="Refund">
${open.map(
  (line) => html`<label>${line.title}: how many of ${leftOf(order, line)}
<input type="number" name="line-${line.id}" value="0" min="0" max="${leftOf(order, line)}"></label>`,
)}<button>Refund items</button></form>
<form method="post" action="/admin/orders/${order.id}/cancel"><button>Cancel order</button></form>`;
}

function showOrder(visit: ShopVisit, rules: PlatformRules): ShopAnswer {
  const order = findStandInOrder(visit.database, visit.shop, { id: Number(visit.params['id']) });
  if (!order) return { status: 404, body: 'There is no such order.' };
  const money = (minor: number) => showMoney(minor, visit.shop);
  const body = html`<p>${stateOf(order)}</p>
<table aria-label="Items"><thead><tr><th>Item</th><th>Quantity</th><th>Left</th><th>Price</th><th>Tax</th></tr></thead>
<tbody>${order.lines.map(
    (line) => html`<tr><th scope="row">${line.title}</th><td>${line.quantity}</td><td>${leftOf(order, line)}</td>
<td>${money(lineNet(line))}</td><td>${money(line.tax)}</td></tr>`,
  )}</tbody></table>
<dl><dt>Total</dt><dd>${money(paidTotal(order))}</dd><dt>Refunded</dt><dd>${money(refundedTotal(order))}</dd></dl>
<h2>Additional details</h2><dl>${Object.entries(order.attributes).map(
    ([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`,
  )}</dl>${refundForm(order)}`;
  return adminPage(visit, rules, `Order ${1_000 + order.id}`, body);
}

function refund(visit: ShopVisit): ShopAnswer {
  const { database, shop, form } = visit;
  const order = findStandInOrder(database, shop, { id: Number(visit.params['id']) });
  if (!order) return { status: 404, body: 'There is no such order.' };
  const wanted = new Map(order.lines.map(({ id }) => [id, Number(form.get(`line-${id}`) ?? 0)]));
  const done = refundItems(database, order, wanted);
  if (done) visit.queue.announce(shop, visit.origin, { kind: 'refunded', ...done });
  return { status: 303, location: `/admin/orders/${order.id}` };
}

function cancel(visit: ShopVisit, { cancelRefunds }: PlatformRules): ShopAnswer {
  const { database, shop, queue, origin } = visit;
  const order = findStandInOrder(database, shop, { id: Number(visit.params['id']) });
  if (!order) return { status: 404, body: 'There is no such order.' };
  if (order.canceled_at === null) {
    const everything = new Map(order.lines.map((line) => [line.id, leftOf(order, line)]));
    const done = cancelRefunds ? refundItems(database, order, everything) : undefined;
    if (done) queue.announce(shop, origin, { kind: 'refunded', ...done });
    queue.announce(shop, origin, { kind: 'canceled', order: cancelStandInOrder(database, order) });
  }
  return { status: 303, location: `/admin/orders/${order.id}` };
}

function sent(visit: ShopVisit, rules: PlatformRules): ShopAnswer {
  const rows = queuedWebhooksOf(visit.database, visit.shop).map(
    ({ topic, attempts, answer, body }) => html`<tr><th scope="row">${topic}<details><summary>Body</summary>
<pre>${JSON.stringify(JSON.parse(body), null, 2)}</pre></details></th><td>${attempts}</td><td>${answer}</td></tr>`,
  );
  const body = html`<table aria-label="Webhooks sent"><thead><tr><th>Event</th><th>Attempts</th><th>Answer</th></tr></thead>
<tbody>${rows}</tbody></table><form method="post" action="/admin/sent"><button>Try the waiting ones now</button></form>`;
  return adminPage(visit, rules, 'Webhooks sent', body);
}

export function adminRoutes(rules: PlatformRules): ShopRoute[] {
  return [
    ['GET', '/admin', (visit) => orders(visit, rules)],
    ['GET', '/admin/orders/:id', (visit) => showOrder(visit, rules)],
    ['POST', '/admin/orders/:id/refund', refund],
    ['POST', '/admin/orders/:id/cancel', (visit) => cancel(visit, rules)],
    ['GET', '/admin/connect', (visit) => adminPage(visit, rules, rules.name, rules.connect?.page(visit))],
    ['GET', '/admin/sent', (visit) => sent(visit, rules)],
    [
      'POST',
      '/admin/sent',
      ({ queue, shop }) => {
        queue.hurry(shop);
        return { status: 303, location: '/admin/sent' };
      },
    ],
    ...(rules.connect?.routes ?? []),
  ];
}
