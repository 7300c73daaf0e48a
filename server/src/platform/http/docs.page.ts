import type { Endpoint, Principal, Scope } from '@vitrine/contract/endpoint.ts';
import { refusals } from '@vitrine/contract/refusals.ts';
import { curlOf, jsonSchemaOf, responseExample } from './docs.examples.ts';
import { fieldsOf } from './docs.fields.ts';
import { type Html, html } from './html.ts';

/** The callers, in the order of the page. */
const callers = {
  anonymous: 'anyone, logged in or not',
  shop: 'a brand’s shop',
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
type Group = { name: string; calls: Call[] };

const callerList = new Intl.ListFormat('en');

/** The calls grouped by who may make them. Groups with one kind of caller come first; each group is sorted by path. */
function groupsOf(endpoints: ReadonlyMap<string, Endpoint>): Group[] {
  const order = Object.keys(callers);
  const placeOf = ({ access }: Endpoint) => access.length * order.length + order.indexOf(access[0] ?? '');
  const sorted = [...endpoints].toSorted(
    ([, one], [, other]) => placeOf(one) - placeOf(other) || one.path.localeCompare(other.path),
  );
  const groups = Map.groupBy(sorted, ([, { access }]) => callerList.format(access.map((caller) => callers[caller])));
  return [...groups].map(([name, calls]) => ({ name, calls }));
}

function example(endpoint: Endpoint): Html {
  const body = responseExample(endpoint);
  if (body === undefined) return html`<p>The response is a file of the type <code>${endpoint.gives}</code>.</p>`;
  return html`<details><summary>Response, ${endpoint.status ?? 200}</summary><pre>${body}</pre></details>`;
}

function section([name, endpoint]: Call, publicUrl: string): Html {
  const { method, path, summary, scope, params, query, body, reply } = endpoint;
  const sent = { Path: params, Query: query, Body: body };
  return html`<section id="${name}">
<h3><code class="method">${method}</code> /api/v1${breakable(path)}</h3>
<p>${summary}.</p>
<p class="policy">Access: ${reach[scope]}.</p>
<pre>${curlOf(endpoint, publicUrl)}</pre>
${example(endpoint)}${Object.entries(sent).map(([heading, schema]) => fieldsOf(`${heading} fields`, schema && jsonSchemaOf(schema, 'input')))}${fieldsOf('Response fields', jsonSchemaOf(reply, 'output'))}
${endpoint.refusals ? html`<p>Errors: ${endpoint.refusals.map((code) => html`<a href="#${code}"><code>${code}</code></a> `)}</p>` : false}
</section>`;
}

/** Lets a long path break before a slash instead of within a name. */
function breakable(path: string): Html[] {
  return path.split(/(?=\/)/).map((part) => html`<wbr>${part}`);
}

function entry([name, { method, path, summary }]: Call): Html {
  return html`<li><a href="#${name}"><code class="method">${method}</code> <code>${breakable(path)}</code> <span>${summary}</span></a></li>`;
}

function index({ name, calls }: Group): Html {
  return html`<details><summary>For ${name} <span>(${calls.length})</span></summary><ul>${calls.map(entry)}</ul></details>`;
}

/** The API reference as an HTML page without scripts: it reads under any policy, offline, and on any screen. */
export function docsPage(endpoints: ReadonlyMap<string, Endpoint>, publicUrl: string): string {
  const groups = groupsOf(endpoints);
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Vitrine API</title><link rel="stylesheet" href="/assets/docs.css"></head>
<body><a class="skip" href="#calls">Skip to the calls</a>
<header><h1>Vitrine API</h1>
<p>Responses are <code>{"data": …}</code>; lists add <code>meta</code>. Errors are RFC 9457 problem documents with <code>code</code>, <code>message</code> and, for a 422, <code>errors</code> by field.
Money is <code>{"amount": "1250", "currency": "USD"}</code>: whole minor units, as text. Send <code>Authorization: Bearer …</code>; calls that change something accept an <code>Idempotency-Key</code>.
Machine-readable version: <a href="/api/v1/openapi.json">openapi.json</a>.</p>
<p>The examples are commands for a shell. <code>$TOKEN</code> is the token of a login or a brand’s API key; the values are made up.</p></header>
<nav aria-label="Calls">${groups.map(index)}<p><a href="#refusals">Errors</a></p></nav>
<main id="calls" tabindex="-1">${groups.map(({ name, calls }) => html`<h2>Calls for ${name}</h2>${calls.map((call) => section(call, publicUrl))}`)}
<h2 id="refusals">Errors</h2><dl>${Object.entries(refusals).map(([code, { status, title }]) => html`<dt id="${code}"><code>${code}</code></dt><dd>${status} · ${title}</dd>`)}</dl>
</main></body></html>`.toString();
}
