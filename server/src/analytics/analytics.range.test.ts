import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyticsPresets } from '@vitrine/contract/analytics.ts';
import type { Span } from '../platform/days.ts';
import { Refusal } from '../platform/refusal.ts';
import { type RangeInput, rangeOf } from './analytics.range.ts';

const noon = new Date('2026-11-22T17:00:00Z');
const newYork = 'America/New_York';
const days = (asked: RangeInput, zone = newYork, now = noon) => {
  const { first, last, days: count, unit } = rangeOf(now, zone, asked);
  return [first, last, count, unit];
};
const hours = ({ from, to }: Span) => (to.getTime() - from.getTime()) / 3_600_000;

describe('a preset', () => {
  test.each([
    ['today', '2026-11-22', '2026-11-22', 1, 'hour'],
    ['yesterday', '2026-11-21', '2026-11-21', 1, 'hour'],
    ['last_7_days', '2026-11-16', '2026-11-22', 7, 'day'],
    ['last_28_days', '2026-10-26', '2026-11-22', 28, 'day'],
    ['last_30_days', '2026-10-24', '2026-11-22', 30, 'day'],
    ['last_90_days', '2026-08-25', '2026-11-22', 90, 'day'],
    ['month_to_date', '2026-11-01', '2026-11-22', 22, 'day'],
    ['last_month', '2026-10-01', '2026-10-31', 31, 'day'],
    ['last_12_months', '2025-11-23', '2026-11-22', 365, 'month'],
  ] as const)('%s is %s to %s', (preset, first, last, count, unit) => {
    expect(days({ preset })).toEqual([first, last, count, unit]);
  });

  test('the last 30 days are meant where nothing is asked', () => {
    expect(rangeOf(noon, newYork, {})).toMatchObject({ preset: 'last_30_days', days: 30 });
  });

  test('wins over days beside it', () => {
    expect(rangeOf(noon, newYork, { preset: 'today', from: '2026-01-01' })).toMatchObject({ preset: 'today', days: 1 });
  });

  test('today begins at the midnight of the zone', () => {
    const evening = new Date('2026-11-23T02:00:00Z');
    expect(days({ preset: 'today' }, newYork, evening)[0]).toBe('2026-11-22');
    expect(days({ preset: 'today' }, 'Asia/Tokyo', evening)[0]).toBe('2026-11-23');
  });

  test('last month in March has 28 days, in a leap year 29', () => {
    expect(days({ preset: 'last_month' }, 'UTC', new Date('2026-03-31T12:00:00Z'))).toEqual([
      '2026-02-01',
      '2026-02-28',
      28,
      'day',
    ]);
    expect(days({ preset: 'last_month' }, 'UTC', new Date('2028-03-31T12:00:00Z'))[2]).toBe(29);
  });
});

describe('days of one’s own', () => {
  test.each([
    [{ from: '2026-11-01', to: '2026-11-03' }, ['2026-11-01', '2026-11-03', 3, 'day']],
    [{ from: '2026-11-21' }, ['2026-11-21', '2026-11-22', 2, 'hour']],
    [{ to: '2026-11-03' }, ['2026-11-03', '2026-11-03', 1, 'hour']],
    [{ from: '2026-08-22', to: '2026-11-22' }, ['2026-08-22', '2026-11-22', 93, 'week']],
    [{ from: '2026-05-07', to: '2026-11-22' }, ['2026-05-07', '2026-11-22', 200, 'week']],
    [{ from: '2026-05-06', to: '2026-11-22' }, ['2026-05-06', '2026-11-22', 201, 'month']],
  ])('%j are %j', (asked, expected) => {
    expect(days(asked)).toEqual(expected);
  });

  test.each([
    ['to', { from: '2026-11-01', to: '2026-11-23' }, 'must not be after today (2026-11-22)'],
    ['from', { from: '2026-11-23' }, 'must not be after the end date (2026-11-22)'],
    ['from', { from: '2026-11-04', to: '2026-11-03' }, 'must not be after the end date (2026-11-03)'],
    ['from', { from: '1999-12-31', to: '2000-01-01' }, 'must not be before 2000-01-01'],
    ['from', { from: '2023-11-18', to: '2026-11-22' }, 'must be less than 1100 days before the end date'],
  ])('are refused at %s: %j', (field, asked, reason) => {
    const refused = () => rangeOf(noon, newYork, asked);
    expect(refused).toThrow(Refusal);
    expect(() => refused()).toThrow(expect.objectContaining({ errors: { [field]: [reason] } }));
  });

  test('the longest range has 1,100 days', () => {
    expect(days({ from: '2023-11-19', to: '2026-11-22' })[2]).toBe(1_100);
  });
});

