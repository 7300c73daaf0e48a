import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clickOfUuid, createClickIds, isClickId, timeOfClick, uuidOfClick } from './click-id.ts';

test('a click id is a UUID version 7 of its time and survives a round trip', () => {
  const next = createClickIds();
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 48 - 1 }), (at) => {
      const id = next(at);
      expect(id).toHaveLength(22);
      expect(isClickId(id)).toBe(true);
      expect(timeOfClick(id)).toBe(at);
      expect(uuidOfClick(id)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(clickOfUuid(uuidOfClick(id))).toBe(id);
    }),
  );
});

test('fifty thousand click ids of one millisecond are all different', () => {
  const next = createClickIds();
  expect(new Set(Array.from({ length: 50_000 }, () => next(1_795_000_000_000))).size).toBe(50_000);
});

test.each(['', 'AaH7hbkYc9qDHORJ3wN3T', 'AaH7hbkYZ9qDHORJ3wN3TA', 'AaH7hbkYc9qDHORJ3wN3T ', '../../../../etc/passwd'])(
  '%j is not a click id',
  (text) => {
    expect(isClickId(text)).toBe(false);
  },
);
