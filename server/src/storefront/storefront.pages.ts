// The pages for shoppers, as plain markup. The disclosure comes before the first outgoing link (features C.18), and every
// such link is marked as sponsored.
import type { StorefrontLayout } from '@vitrine/contract/appearance.ts';
import { type Html, html } from '../platform/http/html.ts';
import { shopPage, wayOn } from '../platform/http/shop.page.ts';
import { statusOfTakedown } from '@vitrine/contract/values/takedown-categories.ts';
import { type PublicTakedown, takedownHeading, takedownNotice } from '../platform/http/takedown.notice.ts';
import { sheetPath } from './shopper.media.ts';
import { moneyText } from '../platform/money.text.ts';
import { shopperDay, shownImage, type Site, variantOfBrand } from './shopper.values.ts';
import { profileCard } from './storefront.cards.ts';
import { finder, searchAddress } from './storefront.finder.ts';
import type { ShopperSearch } from './shopper.search.views.ts';
import type { ProductPage, ShopperProduct, ShopperSection } from './shopper.products.views.ts';
import type { ShopperCreator, ShopperShelf, ShopperStorefront } from './shopper.views.ts';

/** Pictures above the fold on a phone; the others load lazily. */
const eagerPictures = 3;

function productsOf(shown: { sections: readonly ShopperSection[] }): ShopperProduct[] {
  return shown.sections.flatMap((section) => section.products);
}

function initial(name: string): string {
  return new Intl.Segmenter('en').segment(name.trim())[Symbol.iterator]().next().value?.segment.toUpperCase() ?? '';
}

function picture(product: ShopperProduct, place: number): Html {
  const image = shownImage(product.image);
  if (image === undefined) return html`<span class="shot"><i aria-hidden="true">${initial(product.title)}</i></span>`;
  const timing =
    place === 0 ? html` fetchpriority="high"` : place >= eagerPictures && html` loading="lazy" decoding="async"`;
  return html`<span class="shot"><img src="${image}" alt="" width="640" height="800"${timing}></span>`;
}

function price(product: ShopperProduct): Html {
  const isCut = product.before !== null && product.before > product.price;
  return html`<p class="price"><span class="now${isCut && ' cut'}">${moneyText(product.price, product.currency)}</span>
${isCut && product.before !== null && html`<s><span class="said">before </span>${moneyText(product.before, product.currency)}</s>`}
${!product.inStock && html`<span class="sold">Sold out</span>`}</p>`;
}

function card(product: ShopperProduct, place: number): Html {
  return html`<li class="card${!product.inStock && ' out'}"><a href="/s/${product.code}" rel="sponsored nofollow noopener">${picture(product, place)}
<span class="name">${product.title}</span></a>${price(product)}${product.note !== '' && html`<p class="note">${product.note}</p>`}</li>
`;
}

type Kind = StorefrontLayout | 'row';

function grid(products: readonly ShopperProduct[], from: number, kind: Kind): Html {
  return html`<ul class="tiles ${kind}" role="list">${products.map((product, index) => card(product, from + index))}</ul>`;
}

function disclosure(name: string, brands: readonly string[]): Html {
  const from = brands.length === 1 ? ` from ${brands[0]}` : '';
  return html`<p class="disclosure">${name} earns a commission${from} when you buy through the links on this page. Your price stays the same.</p>`;
}

/** Headings of this length or more are set smaller, so that they don't fill the screen. */
const longHeading = 32;

function mainHeading(text: string): Html {
  return html`<h1${text.length > longHeading && html` class="long"`}>${text}</h1>`;
}

function portrait(image: string | null): Html | false {
  const src = shownImage(image);
  return src !== undefined && html`<img src="${src}" alt="" width="44" height="44">`;
}

