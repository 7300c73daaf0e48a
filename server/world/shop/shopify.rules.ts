// A shop on Shopify, as far as a theme, the cart's Ajax API, the checkout and the webhooks of an owner go. Source:
// Shopify's documentation of the Ajax API and of webhooks.
import { createHmac, randomUUID } from 'node:crypto';
import { html } from '../../src/platform/http/html.ts';
import {
  addToCart,
  changeCart,
  findCart,
  openCart,
  removeCart,
  setAttributes,
  setCode,
  type StandInCart,
} from './shop.carts.ts';
import { findStandInOrder, placeOrder, priceOf } from './shop.orders.ts';
import {
  cartOf,
  costTable,
  platformPage,
  quantityField,
  shippingPrice,
  storePage,
  shopperFields,
  shopperIn,
  thanksPage,
} from './shop.pages.ts';
import type { OutgoingWebhook, PlatformRules, ShopAnswer, ShopNews, ShopVisit } from './shop.platform.ts';
import { findStandInProduct, type StandInShop } from './shop.stock.ts';
import { orderBodyOfShopify, refundBodyOfShopify, variantNumber } from './shopify.bodies.ts';
import { shopifyConnect } from './shopify.connect.ts';

const cookieName = 'cart';
/** Shopify's cookie has the token of the cart and a key. */
const cookieOf = ({ token }: StandInCart) =>
  `${cookieName}=${token}%3Fkey%3D${token.slice(0, 8)}; Path=/; SameSite=Lax`;

/** The cart of this browser, or a new one. */
function currentCart(visit: ShopVisit): StandInCart {
  return cartOf(visit, cookieName) ?? openCart(visit.database, visit.shop);
}

/** The cart as `/cart.js` has it; amounts are in the smallest unit. */
function cartBody({ shop }: ShopVisit, cart: StandInCart) {
  const items = cart.items.map(({ id, sku, title, handle, price, quantity }) => {
    const { discount } = priceOf(shop, price, quantity, cart.code);
    return {
      id: variantNumber(id),
      variant_id: variantNumber(id),
      key: `${variantNumber(id)}:${cart.token.slice(0, 8)}`,
      title,
      handle,
      sku,
      price,
      quantity,
      properties: {},
      original_line_price: price * quantity,
      final_line_price: price * quantity - discount,
      line_price: price * quantity - discount,
      total_discount: discount,
      gift_card: false,
      requires_shipping: true,
      taxable: true,
      url: `/products/${handle}?variant=${variantNumber(id)}`,
      vendor: shop.name,
    };
  });
  const sum = (of: (item: (typeof items)[number]) => number) => items.reduce((total, item) => total + of(item), 0);
  return {
    token: cart.token,
    note: '',
    attributes: cart.attributes,
    original_total_price: sum((item) => item.original_line_price),
    total_price: sum((item) => item.final_line_price),
    total_discount: sum((item) => item.total_discount),
    total_weight: 0,
    item_count: sum(({ quantity }) => quantity),
    items,
    requires_shipping: items.length > 0,
    currency: shop.currency,
    items_subtotal_price: sum((item) => item.final_line_price),
    cart_level_discount_applications: [],
  };
}

function answerCart(visit: ShopVisit, { token }: StandInCart): ShopAnswer {
  const cart = findCart(visit.database, visit.shop, token) ?? currentCart(visit);
  return { body: cartBody(visit, cart), cookies: [cookieOf(cart)] };
}

type Fields = { id?: unknown; quantity?: unknown; items?: Fields[]; attributes?: Record<string, unknown> };
const jsonOf = ({ json }: ShopVisit): Fields => Object(json);

/** The products of an Ajax call, or of the form of a product's page. */
function wantedIn(visit: ShopVisit): { id: number; quantity: number }[] {
  const sent = visit.json === undefined ? [Object.fromEntries(visit.form)] : (jsonOf(visit).items ?? [jsonOf(visit)]);
  return sent.map(({ id, quantity }) => ({ id: Number(id) - variantNumber(0), quantity: Number(quantity ?? 1) }));
}

