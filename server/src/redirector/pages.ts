import { type Html, html } from '../platform/http/html.ts';
import { type PublicTakedown, takedownHeading, takedownNotice } from '../platform/http/takedown.notice.ts';
import { statusOfTakedown } from '@vitrine/contract/values/takedown-categories.ts';
import { shopHeaders, shopPage, wayOn } from '../platform/http/shop.page.ts';
import type { Variant } from '../platform/variants/variants.ts';
import type { Names } from './link.names.ts';
import type { ServedLink } from './link.table.ts';

// Pages of the redirector. None reveals the destination of a link that is disabled or was taken down.

export type Page = { status: number; markup: string; headers: Record<string, string> };

const headers = { ...shopHeaders, 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' };

function pageOf(status: number, title: string, variant: Variant, body: Html, reportable?: string): Page {
  const markup = shopPage({
    title,
    status,
    variant,
    body: html`<section class="notice">${body}</section>`,
    ...(reportable !== undefined && { reportable }),
  });
  return { status, markup, headers };
}

export function missingLinkPage(path: string, variant: Variant): Page {
  const body = html`<p class="eyebrow">Not found</p><h1>This link doesn’t work</h1>
<p class="lead">It may be incomplete or misspelled. Check the spelling; capital letters matter.</p>
${wayOn()}`;
  return pageOf(404, 'This link doesn’t work', variant, body, path);
}

export function gonePage(path: string, { creator: name, handle }: Names, variant: Variant): Page {
  const body = html`<p class="eyebrow">Link disabled</p><h1>This link is no longer active</h1>
<p class="lead">The creator or brand behind it has turned it off.</p>
${wayOn(handle !== undefined && name !== undefined ? { handle, name } : undefined)}`;
  return pageOf(410, 'This link is no longer active', variant, body, path);
}

export function takedownPage(takedown: PublicTakedown, variant: Variant): Page {
  const status = statusOfTakedown(takedown.category);
  const title = takedownHeading('link');
  return { status, headers, markup: shopPage({ title, status, variant, body: takedownNotice('link', takedown) }) };
}

export function tooManyPage(variant: Variant): Page {
  const body = html`<p class="eyebrow">One moment</p><h1>Too many attempts</h1>
<p class="lead">Several links that don’t exist were opened from your network. Please try again in a second.</p>
<a class="button" href="">Try again</a>`;
  return pageOf(429, 'Too many attempts', variant, body);
}

/** Shows the destination of a link before going there; `/s/{code}+`. */
export function previewPage(link: ServedLink, names: Names, variant: Variant): Page {
  const host = URL.parse(link.head)?.host ?? '';
  const who = names.creator ?? 'The creator who shared it';
  const body = html`<p class="eyebrow">This link goes to</p><h1>${host}</h1>
<p class="lead">${names.brand === undefined ? 'A page in an online shop.' : `A page in the ${names.brand} shop.`}</p>
<p class="disclosure">${who} earns a commission when you buy through this link. Your price stays the same.</p>
<p><a class="button" href="/s/${link.code}" rel="sponsored nofollow noopener">Go to ${host}</a></p>`;
  return pageOf(200, `Link to ${host}`, variant, body, `/s/${link.code}`);
}
