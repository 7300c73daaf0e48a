import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTime } from './local.times.ts';

const read = (text: string, zone = 'Europe/Berlin') => readTime(text, zone)?.toISOString();

test.each([
  ['2026-11-20T14:30:00Z', '2026-11-20T14:30:00.000Z'],
  ['2026-11-20T14:30:00+01:00', '2026-11-20T13:30:00.000Z'],
  // As Shopify exports orders.
  ['2026-11-20 07:00:00 -0500', '2026-11-20T12:00:00.000Z'],
  ['2026-11-20 14:30:00 UTC', '2026-11-20T14:30:00.000Z'],
  ['2026-11-20 14:30', '2026-11-20T13:30:00.000Z'],
  ['2026-11-20 9:05', '2026-11-20T08:05:00.000Z'],
  ['2026-07-20 14:30', '2026-07-20T12:30:00.000Z'],
  ['2026-11-20', '2026-11-20T22:59:59.000Z'],
  // The clock goes from 2:00 to 3:00, and half a year later from 3:00 to 2:00.
  ['2026-03-29 02:30', '2026-03-29T01:30:00.000Z'],
  ['2026-10-25 02:30', '2026-10-25T00:30:00.000Z'],
])('%s is %s', (text, at) => {
  expect(read(text)).toBe(at);
});

test.each([
  '',
  '11/12/2026',
  '20.11.2026 14:30',
  '2026-13-01',
  '2026-02-30',
  '2026-11-20 25:00',
  '2026-11-20T14',
  'soon',
  '46346',
])('%j is no time', (text) => {
  expect(read(text)).toBeUndefined();
});

test('a local time is the one that a clock in the zone shows', () => {
  const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC'];
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2000-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
      fc.constantFrom(...zones),
      (at, zone) => {
        const shown = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toPlainDateTime();
        const text = shown.toString({ smallestUnit: 'second' }).replace('T', ' ');
        const readAt = readTime(text, zone);
        const clock = Temporal.Instant.fromEpochMilliseconds(readAt?.getTime() ?? 0).toZonedDateTimeISO(zone);
        expect(clock.toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ')).toBe(text);
      },
    ),
  );
});
