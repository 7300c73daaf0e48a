import type { Endpoint, Principal, Scope } from '@vitrine/contract/endpoint.ts';
import { refusals } from '@vitrine/contract/refusals.ts';
import { tinted } from './docs.code.ts';
import { curlOf, jsonSchemaOf, responseExample } from './docs.examples.ts';
import { fieldsOf } from './docs.fields.ts';
import type { Guide } from './docs.guides.ts';
import { type DocsEntry, docsShell } from './docs.shell.ts';
import { type Html, html } from './html.ts';

/** The callers, in the order of the pages. */
const callers = {
  shop: 'a brand’s shop',
  anonymous: 'anyone, logged in or not',
  creator: 'creators',
  brand: 'a brand’s staff',
  operator: 'operators',
} as const satisfies Record<Principal, string>;

const reach = {
  nothing: 'not tied to the caller’s own data',
  self: 'only the caller’s own data',
  own_merchant_account: 'only the creator’s own storefront at a brand',
  own_merchant: 'only the caller’s own brand',
  order_candidate: 'orders of the brand, or orders that included a link or code of the creator',
  code_holder: 'what the secret in the request gives access to',
  public: 'public data',
  signed_delivery: 'only for a signed delivery',
  one_time_grant: 'what an operator’s one-time grant gives access to',
  installation: 'the whole installation',
} as const satisfies Record<Scope, string>;

type Call = readonly [name: string, endpoint: Endpoint];
type Site = { guides: readonly Guide[]; references: readonly DocsEntry[] };

/** One page of the reference for each kind of caller, with every call that it may make. */
export const references: readonly DocsEntry[] = Object.entries(callers).map(([caller, title]) => ({
  path: `/docs/reference/${caller}`,
  title: `Calls for ${title}`,
}));

function example(endpoint: Endpoint): Html {
  const body = responseExample(endpoint);
  if (body === undefined) return html`<p>The response is a file of the type <code>${endpoint.gives}</code>.</p>`;
  return html`<details><summary>Response, ${endpoint.status ?? 200}</summary><div class="code"><pre>${tinted(body, 'json')}</pre></div></details>`;
}

function section([name, endpoint]: Call, publicUrl: string): Html {
  const { method, path, summary, scope, params, query, body, reply } = endpoint;
  const sent = { Path: params, Query: query, Body: body };
  return html`<section id="${name}">
<h2><code class="method">${method}</code> /api/v1${breakable(path)}</h2>
<p>${summary}.</p>
<p class="policy">Access: ${reach[scope]}.</p>
<div class="code"><pre>${tinted(curlOf(endpoint, publicUrl), 'sh')}</pre></div>
${example(endpoint)}${Object.entries(sent).map(([heading, schema]) => fieldsOf(`${heading} fields`, schema && jsonSchemaOf(schema, 'input')))}${fieldsOf('Response fields', jsonSchemaOf(reply, 'output'))}
${endpoint.refusals ? html`<p>Errors: ${endpoint.refusals.map((code) => html`<a href="/docs#${code}"><code>${code}</code></a> `)}</p>` : false}
</section>`;
}

/** Lets a long path break before a slash instead of within a name. */
function breakable(path: string): Html[] {
  return path.split(/(?=\/)/).map((part) => html`<wbr>${part}`);
}

function entry([name, { method, path, summary }]: Call): Html {
  return html`<li><a href="#${name}"><code class="method">${method}</code> <code>${breakable(path)}</code> <span>${summary}</span></a></li>`;
}

/** The page of one kind of caller. */
export function referencePage(
  path: string,
  site: Site,
  endpoints: ReadonlyMap<string, Endpoint>,
  publicUrl: string,
): string {
  const title = references.find((each) => each.path === path)?.title ?? '';
  const caller = path.split('/').at(-1) ?? '';
  const calls: Call[] = [...endpoints]
    .filter(([, { access }]) => (access as readonly string[]).includes(caller))
    .toSorted(([, one], [, other]) => one.path.localeCompare(other.path, 'en'));
  const main = html`<h1>${title}</h1>
<p>The examples are commands for a shell. <code>$TOKEN</code> is the token of a login or a brand’s API key; the values are made up. <a href="/docs#basics">What all calls have in common</a></p>
<ul class="calls">${calls.map(entry)}</ul>
${calls.map((call) => section(call, publicUrl))}`;
  return docsShell({ title: `${title} – Vitrine`, path, ...site, main });
}

/** The page of a guide, by its position among all, with links to those before and after it. */
export function guidePage(index: number, site: Site): string {
  const { guides } = site;
  const guide = guides[index];
  if (!guide) throw new Error(`there is no guide ${index}`);
  const turn = (to: Guide | undefined, rel: 'prev' | 'next') =>
    to !== undefined &&
    html`<a rel="${rel}" href="${to.path}">${rel === 'prev' ? '← ' : ''}${to.title}${rel === 'next' ? ' →' : ''}</a>`;
  const main = html`${guide.main}<p class="turn">${turn(guides[index - 1], 'prev')}${turn(guides[index + 1], 'next')}</p>`;
  return docsShell({ title: `${guide.title} – Vitrine`, path: guide.path, ...site, main });
}

/** The first page: guides, reference, what all calls have in common, and every refusal under its own address. */
export function docsIndex(site: Site, publicUrl: string): string {
  const guide = ({ path, title, about }: Guide) => html`<li><a href="${path}">${title}</a><span>${about}</span></li>`;
  const reference = ({ path, title }: DocsEntry) => html`<li><a href="${path}">${title}</a></li>`;
  const main = html`<h1>Vitrine for developers</h1>
<p>Connect a shop to Vitrine, so that creators earn their commission on every order that they bring.</p>
<h2 id="guides">Guides</h2><ul class="guides">${site.guides.map(guide)}</ul>
<h2 id="reference">Reference</h2><ul>${site.references.map(reference)}<li><a href="/api/v1/openapi.json">All calls as an OpenAPI 3.1 document</a></li></ul>
<h2 id="basics">What all calls have in common</h2>
<p>Calls are below <code>${publicUrl}/api/v1</code>. Responses are <code>{"data": …}</code>; lists add <code>meta</code>. Errors are RFC 9457 problem documents with <code>code</code>, <code>message</code> and, for a 422, <code>errors</code> by field.</p>
<p>Money is <code>{"amount": "1250", "currency": "USD"}</code>: whole minor units, as text. Send <code>Authorization: Bearer …</code>; calls that change something accept an <code>Idempotency-Key</code>.</p>
<h2 id="refusals">Errors</h2><dl>${Object.entries(refusals).map(([code, { status, title }]) => html`<dt id="${code}"><code>${code}</code></dt><dd>${status} · ${title}</dd>`)}</dl>`;
  return docsShell({ title: 'Vitrine for developers', path: '/docs', ...site, main });
}
