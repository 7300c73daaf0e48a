import * as z from 'zod/mini';
import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import { refusals } from '@vitrine/contract/refusals.ts';
import { type Html, html } from './html.ts';

function schemaBlock(heading: string, schema: z.ZodMiniType | undefined, io: 'input' | 'output'): Html | false {
  if (!schema) return false;
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return html`<details><summary>${heading}</summary><pre>${JSON.stringify(shape, null, 2)}</pre></details>`;
}

function section(name: string, endpoint: Endpoint): Html {
  return html`<section id="${name}">
<h2><code>${endpoint.method}</code> /api/v1${endpoint.path}</h2>
<p>${endpoint.summary}.</p>
<p class="policy">For ${endpoint.access.join(', ')} · reaches ${endpoint.scope.replaceAll('_', ' ')}</p>
${schemaBlock('Query', endpoint.query, 'input')}${schemaBlock('Body', endpoint.body, 'input')}${schemaBlock('Answer (data)', endpoint.reply, 'output')}
${endpoint.refusals ? html`<p>Refusals: ${endpoint.refusals.map((code) => html`<a href="#${code}"><code>${code}</code></a> `)}</p>` : false}
</section>`;
}

/** An address that is wider than its line breaks before a slash, not in the middle of a name. */
function breakable(path: string): Html[] {
  return path.split(/(?=\/)/).map((part) => html`<wbr>${part}`);
}

/** The calls under whoever may make them, each group by its addresses. */
function callers(entries: readonly (readonly [string, Endpoint])[]) {
  const sorted = entries.toSorted(([, one], [, other]) => one.path.localeCompare(other.path));
  return Object.entries(Object.groupBy(sorted, ([, { access }]) => access.join(', '))).map(
    ([who, calls = []]) => [who, calls] as const,
  );
}

/** The contract as a page to read, without script. */
export function docsPage(endpoints: ReadonlyMap<string, Endpoint>): string {
  const entries = [...endpoints];
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Vitrine API</title><link rel="stylesheet" href="/assets/docs.css"></head>
<body><header><h1>Vitrine API</h1>
<p>Answers are <code>{"data": …}</code>; lists add <code>meta</code>. Errors are RFC 9457 problem documents with <code>code</code>, <code>message</code> and, for a 422, <code>errors</code> by field.
Money is <code>{"amount": "1250", "currency": "USD"}</code>: whole minor units as text. Send <code>Authorization: Bearer …</code>; unsafe calls take an <code>Idempotency-Key</code>.
The same as a document for machines: <a href="/api/v1/openapi.json">openapi.json</a>.</p></header>
<nav aria-label="Calls">${callers(entries).map(
    ([who, calls]) =>
      html`<h2>For ${who}</h2><ul>${calls.map(([name, { method, path }]) => html`<li><a href="#${name}"><code class="method">${method}</code> <code>${breakable(path)}</code></a></li>`)}</ul>`,
  )}</nav>
<main>${entries.map(([name, endpoint]) => section(name, endpoint))}
<h2>Refusals</h2><dl>${Object.entries(refusals).map(([code, { status, title }]) => html`<dt id="${code}"><code>${code}</code></dt><dd>${status} · ${title}</dd>`)}</dl>
</main></body></html>`.toString();
}
