import { lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import type { RichBlock, RichSpan, RichText } from './rich-text.ts';

// What an announcement can be written with: paragraphs, headings of one level, bulleted and numbered lists, bold, italic
// and links to https addresses. The text is read with a Markdown parser, and everything else of Markdown stays the text
// that was typed. What comes out can't express any other element, so no screen or email can show one.

type Style = Pick<RichSpan, 'bold' | 'italic' | 'href'>;

/** Links that were refused, as they were written. */
type Reading = { refused: string[] };

export type ParsedText = { content: RichText; refused: string[] };

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

/** Reads what was written; never fails. `refused` are links that lead to no https address, which stay text. */
export function parseRichText(source: string): ParsedText {
  const reading: Reading = { refused: [] };
  const content = lexer(source, { gfm: true, breaks: true }).flatMap((token) =>
    blocksOf(token as MarkedToken, reading),
  );
  return { content, refused: reading.refused };
}