/** Adds to the cart; undefined if one of the products doesn't exist. */
function addWanted(visit: ShopVisit): StandInCart | undefined {
  const wanted = wantedIn(visit);
  const isKnown = wanted.every(
    ({ id, quantity }) =>
      quantity > 0 && Number.isInteger(id) && findStandInProduct(visit.database, visit.shop, { id }),
  );
  if (!isKnown) return undefined;
  const cart = currentCart(visit);
  for (const { id, quantity } of wanted) addToCart(visit.database, cart, id, quantity);
  return cart;
}

const missingVariant: ShopAnswer = {
  status: 404,
  body: { status: 404, message: 'Cart Error', description: 'Cannot find variant' },
};

/** Attributes of the cart, as JSON or as fields named `attributes[name]`. */
function attributesIn(visit: ShopVisit): Record<string, string> {
  const fields = [...visit.form].flatMap(([name, value]): [string, string][] => {
    const key = /^attributes\[(.+)\]$/.exec(name)?.[1];
    return key === undefined ? [] : [[key, value]];
  });
  const sent = Object.entries(jsonOf(visit).attributes ?? {}).map(([name, value]): [string, string] => [
    name,
    String(value ?? ''),
  ]);
  return Object.fromEntries([...fields, ...sent]);
}

function updateCart(visit: ShopVisit): ShopAnswer {
  const cart = currentCart(visit);
  setAttributes(visit.database, cart, attributesIn(visit));
  return answerCart(visit, cart);
}

function showCart(visit: ShopVisit): ShopAnswer {
  const cart = cartOf(visit, cookieName);
  const body =
    cart && cart.items.length > 0
      ? html`<h1>Your cart</h1>${costTable(visit, cart, 0)}<form method="post" action="/cart">
<label>Discount code <input name="discount" value="${cart.code}" autocomplete="off"></label>
<button name="checkout" value="1">Check out</button></form>`
      : html`<h1>Your cart is empty</h1><p><a href="/collections/all">Continue shopping</a></p>`;
  return { body: storePage(visit, shopifyRules, { title: 'Your cart', body }) };
}

/** The button of the cart leads to the checkout, which has an address of its own. */
function leaveCart(visit: ShopVisit): ShopAnswer {
  const cart = cartOf(visit, cookieName);
  if (!cart || cart.items.length === 0) return { status: 302, location: '/cart' };
  setAttributes(visit.database, cart, attributesIn(visit));
  setCode(visit.database, cart, visit.form.get('discount') ?? '');
  return { status: 302, location: `/checkouts/cn/${cart.token}` };
}

/** Shopify's own page: it has no tags of the theme. */
function showCheckout(visit: ShopVisit): ShopAnswer {
  const cart = findCart(visit.database, visit.shop, visit.params['token'] ?? '');
  if (!cart || cart.items.length === 0) return { status: 302, location: '/cart' };
  const body = html`<h1>Checkout</h1>${costTable(visit, cart, shippingPrice)}
<form method="post">${shopperFields((field) => `checkout[${field}]`)}<button>Pay now</button></form>`;
  return { body: platformPage(visit, { title: 'Checkout', body }) };
}

function pay(visit: ShopVisit): ShopAnswer {
  const { database, shop, form } = visit;
  const cart = findCart(database, shop, visit.params['token'] ?? '');
  if (!cart || cart.items.length === 0) return { status: 302, location: '/cart' };
  const order = placeOrder(database, shop, {
    items: cart.items.map(({ quantity, ...product }) => ({ product, quantity })),
    shopper: shopperIn((field) => form.get(`checkout[${field}]`) ?? ''),
    attributes: cart.attributes,
    landing: decodeURIComponent(visit.cookies.get('_landing_page') ?? ''),
    code: cart.code,
    shipping: shippingPrice,
  });
  removeCart(database, cart);
  visit.queue.announce(shop, visit.origin, { kind: 'placed', order });
  return {
    status: 303,
    location: `/checkouts/cn/${order.key}/thank-you`,
    cookies: [`${cookieName}=; Path=/; Max-Age=0`],
  };
}

