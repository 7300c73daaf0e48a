import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { richText, type RichSpan } from './rich-text.ts';
import { parseRichText } from './rich-text.parser.ts';
import { announcementBody } from './announcement-body.ts';
import { plainTextOf } from './rich-text.plain.ts';

const read = (source: string) => parseRichText(source).content;
const spansOf = (source: string): RichSpan[] =>
  read(source).flatMap((block) => ('spans' in block ? block.spans : block.items.flat()));

describe('rich text', () => {
  test('has paragraphs, headings, lists, bold, italic and links', () => {
    expect(
      read(
        '## New\n\nIt’s **here**, *at\nlast*: [see it](https://glow.example/new)\n\n- one\n- two\n\n1. first\n2. second',
      ),
    ).toEqual([
      { kind: 'heading', spans: [{ text: 'New' }] },
      {
        kind: 'paragraph',
        spans: [
          { text: 'It’s ' },
          { text: 'here', bold: true },
          { text: ', ' },
          { text: 'at\nlast', italic: true },
          { text: ': ' },
          { text: 'see it', href: 'https://glow.example/new' },
        ],
      },
      { kind: 'bullets', items: [[{ text: 'one' }], [{ text: 'two' }]] },
      { kind: 'numbers', items: [[{ text: 'first' }], [{ text: 'second' }]] },
    ]);
  });

  test('bold and italic combine, also in a link', () => {
    expect(spansOf('[***both***](https://glow.example)')).toEqual([
      { text: 'both', bold: true, italic: true, href: 'https://glow.example' },
    ]);
  });

  test.each([
    ['<img src=x onerror=alert(1)>'],
    ['a <b>tag</b> inside'],
    ['![picture](https://glow.example/x.png)'],
    ['`code`'],
    ['~~gone~~'],
    ['> quoted'],
    ['| a | b |\n| - | - |\n| 1 | 2 |'],
    ['---'],
    ['    indented'],
    ['&lt;b&gt; &amp; co'],
  ])('keeps %j as the text that was typed', (source) => {
    expect(spansOf(source)).toEqual([{ text: source.trim() }]);
  });

  test.each([
    ['[x](javascript:alert(1))', 'javascript:alert(1)'],
    ['[x](JaVaScRiPt:alert(1))', 'JaVaScRiPt:alert(1)'],
    ['[x](data:text/html,hello)', 'data:text/html,hello'],
    ['[x](http://glow.example)', 'http://glow.example'],
    ['[x](//glow.example)', '//glow.example'],
    ['[x](/earnings)', '/earnings'],
    ['[x](https://glow.example@evil.example)', 'https://glow.example@evil.example'],
    ['[x](https://localhost/x)', 'https://localhost/x'],
    ['<javascript:alert(1)>', 'javascript:alert(1)'],
    ['[x][1]\n\n[1]: data:text/html,hello', 'data:text/html,hello'],
  ])('refuses the link of %j by name', (source, href) => {
    const { content, refused } = parseRichText(source);
    expect(refused).toEqual([href]);
    expect(JSON.stringify(content)).not.toContain('"href"');
  });

  test('an address that is only mentioned is text, and an https one is a link', () => {
    expect(parseRichText('See www.glow.example or write to a@glow.example')).toEqual({
      content: [{ kind: 'paragraph', spans: [{ text: 'See www.glow.example or write to a@glow.example' }] }],
      refused: [],
      misleading: [],
    });
    expect(spansOf('https://glow.example/new')).toEqual([
      { text: 'https://glow.example/new', href: 'https://glow.example/new' },
    ]);
  });

  test.each([
    ['[paypal.com](https://glow.example/login)', 'paypal.com'],
    ['[https://paypal.com/login](https://glow.example)', 'paypal.com'],
    ['[**pay**pal.com](https://glow.example)', 'paypal.com'],
    ['[paypal](https://glow.example)[.com](https://glow.example)', 'paypal.com'],
    ['paypal[.com/login](https://glow.example)', 'paypal.com'],
    ['[paypal](https://glow.example).com', 'paypal.com'],
    ['[ＰＡＹＰＡＬ．ｃｏｍ](https://glow.example)', 'paypal.com'],
    ['[pay\u200bpal。com](https://glow.example)', 'paypal.com'],
    ['- [log in at paypal.com](https://glow.example)', 'paypal.com'],
    ['## [glow.example](https://glow.example.evil.example)', 'glow.example'],
  ])('the link %j shows another address than its own, so it stays text and is named', (source, shown) => {
    const { content, refused, misleading } = parseRichText(source);
    expect(misleading.map((link) => link.shown)).toContain(shown);
    expect(refused).toEqual([]);
    expect(JSON.stringify(content)).not.toContain('"href"');
  });

  test.each([
    '[glow.example](https://glow.example/new)',
    '[www.glow.example/new](https://glow.example/new)',
    '[glow.example](https://shop.glow.example)',
    '[See what’s new](https://glow.example)',
    '[La nova col·lecció](https://glow.example)',
    'https://glow.example/?to=https://other.example',
    'Version 2.0. [See it](https://glow.example). Then more.',
  ])('the link in %j is honest', (source) => {
    const { content, misleading } = parseRichText(source);
    expect(misleading).toEqual([]);
    expect(JSON.stringify(content)).toContain('"href":"https://');
  });

  test('as plain text it keeps lists and the addresses of links', () => {
    expect(plainTextOf(read('## New\n\n[See it](https://glow.example)\n\n- one\n- two\n\n1. a\n2. b'))).toBe(
      'New\n\nSee it (https://glow.example)\n\n• one\n• two\n\n1. a\n2. b',
    );
  });
});

const signs =
  '** * _ [ ] ( ) < > " \' ` # | ! & \\ - 1. javascript: data:text/html, https:// http:// glow.example'.split(' ');
const tags = '<script> <a href= onerror= &lt; [x](javascript:alert(1)) [x](https://glow.example) x'.split(' ');
const pieces = fc.constantFrom(...signs, ...tags, ' ', '\n', '\n\n', '- ', '1. ', '\u0000', '\u202e');

test('whatever is typed, nothing outside of the list of elements comes out, and all links are https', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string({ unit: 'grapheme' })), { maxLength: 60 }), (parts) => {
      const { content } = parseRichText(parts.join(''));
      // The schema is strict: an unknown kind or attribute fails.
      expect(richText.safeParse(content).success).toBe(true);
      for (const block of content)
        for (const span of 'spans' in block ? block.spans : block.items.flat())
          if (span.href !== undefined) expect(span.href).toMatch(/^https:\/\/[a-z0-9.-]+(?:[:/?#]|$)/i);
    }),
    { numRuns: 2_000 },
  );
});

describe('a line of very many marks', () => {
  test.each(['> ', '>', '- ', '* ', '1. ', '> - '])('of %j is read, and keeps its text', (mark) => {
    expect(JSON.stringify(read(`${mark.repeat(8_000 / mark.length)}last`))).toContain('last');
  });

  test('keeps the marks after the eighth as they were typed', () => {
    expect(JSON.stringify(read(`${'- '.repeat(10)}last`))).toContain('- - last');
    expect(JSON.stringify(read(`${'1. '.repeat(9)}last`))).toContain('1. last');
  });
});

test('a word is too long for an announcement if a link could not be as long', () => {
  expect(announcementBody.safeParse(`see https://glow.example/${'a'.repeat(2_000)}`).success).toBe(true);
  expect(announcementBody.safeParse('a_'.repeat(1_100)).error?.issues[0]?.message).toBe(
    'must not have a word with more than 2048 characters',
  );
});
