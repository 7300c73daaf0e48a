import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Unreadable } from '../shop.ts';
import { readTimes } from './woocommerce.times.ts';

const zones = Intl.supportedValuesOf('timeZone');
const read = (local: string | null, timeZone: string | null = null, gmt: string | null = null) =>
  readTimes({ gmt, local }, timeZone, 'date_created')?.toISOString();

test('the time in UTC counts more than the local one, and needs no zone', () => {
  expect(read('2026-07-01T12:00:00', null, '2026-07-01T10:00:00')).toBe('2026-07-01T10:00:00.000Z');
  expect(read('2026-07-01T12:00:00', 'Asia/Tokyo', '2026-07-01T10:00:00')).toBe('2026-07-01T10:00:00.000Z');
  expect(read(null, null, null)).toBeUndefined();
});

test('a local time is read in the zone of the shop, in summer and in winter', () => {
  expect(read('2026-07-01T12:00:00', 'Europe/Madrid')).toBe('2026-07-01T10:00:00.000Z');
  expect(read('2026-12-01T12:00:00', 'Europe/Madrid')).toBe('2026-12-01T11:00:00.000Z');
  expect(read('2026-07-01T12:00:00', 'Asia/Kathmandu')).toBe('2026-07-01T06:15:00.000Z');
});

test('a time that a clock change skips is later by the change, and one that comes twice is the first', () => {
  expect(read('2026-03-29T02:30:00', 'Europe/Madrid')).toBe('2026-03-29T01:30:00.000Z');
  expect(read('2026-10-25T02:30:00', 'Europe/Madrid')).toBe('2026-10-25T00:30:00.000Z');
});

test('an offset or Z in the text counts', () => {
  expect(read('2026-07-01T12:00:00+01:00')).toBe('2026-07-01T11:00:00.000Z');
  expect(read('2026-07-01T12:00:00Z', 'Asia/Tokyo')).toBe('2026-07-01T12:00:00.000Z');
});

test.each([
  ['2026-07-01T12:00:00', null],
  ['soon', 'Europe/Madrid'],
  ['2026-02-30T12:00:00', 'Europe/Madrid'],
  ['-271821-04-20T00:00:00', 'UTC'],
  ['2026-07-01T12:00:00[Asia/Tokyo]', null],
])('%s without a right zone or form is not guessed', (local, timeZone) => {
  expect(() => read(local, timeZone)).toThrow(new Unreadable('date_created'));
});

test('every instant comes back from its local time in every zone, or an hour that comes twice as the first', () => {
  const instant = fc.date({ min: new Date('1975-01-01'), max: new Date('2037-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(instant, fc.constantFrom(...zones), (date, zone) => {
      const whole = Temporal.Instant.fromEpochMilliseconds(Math.floor(date.getTime() / 1_000) * 1_000);
      const local = whole.toZonedDateTimeISO(zone).toPlainDateTime();
      const back = readTimes({ gmt: null, local: local.toString() }, zone, 'date_created');
      if (!back) throw new Error('nothing was read');
      expect(back.getTime()).toBeLessThanOrEqual(whole.epochMilliseconds);
      const again = Temporal.Instant.fromEpochMilliseconds(back.getTime()).toZonedDateTimeISO(zone);
      expect(again.toPlainDateTime().equals(local)).toBe(true);
      const gmt = whole.toString().replace('Z', '');
      expect(readTimes({ gmt, local: null }, null, 'date_created')?.getTime()).toBe(whole.epochMilliseconds);
    }),
    { numRuns: 3_000 },
  );
});
