import { lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import type { RichBlock, RichSpan, RichText } from './rich-text.ts';
import { misleadingHost } from './shown-addresses.ts';

// What an announcement can be written with: paragraphs, headings of one level, bulleted and numbered lists, bold, italic
// and links to https addresses. The text is read with a Markdown parser, and everything else of Markdown stays the text
// that was typed. What comes out can't express any other element, so no screen or email can show one.

type Style = Pick<RichSpan, 'bold' | 'italic' | 'href'>;

/** Links that were refused, as they were written. */
type Reading = { refused: string[] };

/** A link whose text reads like an address of another host than the one that it leads to. */
type MisleadingLink = { shown: string; href: string };

export type ParsedText = { content: RichText; refused: string[]; misleading: MisleadingLink[] };

/** Complete and encrypted, with a host that is what it seems to be: a user name before an @ can look like one. */
const safeAddress = /^https:\/\/(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}(?::\d{1,5})?(?:[/?#]\S*)?$/i;

function spanOf(text: string, style: Style): RichSpan[] {
  return text === '' ? [] : [{ text, ...style }];
}

function linkSpans(token: Tokens.Link, style: Style, reading: Reading): RichSpan[] {
  const { href } = token;
  if (safeAddress.test(href)) {
    const inner = spansOf(token.tokens, { ...style, href }, reading);
    return inner.length > 0 ? inner : spanOf(href, { ...style, href });
  }
  // An address that is only mentioned, like www.glow.example, is text. One that was made a link is a mistake to name.
  if (/^[[<]/.test(token.raw)) reading.refused.push(href);
  return spanOf(token.raw, style);
}

function spansOf(tokens: readonly Token[], style: Style, reading: Reading): RichSpan[] {
  return tokens.flatMap((each): RichSpan[] => {
    // Without extensions, the parser makes no other tokens.
    const token = each as MarkedToken;
    switch (token.type) {
      case 'strong':
        return spansOf(token.tokens, { ...style, bold: true }, reading);
      case 'em':
        return spansOf(token.tokens, { ...style, italic: true }, reading);
      case 'link':
        // An address inside a link's text is no second link.
        return style.href === undefined ? linkSpans(token, style, reading) : spanOf(token.text, style);
      case 'escape':
        return spanOf(token.text, style);
      case 'br':
        return spanOf('\n', style);
      case 'text':
        return token.tokens ? spansOf(token.tokens, style, reading) : spanOf(token.raw, style);
      default:
        return spanOf(token.raw, style);
    }
  });
}

/** Neighbors with the same style are one span, and the block neither begins nor ends with space. */
function joined(spans: readonly RichSpan[]): RichSpan[] {
  const out: RichSpan[] = [];
  for (const span of spans) {
    const last = out.at(-1);
    if (last && last.bold === span.bold && last.italic === span.italic && last.href === span.href)
      out[out.length - 1] = { ...last, text: last.text + span.text };
    else out.push(span);
  }
  const [first] = out;
  if (first) out[0] = { ...first, text: first.text.trimStart() };
  const end = out.at(-1);
  if (end) out[out.length - 1] = { ...end, text: end.text.trimEnd() };
  return out.filter(({ text }) => text !== '');
}

/** The text of a list's item; a list inside it continues it, one line for each of its items. */
function itemSpans(tokens: readonly Token[], reading: Reading): RichSpan[] {
  return tokens.flatMap((each, place): RichSpan[] => {
    const token = each as MarkedToken;
    const lead = place === 0 ? [] : spanOf('\n', {});
    if (token.type === 'list')
      return token.items.flatMap((item) => [...spanOf('\n– ', {}), ...itemSpans(item.tokens, reading)]);
    if (token.type === 'space') return [];
    if (token.type === 'text' || token.type === 'paragraph')
      return [...lead, ...spansOf(token.tokens ?? [token], {}, reading)];
    return [...lead, ...spanOf(token.raw, {})];
  });
}

function paragraph(spans: readonly RichSpan[]): RichBlock[] {
  const text = joined(spans);
  return text.length > 0 ? [{ kind: 'paragraph', spans: text }] : [];
}

function blocksOf(token: MarkedToken, reading: Reading): RichBlock[] {
  switch (token.type) {
    case 'space':
      return [];
    case 'heading': {
      const spans = joined(spansOf(token.tokens, {}, reading));
      return spans.length > 0 ? [{ kind: 'heading', spans }] : [];
    }
    case 'list': {
      const items = token.items
        .map((item) => joined(itemSpans(item.tokens, reading)))
        .filter((item) => item.length > 0);
      return items.length > 0 ? [{ kind: token.ordered ? 'numbers' : 'bullets', items }] : [];
    }
    case 'paragraph':
      return paragraph(spansOf(token.tokens, {}, reading));
    case 'text':
      return paragraph(spansOf(token.tokens ?? [token], {}, reading));
    default:
      return paragraph(spanOf(token.raw, {}));
  }
}

/** Spans beside each other that lead to the same address: to a reader they are one link. */
function linksIn(spans: readonly RichSpan[]): { from: number; to: number; href: string }[] {
  const links: { from: number; to: number; href: string }[] = [];
  spans.forEach(({ href }, index) => {
    const last = links.at(-1);
    if (href === undefined) return;
    if (last && last.to === index && last.href === href) last.to = index + 1;
    else links.push({ from: index, to: index + 1, href });
  });
  return links;
}

const textOf = (spans: readonly RichSpan[]) => spans.map(({ text }) => text).join('');

/** Makes links text again that show another address than theirs, alone or together with the letters right beside them. */
function honest(spans: readonly RichSpan[], misleading: MisleadingLink[]): RichSpan[] {
  const out = [...spans];
  for (const { from, to, href } of linksIn(spans)) {
    const before = textOf(spans.slice(0, from)).split(/\s/).at(-1) ?? '';
    const after = /^\S*/.exec(textOf(spans.slice(to)))?.[0] ?? '';
    const own = textOf(spans.slice(from, to));
    const shown = misleadingHost(own, href) ?? misleadingHost(before + own + after, href);
    if (shown === undefined) continue;
    misleading.push({ shown, href });
    for (let index = from; index < to; index += 1) {
      const { href: _href, ...text } = spans[index] ?? { text: '' };
      out[index] = text;
    }
  }
  return joined(out);
}

function honestBlock(block: RichBlock, misleading: MisleadingLink[]): RichBlock {
  return 'spans' in block
    ? { ...block, spans: honest(block.spans, misleading) }
    : { ...block, items: block.items.map((item) => honest(item, misleading)) };
}

const containers = /^(?:[ \t]*(?:[>*+-]|\d{1,9}[.)])(?=[ \t>]|$)){8}[ \t]*/;

/**
 * A line that begins with very many marks of quotes and lists would nest as deep as it is long. From the ninth on they are
 * text.
 */
function withoutDeepNesting(source: string): string {
  return source
    .split('\n')
    .map((line) => {
      const [marks] = containers.exec(line) ?? [];
      if (marks === undefined) return line;
      const rest = line.slice(marks.length);
      return `${marks}${rest.replace(/^(\d{0,9})(?=[>*+.)-])/, '$1\\')}`;
    })
    .join('\n');
}

/**
 * Reads what was written; never fails. `refused` are links that lead to no https address, and `misleading` those that show
 * another address than theirs; both stay text.
 */
export function parseRichText(source: string): ParsedText {
  const reading: Reading = { refused: [] };
  const misleading: MisleadingLink[] = [];
  const content = lexer(withoutDeepNesting(source), { gfm: true, breaks: true })
    .flatMap((token) => blocksOf(token as MarkedToken, reading))
    .map((block) => honestBlock(block, misleading));
  return { content, refused: reading.refused, misleading };
}
