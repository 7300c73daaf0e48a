// The search field and the sorting above a storefront's products. They work without JavaScript: a form that is sent by GET,
// and links.
import { type Html, html } from '../platform/http/html.ts';
import { longestSearch, type ShopperSearch, type ShopperSort } from './shopper.search.views.ts';

/** With fewer products, a shopper sees them all at a glance. */
const fewProducts = 6;

const sorts: readonly { sort: ShopperSort | undefined; text: string }[] = [
  { sort: undefined, text: 'Featured' },
  { sort: 'newest', text: 'Newest' },
  { sort: 'price', text: 'Price, low to high' },
  { sort: '-price', text: 'Price, high to low' },
  { sort: 'title', text: 'Name' },
];

/** The address of a page of what was found; the anchor is the finder, so that the results are in view. */
export function searchAddress(path: string, search: ShopperSearch | undefined, after?: string): string {
  const query = new URLSearchParams({
    ...(search?.text && { q: search.text }),
    ...(search?.sort && { sort: search.sort }),
    ...(after !== undefined && { after }),
  }).toString();
  return `${path}${query === '' ? '' : `?${query}`}${search === undefined ? '' : '#products'}`;
}

function sortMenu(path: string, search: ShopperSearch | undefined): Html {
  const text = search?.text ?? '';
  const current = sorts.find(({ sort }) => sort === search?.sort) ?? sorts[0];
  return html`<details class="sort"><summary><span>Sort: <b>${current?.text ?? ''}</b></span></summary><ul>${sorts.map(
    (each) =>
      html`<li><a href="${searchAddress(path, { text, sort: each.sort })}"${each === current && html` aria-current="true"`}>${each.text}</a></li>`,
  )}</ul></details>`;
}

function outcome(path: string, text: string, total: number): Html {
  const all = html`<a href="${searchAddress(path, { text: '', sort: undefined })}">Show all products</a>`;
  if (total === 0)
    return html`<div class="empty"><h2>Nothing matches “${text}”</h2><p class="lead">Try fewer or other words.</p><p class="found">${all}</p></div>`;
  return html`<p class="found">${total === 1 ? '1 product matches' : `${total} products match`} “${text}”. ${all}</p>`;
}

type Finding = {
  sections: readonly { products: readonly unknown[] }[];
  next: string | undefined;
  after: string | undefined;
  search?: ShopperSearch | undefined;
  total?: number;
  isPreview: boolean;
};

/** Nothing, if the storefront has few products and nobody searched. In a preview, nothing of it can be used. */
export function finder(path: string, { sections, next, after, search, total = 0, isPreview }: Finding): Html | false {
  const shown = sections.reduce((sum, { products }) => sum + products.length, 0);
  if (search === undefined && shown <= fewProducts && next === undefined && after === undefined) return false;
  const { text = '', sort } = search ?? {};
  return html`<div class="find" id="products"${isPreview && html` inert`}><form role="search" action="${path}#products"><label class="said" for="q">Search the products on this page</label><input id="q" type="search" name="q" value="${text}" maxlength="${longestSearch}" placeholder="Search products" autocomplete="off" enterkeyhint="search">${sort !== undefined && html`<input type="hidden" name="sort" value="${sort}">`}<button type="submit">Search</button></form>
${sortMenu(path, search)}</div>
${text !== '' && outcome(path, text, total)}`;
}
