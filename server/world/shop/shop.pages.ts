import { html, type Fragment, type Html } from '../../src/platform/http/html.ts';
import { findCart, percentOff, type StandInCart } from './shop.carts.ts';
import type { PlatformRules, ShopVisit } from './shop.platform.ts';
import { priceOf, paidTotal, lineNet, type ShopCustomer, type StandInOrder } from './shop.orders.ts';
import { findStandInProduct, listProducts, type StandInProduct, type StandInShop } from './shop.stock.ts';
import { shopStyle } from './shop.style.ts';

/** Shipping costs the same for every order. */
export const shippingPrice = 500;

export function showMoney(minor: number, { currency }: StandInShop): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(minor / 100);
}

type Page = { title: string; body: Fragment; head?: Fragment };

/** A whole page; `ownHead` is markup that the owner of the shop has added, as it is. */
function document(shop: StandInShop, { title, body, head }: Page, ownHead: string): string {
  const page = html`<html lang="en"><head><meta charset="utf-8"><title>${title} · ${shop.name}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/shop.css">${head}
`.toString();
  return `<!doctype html>${page}${ownHead}</head>${html`<body${shop.accent !== '' && html` style="--brand: ${shop.accent}"`}>${body}</body>`.toString()}</html>`;
}

/** A page that shoppers see. */
export function storePage(visit: ShopVisit, rules: PlatformRules, { title, body }: Page): string {
  const { shop } = visit;
  const { category, about, cart } = rules.paths;
  const frame = html`<header><strong>${shop.name}</strong><nav aria-label="Shop"><a href="/">Home</a>
<a href="${category}">All products</a><a href="${about}">About us</a>${cart !== null && html`<a href="${cart}">Cart</a>`}</nav></header>
<main id="content">${body}</main><footer>A shop to try things out. Nothing is charged and nothing is sent.${rules.foot?.(visit)}</footer>`;
  return document(shop, { title, body: frame, head: rules.head(visit) }, shop.head);
}

/** A page of the platform itself: for the owner, or where the shopper pays. The shop's own tags aren't on it. */
export function platformPage({ shop }: ShopVisit, { title, body, head }: Page): string {
  return document(shop, { title, body: html`<main>${body}</main>`, head }, '');
}

export { shopStyle };

function swatch({ title, id, picture }: StandInProduct): Html {
  if (picture !== '') return html`<img class="swatch" src="/pictures/${picture}" alt="" width="800" height="1000">`;
  return html`<span class="swatch" style="--hue: ${(id * 67) % 360}" aria-hidden="true">${title.slice(0, 1)}</span>`;
}

function goods(visit: ShopVisit, rules: PlatformRules, products: readonly StandInProduct[]): Html {
  return html`<ul class="goods">${products.map(
    (product) => html`<li><a href="${rules.paths.product(product)}">${swatch(product)}<span>${product.title}</span>
<span class="price quiet">${showMoney(product.price, visit.shop)}</span></a></li>`,
  )}</ul>`;
}

export function homePage(visit: ShopVisit, rules: PlatformRules): string {
  const products = listProducts(visit.database, visit.shop);
  const body = html`<h1>${visit.shop.name}</h1><p>Made in small batches. Free returns for 30 days.</p>
<h2>New this week</h2>${goods(visit, rules, products.slice(0, 4))}`;
  return storePage(visit, rules, { title: 'Home', body });
}

export function categoryPage(visit: ShopVisit, rules: PlatformRules): string {
  const body = html`<h1>All products</h1>${goods(visit, rules, listProducts(visit.database, visit.shop))}`;
  return storePage(visit, rules, { title: 'All products', body });
}

export function aboutPage(visit: ShopVisit, rules: PlatformRules): string {
  const body = html`<h1>About us</h1><p>${visit.shop.name} is a small shop with a short list of things that work.</p>`;
  return storePage(visit, rules, { title: 'About us', body });
}

