// A shop on WooCommerce with our plugin, as far as its pages, both checkouts and the webhooks go. Source: WooCommerce's
// REST API documentation, its Store API, and integrations/woocommerce.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { html } from '../../src/platform/http/html.ts';
import { addToCart, openCart, removeCart, setCode, type StandInCart } from './shop.carts.ts';
import { findStandInOrder, placeOrder, type ShopCustomer, type StandInOrder } from './shop.orders.ts';
import {
  cartOf,
  costTable,
  quantityField,
  shippingPrice,
  storePage,
  shopperFields,
  shopperIn,
  thanksPage,
} from './shop.pages.ts';
import type { OutgoingWebhook, PlatformRules, ShopAnswer, ShopNews, ShopVisit } from './shop.platform.ts';
import { findStandInProduct, type StandInShop } from './shop.stock.ts';
import { orderBodyOfWoo } from './woocommerce.bodies.ts';
import { wooConnect } from './woocommerce.connect.ts';

const cookieName = 'wp_woocommerce_session';
const cookieOf = ({ token }: StandInCart) => `${cookieName}=${token}; Path=/; HttpOnly`;

/** Any page can be called with `add-to-cart`. */
function add(visit: ShopVisit): ShopAnswer {
  const { database, shop, form } = visit;
  const product = findStandInProduct(database, shop, { id: Number(form.get('add-to-cart') ?? 0) });
  const quantity = Number(form.get('quantity') ?? 1);
  if (!product || !Number.isInteger(quantity) || quantity < 1) return { status: 302, location: '/shop/' };
  const cart = cartOf(visit, cookieName) ?? openCart(database, shop);
  addToCart(database, cart, product.id, quantity);
  return { status: 302, location: '/cart/', cookies: [cookieOf(cart), 'woocommerce_items_in_cart=1; Path=/'] };
}

function showCart(visit: ShopVisit): ShopAnswer {
  const cart = cartOf(visit, cookieName);
  const body =
    cart && cart.items.length > 0
      ? html`<h1>Cart</h1>${costTable(visit, cart, shippingPrice)}<form method="post" action="/cart/">
<label>Coupon code <input name="coupon_code" value="${cart.code}" autocomplete="off"></label>
<button name="apply_coupon" value="1">Apply coupon</button></form>
<p><a class="button" href="/checkout/">Proceed to checkout</a></p>`
      : html`<h1>Cart</h1><p>Your cart is currently empty. <a href="/shop/">Return to shop</a></p>`;
  return { body: storePage(visit, wooRules, { title: 'Cart', body }) };
}

function applyCoupon(visit: ShopVisit): ShopAnswer {
  const cart = cartOf(visit, cookieName);
  if (cart) setCode(visit.database, cart, visit.form.get('coupon_code') ?? '');
  return { status: 302, location: '/cart/' };
}

const wooNames: Record<keyof ShopCustomer, string> = {
  email: 'email',
  first_name: 'first_name',
  last_name: 'last_name',
  street: 'address_1',
  city: 'city',
  postcode: 'postcode',
  country: 'country',
};

function showCheckout(visit: ShopVisit): ShopAnswer {
  const cart = cartOf(visit, cookieName);
  if (!cart || cart.items.length === 0) return { status: 302, location: '/cart/' };
  const inside = html`${shopperFields((field) => `billing_${wooNames[field]}`)}
<input type="hidden" name="payment_method" value="cod"><button>Place order</button><p role="alert" hidden></p>`;
  const form =
    visit.shop.checkout === 'block'
      ? html`<form class="wc-block-components-form wc-block-checkout__form">${inside}</form>`
      : html`<form name="checkout" method="post" class="checkout woocommerce-checkout" action="/checkout/">${inside}</form>`;
  const body = html`<h1>Checkout</h1>${costTable(visit, cart, shippingPrice)}${form}<script src="/checkout.js"></script>`;
  return { body: storePage(visit, wooRules, { title: 'Checkout', body }) };
}

/** Sends the form of either checkout without leaving the page, as WooCommerce's own scripts do. */
const checkoutScript = `document.addEventListener('submit', function (event) {
  var form = event.target, fields = new FormData(form);
  event.preventDefault();
  function fail(text) { var note = form.querySelector('[role=alert]'); note.hidden = false; note.textContent = text; }
  if (form.classList.contains('woocommerce-checkout')) {
    fetch('/?wc-ajax=checkout', { method: 'POST', body: new URLSearchParams(fields) })
      .then(function (answer) { return answer.json(); })
      .then(function (result) { result.result === 'success' ? location.assign(result.redirect) : fail(result.messages); });
    return;
  }
  var address = {};
  fields.forEach(function (value, name) { if (name.indexOf('billing_') === 0) address[name.slice(8)] = value; });
  fetch('/wp-json/wc/store/v1/checkout', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ billing_address: address, shipping_address: address, payment_method: fields.get('payment_method'), payment_data: [] })
  }).then(function (answer) { return answer.json(); })
    .then(function (result) { result.payment_result ? location.assign(result.payment_result.redirect_url) : fail(result.message); });
});`;

/** What WooCommerce and our plugin note with an order: both read cookies of the browser. */
function metaOf({ cookies, origin }: ShopVisit): Record<string, string> {
  const click = cookies.get('vt_click') ?? '';
  const landing = decodeURIComponent(cookies.get('_landing_page') ?? '');
  return {
    _wc_order_attribution_source_type: landing === '' ? 'typein' : 'utm',
    ...(landing !== '' && { _wc_order_attribution_session_entry: `${origin}${landing}` }),
    // The plugin takes nothing but these characters for a click id.
    ...(/^[A-Za-z0-9_-]{1,200}$/.test(click) && { _vt_click: click }),
  };
}

