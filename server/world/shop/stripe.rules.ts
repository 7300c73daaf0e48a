// A shop of its own that sells with Stripe's payment links. The page where the shopper pays is on a host of its own, as
// buy.stripe.com is. Source: Stripe's documentation of payment links, of their URL parameters, and of webhooks.
import { createHmac, randomBytes } from 'node:crypto';
import { html } from '../../src/platform/http/html.ts';
import { findStandInOrder, placeOrder } from './shop.orders.ts';
import { platformPage, quantityField, showMoney, shopperFields, shopperIn, thanksPage } from './shop.pages.ts';
import type { OutgoingWebhook, PlatformRules, ShopAnswer, ShopNews, ShopRoute, ShopVisit } from './shop.platform.ts';
import { findStandInProduct, type StandInProduct, type StandInShop } from './shop.stock.ts';
import { checkoutSession, refundedCharge, sessionId, stripeEvent, stripeRefund } from './stripe.bodies.ts';
import { stripeConnect } from './stripe.connect.ts';

const payHost = (origin: string) => origin.replace('://', '://pay.');
const shopHost = (origin: string) => origin.replace('://pay.', '://');

function productOf({ database, shop, params }: ShopVisit): StandInProduct | undefined {
  return findStandInProduct(database, shop, { handle: params['link'] ?? '' });
}

/** Like Stripe, which leaves out a reference that it doesn't accept and shows the page all the same. */
function referenceIn({ url }: ShopVisit): string {
  const reference = url.searchParams.get('client_reference_id') ?? '';
  return /^[A-Za-z0-9_-]{1,200}$/.test(reference) ? reference : '';
}

function showPayment(visit: ShopVisit): ShopAnswer {
  const product = productOf(visit);
  if (!product)
    return { status: 404, body: platformPage(visit, { title: 'Not found', body: 'This link is not active.' }) };
  const code = visit.url.searchParams.get('prefilled_promo_code') ?? '';
  const body = html`<p class="quiet">Pay ${visit.shop.name}</p><h1>${product.title}</h1>
<p class="price">${showMoney(product.price, visit.shop)} each, plus tax</p><form method="post">${quantityField()}
<label>Promotion code <input name="code" value="${code}" autocomplete="off"></label>
${shopperFields((field) => field)}<button>Pay</button></form>`;
  return { body: platformPage(visit, { title: 'Checkout', body }) };
}

function pay(visit: ShopVisit): ShopAnswer {
  const { database, shop, form } = visit;
  const product = productOf(visit);
  const quantity = Number(form.get('quantity') ?? 1);
  if (!product || !Number.isInteger(quantity) || quantity < 1) return { status: 303, location: visit.url.href };
  const reference = referenceIn(visit);
  const order = placeOrder(database, shop, {
    items: [{ product, quantity }],
    shopper: shopperIn((field) => form.get(field) ?? ''),
    attributes: reference === '' ? {} : { client_reference_id: reference },
    landing: '',
    code: (form.get('code') ?? '').trim().toUpperCase(),
    shipping: 0,
  });
  const origin = shopHost(visit.origin);
  visit.queue.announce(shop, origin, { kind: 'placed', order });
  return { status: 303, location: `${origin}/thanks?session_id=${sessionId(order)}` };
}

function thank(visit: ShopVisit): ShopAnswer {
  const key = (visit.url.searchParams.get('session_id') ?? '').replace(/^cs_live_/, '');
  const order = findStandInOrder(visit.database, visit.shop, { key });
  if (!order) return { status: 302, location: '/' };
  return { body: thanksPage(visit, stripeRules, String(1_000 + order.id), order) };
}

function webhooksOf(shop: StandInShop, origin: string, news: ShopNews): OutgoingWebhook[] {
  const { order } = news;
  const event = (topic: string, object: object): OutgoingWebhook => ({
    topic,
    body: stripeEvent(topic, `evt_1${randomBytes(11).toString('hex')}`, order.updated_at, object),
  });
  if (news.kind === 'placed') return [event('checkout.session.completed', checkoutSession(shop, origin, order))];
  if (news.kind === 'canceled') return [];
  const refund = stripeRefund(shop, order, news.refund);
  return [
    event('charge.refunded', refundedCharge(shop, order)),
    event('refund.created', refund),
    event('refund.updated', refund),
  ];
}

/** The pages of the host that takes the payments. */
export const payRoutes: readonly ShopRoute[] = [
  ['GET', '/:link', showPayment],
  ['POST', '/:link', pay],
];

export const stripeRules: PlatformRules = {
  name: 'Stripe',
  paths: { category: '/products', about: '/about', cart: null, product: ({ handle }) => `/products/${handle}` },
  routes: [['GET', '/thanks', thank]],
  connect: stripeConnect,
  head: () => undefined,
  buy: ({ origin }, { handle }) =>
    html`<p><a class="button" data-vitrine href="${payHost(origin)}/${handle}">Buy now</a></p>`,
  webhooksOf,
  newEventId: () => '',
  headersOf: (_shop, { secret }, { body }) => {
    const at = Math.floor(Date.now() / 1_000);
    const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
    return {
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      'stripe-signature': `t=${at},v1=${signature}`,
    };
  },
  // For three days, with longer and longer waits.
  retryAfterMs: [5, 30, 120, 300, 600, 720, 720, 720, 720].map((minutes) => minutes * 60_000),
  offAfterFailures: Number.MAX_SAFE_INTEGER,
  cancelRefunds: true,
};
