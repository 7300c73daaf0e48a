import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Refusal } from '../refusal.ts';
import { nextCursor, placeIn, placeOfId } from './cursor.ts';

const at = new Date('2026-11-20T12:00:00.123Z');
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const reason = { cursor: ['must be the next_cursor of the previous page'] };
const refused = expect.objectContaining({ code: 'validation_failed', errors: reason });

test('a cursor leads back to its place, to the millisecond, or to the microsecond of the database', () => {
  const id = randomUUID();
  expect(placeOfId(nextCursor(at, id))).toEqual({ at, exactly: at.toISOString(), id });
  const exactly = '2026-11-20T12:00:00.123456Z';
  expect(placeOfId(nextCursor(exactly, id))).toEqual({ at, exactly, id });
});

test('a first page has none', () => {
  expect([placeIn(undefined), placeOfId(undefined)]).toEqual([undefined, undefined]);
});

test('ids of shops are any text, also with quotes and letters of other scripts', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1970-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
      fc.string({ unit: 'grapheme', maxLength: 50 }).filter((id) => !id.includes('\0') && id.isWellFormed()),
      (time, id) => {
        const cursor = nextCursor(time, id);
        expect(cursor).toMatch(/^[\w-]+$/);
        expect(placeIn(cursor)).toEqual({ at: time, exactly: time.toISOString(), id });
      },
    ),
  );
});

test.each([
  ['nothing', ''],
  ['no base64', '%%%'],
  ['no JSON', Buffer.from('hello').toString('base64url')],
  ['an object', encode({ at: at.toISOString(), id: 'x' })],
  ['a time alone', encode([at.toISOString()])],
  ['a third part', encode([at.toISOString(), 'x', 'y'])],
  ['no time', encode(['yesterday', 'x'])],
  ['a number as id', encode([at.toISOString(), 5])],
  ['an id of 201 letters', encode([at.toISOString(), 'x'.repeat(201)])],
  ['a zero byte, which PostgreSQL refuses', encode([at.toISOString(), 'x\0'])],
  ['half a character', encode([at.toISOString(), '\ud83d'])],
])('%s is refused with what would be right', (_what, cursor) => {
  expect(() => placeIn(cursor)).toThrow(refused);
});

test('a list with our own ids takes no other', () => {
  for (const id of ['order-1', '', randomUUID().toUpperCase(), "'; drop table"])
    expect(() => placeOfId(nextCursor(at, id))).toThrow(refused);
});

test('any value is a position or a refusal, never another error', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (cursor) => {
      let outcome: unknown;
      try {
        outcome = placeIn(cursor);
      } catch (error) {
        outcome = error;
      }
      expect(outcome instanceof Refusal || (outcome as { at: Date }).at instanceof Date).toBe(true);
    }),
  );
});