const receivedPath = ({ id, key }: StandInOrder) => `/checkout/order-received/${id}/?key=wc_order_${key}`;

function checkOut(visit: ShopVisit, read: (field: keyof ShopCustomer) => string): StandInOrder | undefined {
  const { database, shop } = visit;
  const cart = cartOf(visit, cookieName);
  if (!cart || cart.items.length === 0) return undefined;
  const order = placeOrder(database, shop, {
    items: cart.items.map(({ quantity, ...product }) => ({ product, quantity })),
    shopper: shopperIn(read),
    attributes: metaOf(visit),
    landing: decodeURIComponent(visit.cookies.get('_landing_page') ?? ''),
    code: cart.code,
    shipping: shippingPrice,
  });
  removeCart(database, cart);
  visit.queue.announce(shop, visit.origin, { kind: 'placed', order });
  return order;
}

const gone = [`${cookieName}=; Path=/; Max-Age=0`, 'woocommerce_items_in_cart=; Path=/; Max-Age=0'];

function checkOutClassic(visit: ShopVisit): ShopAnswer {
  const order = checkOut(visit, (field) => visit.form.get(`billing_${wooNames[field]}`) ?? '');
  if (!order) return { body: { result: 'failure', messages: 'Sorry, your session has expired.', refresh: false } };
  return {
    body: { result: 'success', redirect: `${visit.origin}${receivedPath(order)}`, order_id: order.id },
    cookies: gone,
  };
}

type CheckoutBlock = { billing_address?: Record<string, unknown> };

function checkOutBlock(visit: ShopVisit): ShopAnswer {
  const { billing_address: address = {} }: CheckoutBlock = Object(visit.json);
  const order = checkOut(visit, (field) => String(address[wooNames[field]] ?? ''));
  if (!order) {
    const message = 'Cannot create order from empty cart.';
    return { status: 400, body: { code: 'woocommerce_rest_cart_empty', message, data: { status: 400 } } };
  }
  const redirect = `${visit.origin}${receivedPath(order)}`;
  const result = { payment_status: 'success', payment_details: [], redirect_url: redirect };
  return {
    body: {
      order_id: order.id,
      status: 'processing',
      order_key: `wc_order_${order.key}`,
      payment_method: 'cod',
      payment_result: result,
    },
    cookies: gone,
  };
}

function thank(visit: ShopVisit): ShopAnswer {
  const key = (visit.url.searchParams.get('key') ?? '').replace(/^wc_order_/, '');
  const order = findStandInOrder(visit.database, visit.shop, { key });
  if (!order) return { status: 302, location: '/' };
  return { body: thanksPage(visit, wooRules, String(order.id), order) };
}

/** The body is built when it is sent, so both topics of a new order have the paid one. */
function webhooksOf(shop: StandInShop, origin: string, news: ShopNews): OutgoingWebhook[] {
  const body = orderBodyOfWoo(shop, origin, news.order);
  const topics = news.kind === 'placed' ? ['order.created', 'order.updated'] : ['order.updated'];
  return topics.map((topic) => ({ topic, body }));
}

export const wooRules: PlatformRules = {
  name: 'WooCommerce',
  paths: { category: '/shop/', about: '/about/', cart: '/cart/', product: ({ handle }) => `/product/${handle}/` },
  routes: [
    ['GET', '/cart/', showCart],
    ['POST', '/cart/', (visit) => (visit.form.has('add-to-cart') ? add(visit) : applyCoupon(visit))],
    ['GET', '/checkout/', showCheckout],
    ['POST', '/checkout/', checkOutClassic],
    ['POST', '/', checkOutClassic],
    ['GET', '/checkout.js', () => ({ type: 'text/javascript', body: checkoutScript })],
    ['POST', '/wp-json/wc/store/v1/checkout', checkOutBlock],
    ['GET', '/checkout/order-received/:id/', thank],
  ],
  connect: wooConnect,
  head: () => undefined,
  buy: (_visit, { id }) => html`<form class="cart" method="post" action="/cart/">${quantityField()}
<button name="add-to-cart" value="${id}">Add to cart</button></form>`,
  webhooksOf,
  newEventId: () => randomBytes(8).toString('hex'),
  headersOf: (_shop, { id: endpoint, secret }, { id, topic, body, createdAt }) => {
    const [resource = '', event = ''] = topic.split('.');
    return {
      'user-agent': 'WooCommerce/10.3.5 Hookshot (WordPress/6.8.3)',
      'x-wc-webhook-source': 'http://shop/',
      'x-wc-webhook-topic': topic,
      'x-wc-webhook-resource': resource,
      'x-wc-webhook-event': event,
      'x-wc-webhook-signature': createHmac('sha256', secret).update(body).digest('base64'),
      'x-wc-webhook-id': String(endpoint),
      'x-wc-webhook-delivery-id': createHash('md5').update(`${endpoint}${createdAt}${id}`).digest('hex'),
    };
  },
  // WooCommerce makes one attempt, and turns a webhook off after five failures in a row.
  retryAfterMs: [],
  offAfterFailures: 5,
  cancelRefunds: false,
};
