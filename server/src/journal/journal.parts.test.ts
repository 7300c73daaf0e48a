import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createClickIds } from '../hits/click-id.ts';
import { hitRecord } from '../redirector.testing.ts';
import { extendParts, type JournalPart, span, timesOf, timesOfLines } from './journal.parts.ts';

const idAt = createClickIds();
const hitAt = (at: number) => hitRecord({ clickId: idAt(at) });

test('the times of a frame are those of its first and its last hit, whichever is earlier', () => {
  expect(timesOf([hitAt(5_000), hitAt(6_000), hitAt(7_000)])).toEqual({ earliest: 5_000, latest: 7_000 });
  expect(timesOf([hitAt(7_000), hitAt(5_000)])).toEqual({ earliest: 5_000, latest: 7_000 });
  expect(timesOf([hitAt(5_000)])).toEqual({ earliest: 5_000, latest: 5_000 });
});

test('lines without a hit have no times', () => {
  expect(timesOfLines([])).toBeUndefined();
});

test('two spans are joined, and nothing is joined with what is not there', () => {
  const [one, other] = [
    { earliest: 5, latest: 7 },
    { earliest: 1, latest: 6 },
  ];
  expect(span(one, other)).toEqual({ earliest: 1, latest: 7 });
  expect([span(one, undefined), span(undefined, one), span(undefined, undefined)]).toEqual([one, one, undefined]);
});

test('joining spans is the same in any order', () => {
  const anySpan = fc.tuple(fc.nat(), fc.nat()).map(([one, other]) => ({
    earliest: Math.min(one, other),
    latest: Math.max(one, other),
  }));
  fc.assert(
    fc.property(anySpan, anySpan, anySpan, (one, two, three) => {
      expect(span(one, two)).toEqual(span(two, one));
      expect(span(span(one, two), three)).toEqual(span(one, span(two, three)));
    }),
  );
});

test('a part begins where profiles are introduced, and later frames extend it', () => {
  const segment: { end: number; parts: JournalPart[] } = { end: 0, parts: [] };
  const write = (bytes: number, introducedAt: number, earliest: number, latest: number) => {
    extendParts(segment, introducedAt, { earliest, latest });
    segment.end += bytes;
  };
  write(100, 0, 10, 20);
  write(50, 0, 15, 30);
  write(50, 150, 31, 40);
  write(50, 150, 5, 35);
  expect(segment.parts).toEqual([
    { from: 0, earliest: 10, latest: 30 },
    { from: 150, earliest: 5, latest: 40 },
  ]);
});
