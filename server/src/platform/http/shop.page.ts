// The layout of every page that a shopper sees: storefronts, and the redirector's 404, 410 and preview pages.
// Server-rendered markup and one style sheet, no script. Classes that a plain page can use inside `body`
// (assets/shop.css): `notice` for a centered section, `eyebrow` for the small line above a heading, `lead` for the
// first paragraph, `disclosure`, `button`, `figure`.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Variant } from '../variants/variants.ts';
import { type Html, html } from './html.ts';
import { reportPath } from './takedown.notice.ts';
import { variantSheetPath } from './variant.sheet.ts';

export type ShopPage = {
  title: string;
  body: Html;
  description?: string;
  canonical?: string;
  /** Additional elements of the head, such as Open Graph. */
  head?: Html;
  /** A status of 400 or above adds `noindex`. */
  status?: number;
  variant: Variant;
  /** Light or dark, if not decided by the shopper's device. */
  scheme?: 'light' | 'dark' | undefined;
  /** The address of this page, if its footer lets visitors report it. */
  reportable?: string;
  /** The style sheet, if it is not assets/shop.css. */
  sheet?: string;
};

/**
 * Headers of a shopper page (reliability C2). The referrer is sent, because brands need to see where shoppers come from.
 * The page itself makes no requests; `connect-src` is there for audit tools that read robots.txt under the page's policy.
 */
export const shopHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; img-src 'self' data: https: http:; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
} as const satisfies Record<string, string>;

/** Headers of a shopper page with a form. */
export const formHeaders = {
  ...shopHeaders,
  'Content-Security-Policy': shopHeaders['Content-Security-Policy'].replace("form-action 'none'", "form-action 'self'"),
} as const satisfies Record<string, string>;

// The address contains a hash of the sheet, so that a new release never uses a cached sheet of the previous one.
const sheet = createHash('sha256')
  .update(readFileSync(new URL('../../../assets/shop.css', import.meta.url)))
  .digest('hex')
  .slice(0, 8);

/** The button on an empty page: to the creator's page if there is one, or to the home page. */
export function wayOn(creator?: { handle: string; name: string }): Html {
  return creator === undefined
    ? html`<a class="button" href="/">Go to the home page</a>`
    : html`<a class="button" href="/@${creator.handle}">See ${creator.name}’s picks</a>`;
}

/** A complete HTML document. `html` escapes every value; the title is text, not markup. */
export function shopPage(page: ShopPage): string {
  const { variant, scheme } = page;
  const own = variantSheetPath(variant);
  return html`<!doctype html>
<html lang="en" data-project="${variant.key}" data-look="${variant.style}"${scheme !== undefined && html` class="${scheme}"`}><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title}</title>
${page.description !== undefined && html`<meta name="description" content="${page.description}">`}
${(page.status ?? 200) >= 400 && html`<meta name="robots" content="noindex">`}
${page.canonical !== undefined && html`<link rel="canonical" href="${page.canonical}">`}
<meta name="color-scheme" content="${scheme ?? 'light dark'}">
${
  own !== undefined &&
  html`<link rel="stylesheet" href="${own}">
`
}<link rel="stylesheet" href="${page.sheet ?? `/assets/shop.css?v=${sheet}`}">
<link rel="icon" href="/assets/mark.svg" type="image/svg+xml">
${page.head}</head>
<body><a class="skip" href="#content">Skip to content</a>
<main id="content">${page.body}</main>
<footer class="foot"><p class="wordmark">${variant.name}</p>
<nav aria-label="Legal"><a href="${variant.privacyUrl ?? '/pages/privacy-policy'}">Privacy</a> <a href="${variant.termsUrl ?? '/pages/terms-of-use'}">Terms</a>${page.reportable !== undefined && html` <a href="${reportPath(page.reportable)}">Report this page</a>`}</nav></footer>
</body></html>
`.toString();
}
