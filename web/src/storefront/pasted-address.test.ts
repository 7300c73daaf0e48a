import { expect, test } from 'vitest';
import { pastedAddress } from './pasted-address.ts';

test.each([
  ['https://shop.glowlab.example/products/x', 'https://shop.glowlab.example/products/x'],
  ['HTTP://shop.example', 'HTTP://shop.example'],
  ['shop.glowlab.example/products/x', 'https://shop.glowlab.example/products/x'],
])('%s is an address (S27)', (text, address) => {
  expect(pastedAddress(text)).toBe(address);
});

test.each(['serum', 'lip balm', 'SPF 30/50', '50/50', 'no. 5', 'a.b', ''])('%s is a word to search for', (text) => {
  expect(pastedAddress(text)).toBeUndefined();
});
