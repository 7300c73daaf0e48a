import { describe, expect, test } from 'vitest';
import {
  daysUntil,
  formatAgo,
  formatCalendarDay,
  formatCalendarMonth,
  formatCalendarRange,
  formatDay,
  formatWallTime,
  today,
  formatMoment,
  formatMonth,
} from './dates.ts';

const utc = { locale: 'en-US', timeZone: 'UTC' };
const losAngeles = { locale: 'en-US', timeZone: 'America/Los_Angeles' };
const now = new Date('2026-11-20T15:00:00Z');

describe('dates of the specification, section 9', () => {
  test.each([
    ['2026-11-20T14:05:00Z', '02:05 PM'],
    ['2026-11-20T00:00:00Z', '12:00 AM'],
    ['2026-11-20T12:00:00Z', '12:00 PM'],
    ['2026-11-20T23:59:59Z', '11:59 PM'],
  ])('time only (hh:mm AM/PM) if today: %s is %s (§131)', (at, text) => {
    expect(formatMoment(at, now, utc)).toBe(text);
  });

  test.each([
    ['2026-11-19T23:59:00Z', '11/19/2026 11:59 PM'],
    ['2025-11-20T14:05:00Z', '11/20/2025 02:05 PM'],
    ['2026-01-02T03:04:00Z', '01/02/2026 03:04 AM'],
  ])('otherwise MM/DD/YYYY hh:mm AM/PM: %s is %s (§131)', (at, text) => {
    expect(formatMoment(at, now, utc)).toBe(text);
  });

  test('Spanish has the same two forms, in its own order and clock (§131)', () => {
    const spanish = { locale: 'es-ES', timeZone: 'UTC' };
    expect(formatMoment('2026-11-20T14:05:00Z', now, spanish)).toBe('14:05');
    expect(formatMoment('2026-03-11T09:05:00Z', now, spanish)).toBe('11/03/2026 09:05');
  });

  test("today is the reader's today (§131)", () => {
    expect(formatMoment('2026-11-20T07:30:00Z', now, losAngeles)).toBe('11/19/2026 11:30 PM');
    expect(formatMoment('2026-11-20T08:30:00Z', now, losAngeles)).toBe('12:30 AM');
  });

  test('a day has its year only if it isn’t the current one', () => {
    expect(formatDay('2026-12-02T10:00:00Z', now, utc)).toBe('December 2');
    expect(formatDay('2027-01-02T10:00:00Z', now, utc)).toBe('January 2, 2027');
    expect(formatMonth('2026-11-02T10:00:00Z', utc)).toBe('November 2026');
    expect(formatCalendarDay('2026-11-02', 'en-US')).toBe('Nov 2');
  });

  test("days until then are calendar days of the reader's time zone", () => {
    expect(daysUntil('2026-11-21T01:00:00Z', now, utc)).toBe(1);
    expect(daysUntil('2026-11-21T01:00:00Z', now, losAngeles)).toBe(0);
    expect(daysUntil('2026-11-27T23:00:00Z', now, utc)).toBe(7);
  });

  test('how long ago is told in the largest whole unit', () => {
    const ago = (seconds: number) => formatAgo(new Date(now.getTime() - 1_000 * seconds).toISOString(), now, 'en-US');
    expect([0, 12, 59, 60, 119, 3_599, 3_600, 86_399, 86_400, 40 * 86_400].map(ago)).toEqual([
      '0 sec. ago',
      '12 sec. ago',
      '59 sec. ago',
      '1 min. ago',
      '1 min. ago',
      '59 min. ago',
      '1 hr. ago',
      '23 hr. ago',
      '1 day ago',
      '40 days ago',
    ]);
    // The clock of the reader can be behind the server's.
    expect(ago(-5)).toBe('0 sec. ago');
  });

  test('ranges, months and hours of the calendar don’t depend on the time zone', () => {
    expect(formatCalendarRange('2026-10-23', '2026-11-21', 'en-US')).toBe('Oct 23 – Nov 21, 2026');
    expect(formatCalendarRange('2026-11-21', '2026-11-21', 'en-US')).toBe('Nov 21, 2026');
    expect(formatCalendarMonth('2026-11-01', 'en-US')).toBe('Nov 2026');
    expect(formatWallTime('2026-11-21T14:00', 'en-US')).toBe('02:00 PM');
    expect(today('Asia/Kathmandu', new Date('2026-11-20T18:15:00Z'))).toBe('2026-11-21');
  });
});
