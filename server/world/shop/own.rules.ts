// A shop with a program of its own, as in docs/shops/snippet.md and quickstart.md: the snippet brings the click to the
// checkout, and the shop reports its orders and refunds itself.
import { html, type Fragment, type Html } from '../../src/platform/http/html.ts';
import { isCreatorsCode, orderNumber, reportOrder, reportRefund } from './own.reports.ts';
import { fateOf } from './own.pages.ts';
import { addToCart, changeCart, openCart, removeCart, setCode, type StandInCart } from './shop.carts.ts';
import {
  findStandInOrder,
  leftOf,
  lineNet,
  paidTotal,
  placeOrder,
  refundedTotal,
  refundItems,
  type ShopCustomer,
  type StandInOrder,
} from './shop.orders.ts';
import {
  cartOf,
  costTable,
  quantityField,
  shippingPrice,
  shopperFields,
  shopperIn,
  showMoney,
  storePage,
} from './shop.pages.ts';
import type { PlatformRules, ShopAnswer, ShopVisit } from './shop.platform.ts';
import { findStandInProduct } from './shop.stock.ts';

const cookieName = 'shop_cart';
const cookieOf = ({ token }: StandInCart) => `${cookieName}=${token}; Path=/; HttpOnly; SameSite=Lax`;
const noCart = `${cookieName}=; Path=/; Max-Age=0`;
const mostOfOne = 99;

/** An invented shopper, so that nobody has to type an address. */
const robin: ShopCustomer = {
  email: 'robin.marlow@shopper.test',
  first_name: 'Robin',
  last_name: 'Marlow',
  street: '12 Pine Street',
  city: 'Portland',
  postcode: '97201',
  country: 'US',
};

const goTo = (location: string, cookies: readonly string[] = []): ShopAnswer => ({ status: 303, location, cookies });

function add(visit: ShopVisit): ShopAnswer {
  const { database, shop, form } = visit;
  const product = findStandInProduct(database, shop, { id: Number(form.get('product') ?? 0) });
  const quantity = Number(form.get('quantity') ?? 1);
  if (!product || product.is_sold_out === 1 || !Number.isInteger(quantity) || quantity < 1 || quantity > mostOfOne)
    return goTo('/products');
  const cart = cartOf(visit, cookieName) ?? openCart(database, shop);
  addToCart(database, cart, product.id, quantity);
  return goTo('/cart', [cookieOf(cart)]);
}

function change(visit: ShopVisit): ShopAnswer {
  const cart = cartOf(visit, cookieName);
  for (const { id } of cart?.items ?? []) {
    const quantity = Number(visit.form.get(`quantity-${id}`) ?? -1);
    if (cart && Number.isInteger(quantity) && quantity >= 0 && quantity <= mostOfOne)
      changeCart(visit.database, cart, id, quantity);
  }
  return goTo('/cart');
}

/** Takes only codes that Vitrine knows as a creator's, and says why another one isn't taken. */
async function applyCode(visit: ShopVisit): Promise<ShopAnswer> {
  const cart = cartOf(visit, cookieName);
  const code = (visit.form.get('code') ?? '').trim().toUpperCase();
  if (!cart) return goTo('/cart');
  const isKnown = code === '' || (await isCreatorsCode(visit, code));
  if (isKnown === true) {
    setCode(visit.database, cart, code);
    return goTo('/cart');
  }
  const problem = isKnown === false ? `There is no code ${code}.` : `The code can’t be checked now: ${isKnown}`;
  return { status: 422, body: cartPage(visit, cart, { code, problem }) };
}

type Tried = { code: string; problem: string };

function codeForm({ code }: StandInCart, tried?: Tried): Html {
  return html`<form method="post" action="/cart/code"><label>Discount code
<input name="code" value="${tried?.code ?? code}" autocomplete="off" autocapitalize="characters"${
    tried && html` aria-invalid="true" aria-describedby="code-problem"`
  }></label>${tried && html`<p id="code-problem" role="alert">${tried.problem}</p>`}<button class="plain">Apply code</button></form>`;
}

function cartPage(visit: ShopVisit, cart: StandInCart, tried?: Tried): string {
  const rows = cart.items.map(
    ({ id, title, quantity }) => html`<label>${title}
<input type="number" name="quantity-${id}" value="${quantity}" min="0" max="${mostOfOne}"></label>`,
  );
  const body = html`<h1>Cart</h1>${costTable(visit, cart, shippingPrice)}
<p><a class="button" href="/checkout">Check out</a></p>${codeForm(cart, tried)}
<details><summary>Change quantities</summary><form method="post" action="/cart">${rows}
<button class="plain">Update cart</button></form></details>`;
  return storePage(visit, ownRules, { title: 'Cart', body });
}

function showCart(visit: ShopVisit): ShopAnswer {
  const cart = cartOf(visit, cookieName);
  if (cart && cart.items.length > 0) return { body: cartPage(visit, cart) };
  const body = html`<h1>Cart</h1><p>Your cart is empty.</p><p><a class="button" href="/products">See all products</a></p>`;
  return { body: storePage(visit, ownRules, { title: 'Cart', body }) };
}

function checkoutPage(visit: ShopVisit, cart: StandInCart, shopper: ShopCustomer, problem?: string): string {
  const body = html`<h1>Checkout</h1>${costTable(visit, cart, shippingPrice)}
<p class="quiet">Robin doesn’t exist, so you can leave everything as it is. Nothing is charged.</p>
<form method="post" action="/checkout" data-vitrine>${problem !== undefined && html`<p role="alert">${problem}</p>`}
${shopperFields((field) => field, shopper)}<button>Buy now</button></form>`;
  return storePage(visit, ownRules, { title: 'Checkout', body });
}

