import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { periodOf } from './days.ts';

const zones = [
  'UTC',
  'America/New_York',
  'America/St_Johns',
  'America/Sao_Paulo',
  'America/Havana',
  'Africa/Cairo',
  'Europe/Paris',
  'Asia/Beirut',
  'Asia/Tehran',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Pacific/Honolulu',
];
const quarterMs = 900_000;
const from = Date.UTC(2024, 0, 1);
const to = Date.UTC(2027, 11, 31);
const instants = fc.integer({ min: from, max: to });

function dayByIntl(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);
}

/** The name of the day that an instant falls in, by the period's midnights alone. */
function dayByPeriod(at: number, period: ReturnType<typeof periodOf>): string | undefined {
  return period.days[period.midnights.findLastIndex((midnight) => midnight.getTime() <= at)];
}

describe('the days of a period', () => {
  test.for(zones)("include each instant of %s once, on the calendar's day", (zone) => {
    fc.assert(
      fc.property(
        instants,
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 0, max: 59 }),
        fc.nat(86_400_000),
        (now, count, back, within) => {
          const period = periodOf(new Date(now), zone, count);
          const at = Math.max(now - (back % count) * 86_400_000 - within, period.midnights[0]?.getTime() ?? 0);
          expect(dayByPeriod(at, period)).toBe(dayByIntl(at, zone));
          expect(period.days.at(-1)).toBe(dayByIntl(now, zone));
          expect(period.days).toHaveLength(count);
          expect(period.before.getTime()).toBeLessThan(period.midnights[0]?.getTime() ?? 0);
        },
      ),
      { numRuns: 300 },
    );
  });

  test.for(zones)('begin and end on a quarter of an hour in %s, all year', (zone) => {
    const period = periodOf(new Date(to), zone, Math.round((to - from) / 86_400_000));
    expect(period.midnights.filter((midnight) => midnight.getTime() % quarterMs !== 0)).toEqual([]);
    for (const [index, day] of period.days.entries()) {
      const midnight = period.midnights[index]?.getTime() ?? 0;
      expect([dayByIntl(midnight - 1, zone) < day, dayByIntl(midnight, zone)]).toEqual([true, day]);
    }
  });

  test('have 25 hours in New York on 2026-11-01, and half an hour more on Lord Howe in April', () => {
    const hours = (zone: string, now: string) => {
      const {
        midnights: [start, end],
      } = periodOf(new Date(now), zone, 1);
      return ((end?.getTime() ?? 0) - (start?.getTime() ?? 0)) / 3_600_000;
    };
    expect(hours('America/New_York', '2026-11-01T12:00:00Z')).toBe(25);
    expect(hours('America/New_York', '2026-03-08T12:00:00Z')).toBe(23);
    expect(hours('Australia/Lord_Howe', '2026-04-05T01:00:00Z')).toBe(24.5);
    expect(hours('Asia/Kathmandu', '2026-04-05T01:00:00Z')).toBe(24);
  });

  test('are compared with as many days before them', () => {
    const period = periodOf(new Date('2026-11-20T12:00:00Z'), 'Asia/Kathmandu', 7);
    expect(period.days).toEqual([
      '2026-11-14',
      '2026-11-15',
      '2026-11-16',
      '2026-11-17',
      '2026-11-18',
      '2026-11-19',
      '2026-11-20',
    ]);
    expect(period.before.toISOString()).toBe('2026-11-06T18:15:00.000Z');
    expect(period.end.toISOString()).toBe('2026-11-20T18:15:00.000Z');
  });
});
