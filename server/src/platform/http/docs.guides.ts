import { readFileSync } from 'node:fs';
import { Marked, type Tokens } from 'marked';
import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import { refusals } from '@vitrine/contract/refusals.ts';
import { tinted } from './docs.code.ts';
import { referenceAddress } from './docs.shell.ts';
import { escapeHtml, Html, html } from './html.ts';

// The guides of docs/shops as pages. They are files of ours; even so, markup in them stays text, and only links to
// other guides and to web addresses are links.

const folder = new URL('../../../../docs/shops/', import.meta.url);

/** The guides in the order in which they are listed. */
const order = [
  'quickstart',
  'shopify',
  'woocommerce',
  'stripe',
  'products',
  'file',
  'snippet',
  'sdk',
  'webhooks',
  'deliveries',
  'test-mode',
  'api',
  'errors',
  'money',
  'idempotency',
  'api-changes',
];

export type Guide = { name: string; path: string; title: string; about: string; main: Html };

/** Plain text of a line of Markdown. */
function plain(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1').replaceAll(/[`*_]{1,2}(\S[^`*]*)[`*_]{1,2}/g, '$1');
}

function slugOf(text: string): string {
  return plain(text)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/** Where a link of a guide leads on the site; undefined if it isn't to be followed. */
function addressOf(href: string): string | undefined {
  const guide = /^([\w-]+)\.md(#.*)?$/.exec(href);
  if (guide) return guide[1] === 'README' ? '/docs' : `/docs/${guide[1]}${guide[2] ?? ''}`;
  return /^(https?:\/\/|#)/.test(href) ? href : undefined;
}

/** The explanation of what stands in backticks: a call such as `POST /orders`, or a refusal's code. */
function explanationOf(text: string, endpoints: ReadonlyMap<string, Endpoint>): string | undefined {
  if (Object.hasOwn(refusals, text)) return `/docs#${text}`;
  const [, method, path] = /^([A-Z]+) (?:\/api\/v1)?(\/\S*)$/.exec(text) ?? [];
  const [name, endpoint] = [...endpoints].find(([, each]) => each.method === method && each.path === path) ?? [];
  return name !== undefined && endpoint ? referenceAddress(name, endpoint) : undefined;
}

function markdownOf(endpoints: ReadonlyMap<string, Endpoint>): Marked {
  return new Marked({
    renderer: {
      html: ({ text }) => escapeHtml(text),
      image: ({ text }) => escapeHtml(text),
      heading({ tokens, depth, text }) {
        const inner = this.parser.parseInline(tokens);
        const id = slugOf(text);
        return depth === 1
          ? `<h1>${inner}</h1>\n`
          : `<h${depth} id="${id}">${inner} <a class="anchor" href="#${id}" aria-label="Link to “${escapeHtml(plain(text))}”">#</a></h${depth}>\n`;
      },
      link({ href, tokens }) {
        const address = addressOf(href);
        const inner = this.parser.parseInline(tokens);
        return address === undefined ? inner : `<a href="${escapeHtml(address)}">${inner}</a>`;
      },
      codespan({ text }) {
        const address = explanationOf(text, endpoints);
        const code = html`<code>${text}</code>`;
        return (address === undefined ? code : html`<a href="${address}">${code}</a>`).toString();
      },
      // After the language, a block can have a label for the tests.
      code: ({ text, lang = '' }) =>
        html`<div class="code"><pre>${tinted(text, lang.split(' ', 1)[0] ?? '')}</pre></div>\n`.toString(),
      table(token) {
        const inner = ({ tokens }: Tokens.TableCell) => this.parser.parseInline(tokens);
        const head = token.header.map((cell) => `<th scope="col">${inner(cell)}</th>`).join('');
        // On a phone, each cell stands below the name of its column.
        const label = (column: number) => escapeHtml(plain(token.header[column]?.text ?? ''));
        const row = (cells: Tokens.TableCell[]) =>
          `<tr>${cells.map((cell, column) => `<td data-column="${label(column)}">${inner(cell)}</td>`).join('')}</tr>`;
        return `<table><thead><tr>${head}</tr></thead><tbody>${token.rows.map(row).join('')}</tbody></table>\n`;
      },
    },
  });
}

/** The page of a guide with this text. */
export function guideOf(name: string, text: string, endpoints: ReadonlyMap<string, Endpoint>): Guide {
  const marked = markdownOf(endpoints);
  const tokens = marked.lexer(text);
  const find = (type: string) => tokens.find((token) => token.type === type) as { text: string } | undefined;
  const about = plain(find('paragraph')?.text ?? '').replaceAll('\n', ' ');
  return {
    name,
    path: `/docs/${name}`,
    title: plain(find('heading')?.text ?? name),
    about: /^.*?[.!?](?=\s|$)/.exec(about)?.[0] ?? about,
    main: new Html(marked.parser(tokens)),
  };
}

/** All guides, in their order. */
export function readGuides(endpoints: ReadonlyMap<string, Endpoint>): Guide[] {
  return order.map((name) => guideOf(name, readFileSync(new URL(`${name}.md`, folder), 'utf8'), endpoints));
}
