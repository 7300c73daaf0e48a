import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Counted, countedKey, markDuplicates, type Repeatable } from './duplicates.ts';

const minute = 60_000;
const hit = (at: number, changed: Partial<Repeatable> = {}): Repeatable => ({
  linkId: 'l',
  at,
  windowMs: 30 * minute,
  sentBrowser: 'b',
  browser: 'b',
  isUnsigned: false,
  visitor: 'v',
  verdict: { class: 'human', reason: 'browser' },
  ...changed,
});
/** The first click of a browser sends no mark and gets one. */
const first = (at: number, changed: Partial<Repeatable> = {}) => hit(at, { sentBrowser: '', ...changed });
function reasons(hits: Repeatable[], counted: Counted = new Map()): string[] {
  markDuplicates(hits, counted);
  return hits.map(({ verdict }) => (verdict.class === 'duplicate' ? verdict.reason : 'counted'));
}

describe('a second click', () => {
  test.each([
    ['within the window', 29 * minute, 'same_browser'],
    ['a millisecond before its end', 30 * minute - 1, 'same_browser'],
    ['at its end', 30 * minute, 'counted'],
    ['later', 31 * minute, 'counted'],
  ])('%s is %s', (_when, after, expected) => {
    expect(reasons([first(0), hit(after)])).toEqual(['counted', expected]);
  });

  test('on another link counts', () => {
    expect(reasons([first(0), hit(1, { linkId: 'other' })])).toEqual(['counted', 'counted']);
  });

  test('does not extend the window of the first', () => {
    expect(reasons([first(0), hit(20 * minute), hit(40 * minute)])).toEqual(['counted', 'same_browser', 'counted']);
  });

  test('with no window always counts', () => {
    const open = { windowMs: 0 };
    expect(reasons([first(0, open), hit(0, open), hit(1, open)])).toEqual(['counted', 'counted', 'counted']);
  });
});

describe('who sends no mark', () => {
  test('is taken for the visitor of the day', () => {
    const other = { browser: 'c', sentBrowser: '' };
    expect(reasons([first(0), hit(minute, other)])).toEqual(['counted', 'same_visitor_no_cookie']);
  });

  test('counts as another visitor', () => {
    const other = { browser: 'c', sentBrowser: '', visitor: 'w' };
    expect(reasons([first(0), hit(minute, other)])).toEqual(['counted', 'counted']);
  });
});

describe('two marks behind one address', () => {
  test('are two people when both are signed', () => {
    expect(reasons([first(0), hit(1, { sentBrowser: 'c', browser: 'c' })])).toEqual(['counted', 'counted']);
  });

  test('are one when the second may be made up', () => {
    const unsigned = { sentBrowser: 'made up', browser: 'd', isUnsigned: true };
    expect(reasons([first(0), hit(1, unsigned)])).toEqual(['counted', 'same_visitor_unsigned_cookie']);
  });
});

test('only what counts is compared: a bot neither repeats nor is repeated', () => {
  const bot = { verdict: { class: 'bot' as const, reason: 'preview' } };
  const hits = [first(0, bot), hit(1), hit(2, bot)];
  expect(reasons(hits)).toEqual(['counted', 'counted', 'counted']);
  expect(hits.map(({ verdict }) => verdict.class)).toEqual(['bot', 'human', 'bot']);
});

test('what was counted in an earlier batch is remembered, and never goes back', () => {
  const counted: Counted = new Map([[countedKey('l', 'b'), 10 * minute]]);
  expect(reasons([hit(11 * minute)], counted)).toEqual(['same_browser']);
  expect(reasons([hit(5 * minute)], counted)).toEqual(['same_browser']);
  expect(counted.get(countedKey('l', 'b'))).toBe(10 * minute);
});

test('the order in which hits come does not matter, only their times', () => {
  const times = fc.uniqueArray(fc.integer({ min: 0, max: 200 * minute }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(times, fc.integer({ min: 1, max: 60 * minute }), (list, windowMs) => {
      const countedOf = (order: number[]) => {
        const hits = order.map((at) => hit(at, { windowMs }));
        markDuplicates(hits, new Map());
        return hits
          .filter(({ verdict }) => verdict.class === 'human')
          .map(({ at }) => at)
          .toSorted((a, b) => a - b);
      };
      const counted = countedOf(list);
      expect(countedOf(list.toReversed())).toEqual(counted);
      expect(counted.every((at, nth) => nth === 0 || at - (counted[nth - 1] ?? 0) >= windowMs)).toBe(true);
      expect(counted[0]).toBe(Math.min(...list));
    }),
  );
});
