import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import { type Fragment, html } from './html.ts';

/** What the navigation of every page of the documentation lists. */
export type DocsEntry = { path: string; title: string };

/** Where a call is described. */
export function referenceAddress(name: string, { access }: Endpoint): string {
  const caller = access.includes('shop') ? 'shop' : access[0];
  return `/docs/reference/${caller}#${name}`;
}

/** A page of the documentation. It reads without its script, which only adds the copy buttons. */
export function docsShell(page: {
  title: string;
  path: string;
  guides: readonly DocsEntry[];
  references: readonly DocsEntry[];
  main: Fragment;
}): string {
  const list = (heading: string, entries: readonly DocsEntry[]) =>
    entries.length > 0 &&
    html`<h2>${heading}</h2><ul>${entries.map(
      ({ path, title }) =>
        html`<li><a href="${path}"${path === page.path && html` aria-current="page"`}>${title}</a></li>`,
    )}</ul>`;
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title}</title><link rel="stylesheet" href="/assets/docs.css"><script src="/assets/docs.js" defer></script></head>
<body><a class="skip" href="#main">Skip to the text</a>
<header><a href="/docs">Vitrine for developers</a></header>
<main id="main" tabindex="-1">${page.main}</main>
<nav aria-label="Documentation">${list('Guides', page.guides)}${list('Reference', page.references)}<p><a href="/api/v1/openapi.json">openapi.json</a></p></nav>
</body></html>`.toString();
}
