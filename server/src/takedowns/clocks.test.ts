import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { businessDaysUntil, clockOf, endOfBusinessDay, restoreWindow } from './clocks.ts';

const instants = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
const dayMs = 86_400_000;
const startOf = (at: Date) => Math.floor(at.getTime() / dayMs) * dayMs;

/** Counts the days one by one, without the code under test. */
function businessDaysIn(from: number, until: number): number {
  let count = 0;
  for (let day = from; day < until; day += dayMs) if (![0, 6].includes(new Date(day).getUTCDay())) count += 1;
  return count;
}

describe('business days', () => {
  test('the given number of them lies between the day of an instant and the end of the clock', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: 1, max: 60 }), (from, count) => {
        const end = endOfBusinessDay(from, count);
        expect(end.getTime() % dayMs).toBe(0);
        expect(businessDaysIn(startOf(from) + dayMs, end.getTime())).toBe(count);
        // The last one is a business day, not the weekend after it.
        expect([0, 6]).not.toContain(new Date(end.getTime() - 1).getUTCDay());
      }),
    );
  });

  test('every instant of a day has the same end', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: 1, max: 20 }), (at, count) => {
        expect(endOfBusinessDay(new Date(startOf(at)), count)).toEqual(endOfBusinessDay(at, count));
      }),
    );
  });

  test('the days left are those of the clock at its start, and fall to none, then below', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: 1, max: 20 }), (from, count) => {
        const end = endOfBusinessDay(from, count);
        expect(businessDaysUntil(end, from)).toBe(count);
        expect(businessDaysUntil(end, new Date(end.getTime() - 1))).toBe(0);
        expect(businessDaysUntil(end, new Date(end.getTime() + 7 * dayMs))).toBeLessThan(0);
      }),
    );
  });

  test('a restore is possible for four business days, from the end of the 10th to the end of the 14th', () => {
    fc.assert(
      fc.property(instants, (at) => {
        const { notBefore, at: until } = restoreWindow(at);
        expect(businessDaysIn(startOf(at) + dayMs, notBefore.getTime())).toBe(10);
        expect(businessDaysIn(startOf(at) + dayMs, until.getTime())).toBe(14);
      }),
    );
  });

  test('a report of a Friday is due at the end of the next Friday', () => {
    expect(endOfBusinessDay(new Date('2026-11-20T12:00:00Z'), 5)).toEqual(new Date('2026-11-28T00:00:00Z'));
  });
});

describe('the clock of a report', () => {
  const receivedAt = new Date('2026-11-20T12:00:00Z');
  const now = new Date('2026-11-23T09:00:00Z');

  test('runs until the decision, then until the counter-notice is forwarded, then until the restore', () => {
    const counterNotice = { receivedAt, forwardedAt: null };
    expect(clockOf({ state: 'open', receivedAt, counterNotice: undefined }, now)).toMatchObject({
      step: 'decide',
      due_at: '2026-11-28T00:00:00.000Z',
      business_days_left: 4,
      is_overdue: false,
    });
    expect(clockOf({ state: 'countered', receivedAt, counterNotice }, now)).toMatchObject({ step: 'forward' });
    expect(
      clockOf({ state: 'countered', receivedAt, counterNotice: { receivedAt, forwardedAt: now } }, now),
    ).toMatchObject({
      step: 'restore',
      not_before: '2026-12-05T00:00:00.000Z',
      due_at: '2026-12-11T00:00:00.000Z',
    });
  });

  test.each(['taken_down', 'declined', 'in_court', 'restored'] as const)('has ended when it is %s', (state) => {
    expect(clockOf({ state, receivedAt, counterNotice: undefined }, now)).toBeNull();
  });

  test('is overdue from the moment it ends', () => {
    const open = { state: 'open', receivedAt, counterNotice: undefined } as const;
    const end = new Date('2026-11-28T00:00:00Z');
    expect(clockOf(open, new Date(end.getTime() - 1))?.is_overdue).toBe(false);
    expect(clockOf(open, end)?.is_overdue).toBe(true);
  });
});
