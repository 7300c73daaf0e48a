import { readdirSync, readFileSync } from 'node:fs';
import { Marked, type Tokens } from 'marked';
import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import { refusals } from '@vitrine/contract/refusals.ts';
import { tinted } from './docs.code.ts';
import { referenceAddress } from './docs.shell.ts';
import { escapeHtml, Html, html } from './html.ts';

// The guides of docs/shops as pages. They are files of ours; even so, markup in them stays text, and only links to
// other guides and to web addresses are links.

const folder = new URL('../../../../docs/shops/', import.meta.url);

/** The guides in the order in which they are listed; others follow by their names. */
const order = [
  'quickstart',
  'shopify',
  'woocommerce',
  'stripe',
  'file',
  'snippet',
  'sdk',
  'webhooks',
  'api',
  'errors',
  'money',
  'idempotency',
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
      code: ({ text, lang = '' }) => html`<div class="code"><pre>${tinted(text, lang)}</pre></div>\n`.toString(),
      table(token) {
        const row = (cells: Tokens.TableCell[], tag: 'td' | 'th') =>
          `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
        const body = token.rows.map((cells) => row(cells, 'td')).join('');
        return `<div class="table" role="region" aria-label="Table" tabindex="0"><table><thead>${row(token.header, 'th')}</thead><tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
}

function readGuide(name: string, marked: Marked): Guide {
  const text = readFileSync(new URL(`${name}.md`, folder), 'utf8');
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
  const marked = markdownOf(endpoints);
  const names = readdirSync(folder).flatMap((file) => /^([\w-]+)\.md$/.exec(file)?.[1] ?? []);
  const position = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return names
    .filter((name) => name !== 'README')
    .toSorted((one, other) => position(one) - position(other) || one.localeCompare(other, 'en'))
    .map((name) => readGuide(name, marked));
}
