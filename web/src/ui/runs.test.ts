import { describe, expect, test } from 'vitest';
import { holesBetween, runsOf } from './runs.ts';

const points = (...values: (number | null)[]) => values.map((value) => ({ value }));

describe('a line by day (S16)', () => {
  test.each([
    [points(), []],
    [points(null, null), []],
    [points(1, 2, 3), [[0, 1, 2]]],
    [points(null, 1, 2, null, null, 3, null), [[1, 2], [5]]],
    [points(0, null, 0), [[0], [2]]],
  ])('is interrupted at a day without a value: %j', (given, runs) => {
    expect(runsOf(given)).toEqual(runs);
  });

  test('has gaps only between known days, not before or after them', () => {
    expect(holesBetween(runsOf(points(null, 1, 2, null, 3, 4, null)))).toEqual([[2, 4]]);
  });

  test('has no gaps when every known day stands alone', () => {
    expect(holesBetween(runsOf(points(1, null, 2, null, 3)))).toEqual([]);
  });
});
