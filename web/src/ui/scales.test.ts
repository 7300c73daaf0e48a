import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { columnsAcross, heights, pointsAcross, wholeTicks } from './scales.ts';

describe('an axis', () => {
  test('has round values and includes the lowest and highest value', () => {
    const { at, ticks } = heights([0, 87], [200, 0]);
    expect(ticks).toEqual([0, 50, 100]);
    expect([at(0), at(100)]).toEqual([200, 0]);
  });

  test('has no fractional ticks for whole values', () => {
    expect(wholeTicks(heights([0, 1], [200, 0]), [0, 1]).ticks).toEqual([0, 1]);
    expect(wholeTicks(heights([0, 1], [200, 0]), [0.4, 1]).ticks).toEqual([0, 0.5, 1]);
  });

  test('includes every value, and greater values are higher', () => {
    fc.assert(
      fc.property(fc.nat(1e9), fc.integer({ min: 1, max: 1e9 }), (low, more) => {
        const { at } = heights([low, low + more], [200, 0]);
        expect(at(low)).toBeLessThanOrEqual(200 + 1e-6);
        expect(at(low + more)).toBeGreaterThanOrEqual(-1e-6);
        expect(at(low + more)).toBeLessThan(at(low));
      }),
    );
  });
});

describe('horizontal positions', () => {
  const counts = fc.integer({ min: 1, max: 400 });

  test('columns fill the width and are found by their position', () => {
    fc.assert(
      fc.property(counts, (count) => {
        const across = columnsAcross(count, [44, 390], 0.3);
        expect(across.at(0) - 44).toBeCloseTo(390 - (across.at(count - 1) + across.band));
        if (count > 1) expect(across.at(0)).toBeCloseTo(44);
        for (const index of [0, count - 1]) expect(across.indexAt(across.at(index) + across.band / 2)).toBe(index);
        expect(across.indexAt(across.at(0) - 1)).toBeLessThan(0);
      }),
    );
  });

  test('points go from edge to edge and are found by a nearby position', () => {
    fc.assert(
      fc.property(counts, (count) => {
        const across = pointsAcross(count, [44, 390]);
        for (const index of [0, count - 1]) expect(across.indexAt(across.at(index) + 0.2)).toBe(index);
        if (count > 1) expect(across.at(count - 1)).toBeCloseTo(390);
      }),
    );
  });
});