function thank(visit: ShopVisit): ShopAnswer {
  const order = findStandInOrder(visit.database, visit.shop, { key: visit.params['token'] ?? '' });
  if (!order) return { status: 302, location: '/' };
  return { body: thanksPage(visit, shopifyRules, `#${1_000 + order.id}`, order) };
}

/** The script of a theme: it adds to the cart without leaving the page, and then shows the cart. */
const themeScript = `document.addEventListener('submit', function (event) {
  if (event.target.getAttribute('action') !== '/cart/add') return;
  event.preventDefault();
  fetch(window.Shopify.routes.root + 'cart/add.js', { method: 'POST', body: new URLSearchParams(new FormData(event.target)) })
    .then(function (answer) { if (answer.ok) location.assign('/cart'); });
});`;

const shopScript = ({ currency, host }: StandInShop) =>
  `var Shopify = ${JSON.stringify({ shop: host, locale: 'en', currency: { active: currency, rate: '1.0' }, routes: { root: '/' } })};`;

function placedWebhooks(body: object): OutgoingWebhook[] {
  return ['orders/create', 'orders/paid', 'orders/updated'].map((topic) => ({ topic, body }));
}

function webhooksOf(shop: StandInShop, origin: string, news: ShopNews): OutgoingWebhook[] {
  const body = orderBodyOfShopify(shop, origin, news.order);
  const updated = { topic: 'orders/updated', body };
  if (news.kind === 'placed') return placedWebhooks(body);
  if (news.kind === 'canceled') return [{ topic: 'orders/cancelled', body }, updated];
  return [{ topic: 'refunds/create', body: refundBodyOfShopify(shop, news.order, news.refund) }, updated];
}

export const shopifyRules: PlatformRules = {
  name: 'Shopify',
  paths: {
    category: '/collections/all',
    about: '/pages/about',
    cart: '/cart',
    product: ({ handle }) => `/products/${handle}`,
  },
  routes: [
    ['GET', '/shop.js', ({ shop }) => ({ type: 'text/javascript', body: `${shopScript(shop)}${themeScript}` })],
    ['GET', '/cart.js', (visit) => answerCart(visit, currentCart(visit))],
    ['POST', '/cart/update.js', updateCart],
    [
      'POST',
      '/cart/add.js',
      (visit) => {
        const cart = addWanted(visit);
        return cart ? answerCart(visit, cart) : missingVariant;
      },
    ],
    [
      'POST',
      '/cart/change.js',
      (visit) => {
        const cart = currentCart(visit);
        for (const { id, quantity } of wantedIn(visit)) changeCart(visit.database, cart, id, quantity);
        return answerCart(visit, cart);
      },
    ],
    [
      'POST',
      '/cart/add',
      (visit) => {
        const cart = addWanted(visit);
        return cart ? { status: 302, location: '/cart', cookies: [cookieOf(cart)] } : missingVariant;
      },
    ],
    ['GET', '/cart', showCart],
    ['POST', '/cart', leaveCart],
    ['GET', '/checkouts/cn/:token', showCheckout],
    ['POST', '/checkouts/cn/:token', pay],
    ['GET', '/checkouts/cn/:token/thank-you', thank],
  ],
  connect: shopifyConnect,
  head: () => html`<script src="/shop.js"></script>`,
  buy: (
    _visit,
    { id },
  ) => html`<form method="post" action="/cart/add"><input type="hidden" name="id" value="${variantNumber(id)}">
${quantityField()}<button>Add to cart</button></form>`,
  webhooksOf,
  newEventId: randomUUID,
  headersOf: ({ host }, { secret }, { event, topic, body, createdAt }) => ({
    'user-agent': 'Shopify-Captain-Hook',
    'x-shopify-topic': topic,
    'x-shopify-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64'),
    'x-shopify-shop-domain': host,
    'x-shopify-api-version': '2025-10',
    'x-shopify-webhook-id': event,
    'x-shopify-event-id': event,
    'x-shopify-triggered-at': createdAt,
  }),
  // Eight more attempts within four hours.
  retryAfterMs: [1, 2, 4, 8, 16, 32, 64, 113].map((minutes) => minutes * 60_000),
  offAfterFailures: Number.MAX_SAFE_INTEGER,
  cancelRefunds: true,
};
