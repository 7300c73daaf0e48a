import { expect, test } from 'vitest';
import { languageOfHeader } from './browser.locale.ts';

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['es-MX,es;q=0.9,en;q=0.8', 'es'],
  ['ca, es;q=0.7, en;q=0.6', 'es'],
  ['es;q=0.2, en-GB;q=0.9', 'en'],
  ['es;q=0, de', 'en'],
  ['*', 'en'],
  ['fr;q=x, ES ; q=0.5', 'es'],
  ['toString, ;;;,=,q=1', 'en'],
])('Accept-Language %j means %s', (header, language) => {
  expect(languageOfHeader(header)).toBe(language);
});
