import { parseRichText } from '@vitrine/contract/values/rich-text.parser.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shippedVariants } from '../variants/variants.testing.ts';
import { partHtml, partText } from './parts.ts';

const { light } = shippedVariants.standard.colors;
const signs = '** * [ ] ( ) < > " \' & x <script> <img onerror=alert(1)> [x](javascript:alert(1))'.split(' ');
const pieces = fc.constantFrom(...signs, '[x](https://glow.example/"onclick=)', ' ', '\n', '\n\n', '# ', '- ', '1. ');

test('whatever is typed, an email has only the elements and attributes of rich text', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 40 }), (parts) => {
      const html = parseRichText(parts.join(''))
        .content.map((block) => partHtml({ block }, light).toString())
        .join('');
      for (const [tag] of html.matchAll(/<[^>]*>?/g))
        expect(tag).toMatch(/^<\/?(?:p|h2|ul|ol|li|strong|em|a)(?: (?:class|style|href)="[^"<>]*")*>$/);
      for (const [, href] of html.matchAll(/ href="([^"]*)"/g)) expect(href).toMatch(/^https:\/\//i);
    }),
    { numRuns: 1_000 },
  );
});

test('a picture has its shape in the column, and products are linked in both parts', () => {
  const picture = {
    picture: { url: 'https://portal.example/media/p/x.webp', width: 1_040, height: 520, alt: 'A “new” <serum>' },
  };
  expect(partHtml(picture, light).toString()).toContain('width="520" height="260"');
  expect(partHtml(picture, light).toString()).toContain('alt="A “new” &lt;serum&gt;"');
  expect(partText(picture)).toBeUndefined();
  const products = { products: [{ title: 'Dew <Serum>', image: null, url: 'https://glow.example/serum' }] };
  expect(partHtml(products, light).toString()).toContain('>Dew &lt;Serum&gt;</a>');
  expect(partHtml(products, light).toString()).not.toContain('<img');
  expect(partText(products)).toBe('Dew <Serum>:\nhttps://glow.example/serum');
});