export function productPage(visit: ShopVisit, rules: PlatformRules): string | undefined {
  const product = findStandInProduct(visit.database, visit.shop, { handle: visit.params['handle'] ?? '' });
  if (!product) return undefined;
  const { title, about, price } = product;
  const body = html`<article class="product">${swatch(product)}<div><h1>${title}</h1>
<p class="price">${showMoney(price, visit.shop)}</p><p>${about}</p>${
    product.is_sold_out === 1 ? html`<p>Sold out</p>` : rules.buy(visit, product)
  }</div></article>`;
  return storePage(visit, rules, { title, body });
}

export function missingPage(visit: ShopVisit, rules: PlatformRules): string {
  const body = html`<h1>Page not found</h1><p><a href="/">See what we have</a></p>`;
  return storePage(visit, rules, { title: 'Page not found', body });
}

/** The cart of this browser, if there is something in it. */
export function cartOf({ database, shop, cookies }: ShopVisit, cookie: string): StandInCart | undefined {
  const token = /^[\w-]+/.exec(decodeURIComponent(cookies.get(cookie) ?? ''))?.[0];
  return token === undefined ? undefined : findCart(database, shop, token);
}

export function quantityField(): Html {
  return html`<label>Quantity <input type="number" name="quantity" value="1" min="1" max="99"></label>`;
}

/** What a cart costs: each line, discount, tax, shipping and total. */
export function costTable({ shop }: ShopVisit, { items, code }: StandInCart, shipping: number): Html {
  const priced = items.map((item) => ({ ...item, ...priceOf(shop, item.price, item.quantity, code) }));
  const sum = (of: (line: (typeof priced)[number]) => number) => priced.reduce((total, line) => total + of(line), 0);
  const goodsTotal = sum(({ price, quantity }) => price * quantity);
  const [discount, tax] = [sum((line) => line.discount), sum((line) => line.tax)];
  const row = (label: Fragment, minor: number) =>
    html`<tr><th scope="row">${label}</th><td>${showMoney(minor, shop)}</td></tr>`;
  return html`<table><tbody>${priced.map(({ title, quantity, price }) => row(`${quantity} × ${title}`, price * quantity))}
${percentOff(shop, code) > 0 && row(`Discount ${code}`, -discount)}${tax > 0 && row('Tax', tax)}
${shipping > 0 && row('Shipping', shipping)}${row('Total', goodsTotal - discount + tax + shipping)}</tbody></table>`;
}

const fields: readonly [keyof ShopCustomer, string, string][] = [
  ['email', 'Email', 'email'],
  ['first_name', 'First name', 'given-name'],
  ['last_name', 'Last name', 'family-name'],
  ['street', 'Street', 'address-line1'],
  ['city', 'City', 'address-level2'],
  ['postcode', 'Postal code', 'postal-code'],
];

/** `names` says how the platform names the fields; `filled`, what is in them at first. */
export function shopperFields(names: (field: keyof ShopCustomer) => string, filled?: ShopCustomer): Html {
  return html`${fields.map(
    ([field, label, complete]) =>
      html`<label>${label} <input name="${names(field)}" autocomplete="${complete}" value="${filled?.[field] ?? ''}" required></label>`,
  )}<label>Country <select name="${names('country')}"><option value="US">United States</option>
<option value="ES">Spain</option></select></label>`;
}

export function shopperIn(read: (field: keyof ShopCustomer) => string): ShopCustomer {
  return {
    email: read('email'),
    first_name: read('first_name'),
    last_name: read('last_name'),
    street: read('street'),
    city: read('city'),
    postcode: read('postcode'),
    country: read('country') || 'US',
  };
}

export function thanksPage(visit: ShopVisit, rules: PlatformRules, number: string, order: StandInOrder): string {
  const { shop } = visit;
  const body = html`<h1>Thank you, ${order.first_name}</h1><p>Your order <strong>${number}</strong> is confirmed.</p>
<table><tbody>${order.lines.map(
    (line) =>
      html`<tr><th scope="row">${line.quantity} × ${line.title}</th><td>${showMoney(lineNet(line), shop)}</td></tr>`,
  )}<tr><th scope="row">Paid in total</th><td>${showMoney(paidTotal(order), shop)}</td></tr></tbody></table>`;
  return storePage(visit, rules, { title: 'Thank you', body });
}