function showCheckout(visit: ShopVisit): ShopAnswer {
  const cart = cartOf(visit, cookieName);
  return cart && cart.items.length > 0 ? { body: checkoutPage(visit, cart, robin) } : goTo('/cart');
}

/** The click that the snippet put into the form, or else into its cookie. */
function clickOf({ form, cookies }: ShopVisit): string {
  const click = form.get('vt_click') || cookies.get('vt_click') || '';
  return /^[A-Za-z0-9_-]{1,200}$/.test(click) ? click : '';
}

async function buy(visit: ShopVisit): Promise<ShopAnswer> {
  const { database, shop, form } = visit;
  const cart = cartOf(visit, cookieName);
  if (!cart || cart.items.length === 0) return goTo('/cart');
  const shopper = shopperIn((field) => (form.get(field) ?? '').trim());
  if (!shopper.email.includes('@') || shopper.first_name === '')
    return { status: 422, body: checkoutPage(visit, cart, shopper, 'Enter a first name and an email address.') };
  const click = clickOf(visit);
  const order = placeOrder(database, shop, {
    items: cart.items.map(({ quantity, ...product }) => ({ product, quantity })),
    shopper,
    attributes: click === '' ? {} : { vt_click: click },
    landing: '',
    code: cart.code,
    shipping: shippingPrice,
  });
  removeCart(database, cart);
  await reportOrder(visit, order);
  return goTo(`/orders/${order.key}`, [noCart]);
}

function refundForm(order: StandInOrder): Fragment {
  const open = order.lines.filter((line) => leftOf(order, line) > 0);
  if (open.length === 0) return html`<p>Everything was sent back.</p>`;
  return html`<form method="post" action="/orders/${order.key}/refund">${open.map(
    (line, index) => html`<label>${line.title}: how many of ${leftOf(order, line)}
<input type="number" name="line-${line.id}" value="${index === 0 ? 1 : 0}" min="0" max="${leftOf(order, line)}"></label>`,
  )}<button class="plain">Refund</button></form>`;
}

async function showOrder(visit: ShopVisit): Promise<ShopAnswer> {
  const order = findStandInOrder(visit.database, visit.shop, { key: visit.params['key'] ?? '' });
  if (!order) return goTo('/');
  const { shop } = visit;
  const row = (label: Fragment, minor: number) =>
    html`<tr><th scope="row">${label}</th><td>${showMoney(minor, shop)}</td></tr>`;
  const refunded = refundedTotal(order);
  const body = html`<h1>Thank you, ${order.first_name}</h1>
<p>Your order <strong>${orderNumber(order)}</strong> is confirmed.</p>
<table><tbody>${order.lines.map((line) => row(`${line.quantity} × ${line.title}`, lineNet(line)))}
${row('Shipping', order.shipping)}${row('Paid', paidTotal(order))}${refunded > 0 && row('Refunded', -refunded)}</tbody></table>
<section class="aside" aria-labelledby="vitrine"><h2 id="vitrine">What the creator gets</h2>${await fateOf(visit, order)}</section>
<h2>Send something back</h2><p>The shop then reports the refund to Vitrine, and its part of the commission is reversed.</p>
${refundForm(order)}`;
  return { body: storePage(visit, ownRules, { title: `Order ${orderNumber(order)}`, body }) };
}

async function refund(visit: ShopVisit): Promise<ShopAnswer> {
  const { database, shop, form, params } = visit;
  const order = findStandInOrder(database, shop, { key: params['key'] ?? '' });
  if (!order) return goTo('/');
  const wanted = new Map(order.lines.map(({ id }) => [id, Number(form.get(`line-${id}`) ?? 0)]));
  const done = refundItems(database, order, wanted);
  if (done) await reportRefund(visit, done.order, done.refund);
  return goTo(`/orders/${order.key}`);
}

/** Reports again what Vitrine didn't take the first time. It counts everything once. */
async function reportAgain(visit: ShopVisit): Promise<ShopAnswer> {
  const order = findStandInOrder(visit.database, visit.shop, { key: visit.params['key'] ?? '' });
  if (!order) return goTo('/');
  await reportOrder(visit, order);
  for (const each of order.refunds) await reportRefund(visit, order, each);
  return goTo(`/orders/${order.key}`);
}

export const ownRules: PlatformRules = {
  name: 'Own program',
  paths: { category: '/products', about: '/about', cart: '/cart', product: ({ handle }) => `/products/${handle}` },
  routes: [
    ['POST', '/cart/add', add],
    ['GET', '/cart', showCart],
    ['POST', '/cart', change],
    ['POST', '/cart/code', applyCode],
    ['GET', '/checkout', showCheckout],
    ['POST', '/checkout', buy],
    ['GET', '/orders/:key', showOrder],
    ['POST', '/orders/:key/refund', refund],
    ['POST', '/orders/:key/report', reportAgain],
  ],
  connect: null,
  head: ({ portal, shop }) => html`<link rel="icon" href="/pictures/logo-${shop.host.replace('.localhost', '')}.webp">
<script async src="${portal}/vt.js"></script>`,
  foot: ({ portal }) => html` It belongs to the demo of <a href="${portal}">Vitrine</a>.`,
  buy: (_visit, { id }) => html`<form class="cart" method="post" action="/cart/add">${quantityField()}
<input type="hidden" name="product" value="${id}"><button>Add to cart</button></form>`,
  webhooksOf: () => [],
  newEventId: () => '',
  headersOf: () => ({}),
  retryAfterMs: [],
  offAfterFailures: 1,
  cancelRefunds: true,
};
