import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dropAt, type SortRect } from './drop.ts';

/** Items of 100 × 100 with gaps of 20, in so many columns. */
function items(count: number, columns: number): SortRect[] {
  return Array.from({ length: count }, (_, index) => {
    const left = 50 + (index % columns) * 120;
    const top = 200 + Math.floor(index / columns) * 120;
    return { id: String(index), left, top, right: left + 100, bottom: top + 100 };
  });
}

describe('where a dragged card lands (S27)', () => {
  test.each([
    ['above the first card', 4, 1, 100, 150, { id: '0', side: 'before' }],
    ['above the first card of a grid, on its right half', 4, 2, 140, 150, { id: '0', side: 'before' }],
    ['above the second card of a grid', 4, 2, 260, 150, { id: '1', side: 'before' }],
    ['below the last card', 3, 1, 100, 900, { id: '2', side: 'after' }],
    ['in the gap between two cards of a column', 3, 1, 100, 309, { id: '0', side: 'after' }],
    ['in the gap between two cards of a row', 4, 2, 159, 250, { id: '0', side: 'after' }],
    ['on the upper half in a column', 3, 1, 100, 330, { id: '1', side: 'before' }],
    ['on the right half in a grid', 4, 2, 140, 210, { id: '0', side: 'after' }],
    ['left of the list', 3, 1, 0, 410, { id: '1', side: 'after' }],
  ] as const)('%s', (_, count, columns, x, y, drop) => {
    expect(dropAt(items(count, columns), x, y)).toEqual(drop);
  });

  test('no point of the page is ignored', () => {
    const points = fc.tuple(fc.integer({ min: -500, max: 3000 }), fc.integer({ min: -500, max: 3000 }));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 4 }), points, (count, columns, [x, y]) => {
        expect(dropAt(items(count, columns), x, y)).toBeDefined();
      }),
    );
  });

  test('an empty list takes nothing', () => {
    expect(dropAt([], 10, 10)).toBeUndefined();
  });
});