describe('hours', () => {
  const hoursOfDay = (day: string, zone: string) => rangeOf(noon, zone, { from: day, to: day }).steps;

  test('a usual day has 24', () => {
    const steps = hoursOfDay('2026-11-20', newYork);
    expect(steps).toHaveLength(24);
    expect(steps[0]).toMatchObject({ first: '2026-11-20T00:00', from: new Date('2026-11-20T05:00:00Z') });
  });

  test('the day on which clocks go forward has 23, without the one that is skipped', () => {
    const names = hoursOfDay('2026-03-08', newYork).map(({ first }) => first.slice(11));
    expect(names).toHaveLength(23);
    expect(names.slice(0, 4)).toEqual(['00:00', '01:00', '03:00', '04:00']);
  });

  test('the day on which clocks go back has 25, and the hour that comes twice is two steps', () => {
    const names = hoursOfDay('2026-11-01', newYork).map(({ first }) => first.slice(11));
    expect(names).toHaveLength(25);
    expect(names.slice(0, 4)).toEqual(['00:00', '01:00', '01:00', '02:00']);
  });

  test('where clocks move by half an hour, all time is in exactly one step', () => {
    const steps = hoursOfDay('2026-04-05', 'Australia/Lord_Howe');
    const range = rangeOf(noon, 'Australia/Lord_Howe', { from: '2026-04-05', to: '2026-04-05' });
    expect(hours(range)).toBe(24.5);
    expect(steps.reduce((sum, step) => sum + hours(step), 0)).toBe(24.5);
  });

  test('a zone of three quarters of an hour begins its day there', () => {
    const [first] = hoursOfDay('2026-11-20', 'Asia/Kathmandu');
    expect(first?.from).toEqual(new Date('2026-11-19T18:15:00Z'));
  });
});

const anyAsked = fc.oneof(
  fc.constantFrom(...analyticsPresets).map((preset): RangeInput => ({ preset })),
  fc.tuple(fc.integer({ min: 0, max: 1_000 }), fc.integer({ min: 0, max: 1_000 })).map(([one, other]): RangeInput => {
    const today = Temporal.PlainDate.from('2026-11-22');
    const [newer, older] = [Math.min(one, other), Math.max(one, other)];
    return { from: today.subtract({ days: older }).toString(), to: today.subtract({ days: newer }).toString() };
  }),
);
const zones = fc.constantFrom(
  newYork,
  'UTC',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Europe/Madrid',
);

test('steps follow each other without gap or overlap from the first midnight to the last, also in the period before', () => {
  fc.assert(
    fc.property(anyAsked, zones, (asked, zone) => {
      const range = rangeOf(noon, zone, asked);
      for (const [steps, span] of [
        [range.steps, range],
        ...(range.unit === 'hour' ? [[range.stepsBefore, range.before] as const] : []),
      ] as const) {
        expect(steps[0]?.from).toEqual(span.from);
        expect(steps.at(-1)?.to).toEqual(span.to);
        for (const [nth, step] of steps.entries()) {
          expect(step.from.getTime()).toBeLessThan(step.to.getTime());
          if (nth > 0) expect(step.from).toEqual(steps[nth - 1]?.to);
        }
      }
      expect(range.before.to).toEqual(range.from);
      expect(Temporal.PlainDate.from(range.before.first).until(range.first).days).toBe(range.days);
    }),
    { numRuns: 60 },
  );
});