function sections(shown: ProductPage, layout: StorefrontLayout): Html[] {
  let from = 0;
  return shown.sections.map((section: ShopperSection) => {
    const markup = html`${section.heading !== '' && html`<div class="part"><h2>${section.heading}</h2>${section.caption !== '' && html`<p>${section.caption}</p>`}</div>`}
${grid(section.products, from, layout)}`;
    from += section.products.length;
    return html`<section>${markup}</section>`;
  });
}

function banner(image: string | null): Html | false {
  const src = shownImage(image);
  return (
    src !== undefined && html`<img class="banner" src="${src}" alt="" width="1600" height="600" fetchpriority="high">`
  );
}

function pricesAsOf(at: Date | null): Html | false {
  return (
    at !== null &&
    html`<p class="asof">Prices checked <time datetime="${at.toISOString().slice(0, 10)}">${shopperDay(at)}</time>. The price at checkout applies.</p>`
  );
}

/** Instead of products. */
function nothingToBuy(name: string, { brand, pause }: ShopperStorefront): Html {
  if (pause === 'closed')
    return html`<div class="empty"><h2>${brand} is closed here</h2><p class="lead">You can’t shop ${brand} on this page anymore.</p></div>`;
  if (pause === 'paused')
    return html`<div class="empty"><h2>${brand} is paused</h2><p class="lead">You can’t shop ${brand} on this page right now. Check back soon.</p></div>`;
  return html`<div class="empty"><h2>Nothing here yet</h2><p class="lead">${name} hasn’t added any products yet. Check back soon.</p></div>`;
}

/** Links to the other pages. A preview has none, because only its own page may be framed. */
function pagesNav(path: string, { next, after, search, isPreview }: ShownPage): Html | false {
  if (isPreview || (next === undefined && after === undefined)) return false;
  return html`<nav class="pages" aria-label="Pages">${after !== undefined && html`<a class="button" href="${searchAddress(path, search)}">First page</a>`}
${next !== undefined && html`<a class="button" rel="next" href="${searchAddress(path, search, next)}">Next page</a>`}</nav>`;
}

/** `after`: the code at the end of the page before, if this isn't the first one. */
export type ShownPage = ProductPage & {
  after: string | undefined;
  search?: ShopperSearch | undefined;
  /** How many products were found, if there was a search. */
  total?: number;
  isPreview: boolean;
};

/** A page of the storefront of a creator at one brand. */
export function storefrontPage(
  site: Site,
  creator: ShopperCreator,
  storefront: ShopperStorefront,
  shown: ShownPage,
): string {
  const { name } = creator;
  const { brand } = storefront;
  const path = `/@${creator.handle}/${storefront.slug}`;
  const { search } = shown;
  const isFilled = shown.sections.length > 0 || search !== undefined;
  const heading = storefront.title || name;
  const description = storefront.bio || (isFilled ? `${name}’s picks from ${brand}.` : `${name} at ${brand}.`);
  const body = html`<div class="byline"><a href="/@${creator.handle}">${portrait(creator.avatar)}<span>${name}</span></a><span class="at">at ${brand}</span>${portrait(storefront.logo)}</div>
${banner(storefront.banner)}
<header class="hero"><div><p class="eyebrow">${isFilled && 'Picks from '}${brand}</p>${mainHeading(heading)}</div>
<div>${storefront.bio !== '' && html`<p class="lead">${storefront.bio}</p>`}${isFilled && disclosure(name, [brand])}</div></header>
${isFilled ? [finder(path, shown), ...sections(shown, storefront.look.layout), pagesNav(path, shown), shown.sections.length > 0 && pricesAsOf(storefront.pricesAt)] : nothingToBuy(name, storefront)}`;
  const subject = search?.text ? `“${search.text}” – ${heading}` : heading;
  return shopPage({
    title: `${subject} – ${heading === name ? brand : `${name} at ${brand}`}`,
    description,
    // What is found or sorted is on the page itself, too.
    canonical: `${site.publicUrl}${search === undefined ? searchAddress(path, undefined, shown.after) : path}`,
    reportable: path,
    variant: variantOfBrand(site, storefront.project),
    scheme: storefront.look.scheme === 'auto' ? undefined : storefront.look.scheme,
    sheet: sheetPath(storefront.look.accent),
    head: html`${search !== undefined && html`<meta name="robots" content="noindex">`}${profileCard(site, creator, {
      path,
      heading,
      description,
      brand,
      banner: storefront.banner,
      products: productsOf(shown),
    })}`,
    body,
  });
}

