import { expect, test } from 'vitest';
import { layoutOf } from './layout.ts';

test.each([320, 727, 727.98])('%s px wide is the phone layout (§38, §122)', (width) => {
  expect(layoutOf(width)).toBe('phone');
});

test.each([728, 1179, 1179.98])('%s px wide is the tablet layout (§39, §122)', (width) => {
  expect(layoutOf(width)).toBe('tablet');
});

test.each([1180, 1920])('%s px wide is the desktop layout (§39, §122)', (width) => {
  expect(layoutOf(width)).toBe('desktop');
});
