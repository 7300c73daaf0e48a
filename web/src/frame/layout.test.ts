import { expect, test } from 'vitest';
import { layoutOf } from './layout.ts';

test.each([
  [320, 'phone'],
  [727, 'phone'],
  [728, 'tablet'],
  [1179, 'tablet'],
  [1180, 'desktop'],
  [1920, 'desktop'],
] as const)('%s px wide is the %s layout (S08)', (width, layout) => {
  expect(layoutOf(width)).toBe(layout);
});