function shelf(creator: ShopperCreator, storefront: ShopperShelf, from: number): Html {
  const path = `/@${creator.handle}/${storefront.slug}`;
  return html`<section><div class="part"><h2>${storefront.brand}</h2>${storefront.title !== '' && html`<p>${storefront.title}</p>`}<a href="${path}">${storefront.total === 1 ? 'See the product' : `See all ${storefront.total}`}<span class="said"> from ${storefront.brand}</span></a></div>
${grid(productsOf(storefront), from, 'row')}</section>`;
}

/** A creator's storefronts, each with its first few products. */
export function creatorPage(site: Site, creator: ShopperCreator, storefronts: readonly ShopperShelf[]): string {
  const { name } = creator;
  const filled = storefronts.filter((storefront) => storefront.total > 0);
  const brands = filled.map((storefront) => storefront.brand);
  const path = `/@${creator.handle}`;
  const description =
    brands.length > 0
      ? `${name}’s picks from ${new Intl.ListFormat('en').format(brands)}.`
      : `${name} on ${site.called.name}.`;
  const products = filled.flatMap(productsOf);
  let from = 0;
  const shelves = filled.map((storefront) => {
    const markup = shelf(creator, storefront, from);
    from += productsOf(storefront).length;
    return markup;
  });
  const body = html`<div class="byline"><a href="${path}" aria-current="page">${portrait(creator.avatar)}<span>@${creator.handle}</span></a></div>
<header class="hero"><div>${mainHeading(name)}</div><div>${brands.length > 0 && disclosure(name, brands)}</div></header>
${shelves.length > 0 ? shelves : html`<div class="empty"><h2>Nothing here yet</h2><p class="lead">${name} hasn’t added any products yet. Check back soon.</p></div>`}`;
  return shopPage({
    title: `${name} (@${creator.handle})`,
    description,
    canonical: `${site.publicUrl}${path}`,
    reportable: path,
    variant: site.called,
    sheet: sheetPath(null),
    head: profileCard(site, creator, { path, heading: name, description, products }),
    body,
  });
}

/** The page of a storefront, or of all of a creator's, that was taken down. */
export function takenDownPage(site: Site, thing: 'page' | 'storefront', takedown: PublicTakedown): string {
  return shopPage({
    title: takedownHeading(thing),
    status: statusOfTakedown(takedown.category),
    variant: site.called,
    body: takedownNotice(thing, takedown),
  });
}

/**
 * The page of a creator or a storefront that a brand or an operator has stopped. It doesn't say who or why, and it is a
 * 404, so that it isn't indexed and can come back.
 */
export function unavailablePage(site: Site): string {
  return shopPage({
    title: 'This storefront isn’t available right now',
    status: 404,
    variant: site.called,
    body: html`<section class="notice"><h1>This storefront isn’t available right now</h1>
<p class="lead">Please check back later.</p>
${wayOn()}</section>`,
  });
}

/** The 404 page. With `handle`, it links to the creator's other storefronts. */
export function missingStorefrontPage(site: Site, handle?: string): string {
  return shopPage({
    title: 'This page doesn’t exist',
    status: 404,
    variant: site.called,
    body: html`<section class="notice"><p class="figure" aria-hidden="true">404</p><h1>This page doesn’t exist</h1>
<p class="lead">There is no storefront at this address. It may have moved or been removed.</p>
${wayOn(handle === undefined ? undefined : { handle, name: `@${handle}` })}</section>`,
  });
}
