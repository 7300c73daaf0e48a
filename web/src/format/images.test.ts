import { expect, test } from 'vitest';
import { imageSource } from './images.ts';

test.each(['webp', 'jpeg', 'jpg', 'png', 'gif', 'JPG'])(
  'an http address that ends in .%s is shown (§98)',
  (extension) => {
    expect(imageSource(`https://shop.example/serum.${extension}?v=2`)).toBe(
      `https://shop.example/serum.${extension}?v=2`,
    );
    expect(imageSource(`http://shop.example/serum.${extension}`)).toBe(`http://shop.example/serum.${extension}`);
  },
);

test.each([
  ['nothing', undefined],
  ['null', null],
  ['empty text', ''],
  ['not an address', 'serum.png'],
  ['another protocol', 'ftp://shop.example/serum.png'],
  ['a script', 'javascript:alert(1)//.png'],
  ['no extension', 'https://shop.example/serum'],
  ['an unknown extension', 'https://shop.example/serum.svg'],
  ['an extension of the query alone', 'https://shop.example/serum?name=.png'],
  ['an extension of a folder alone', 'https://shop.example/a.png/serum'],
])('%s falls back to the placeholder (§98)', (_what, value) => {
  expect(imageSource(value)).toBeUndefined();
});
