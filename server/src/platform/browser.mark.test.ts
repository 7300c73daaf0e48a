import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BrowserMark, createBrowserMarks } from './browser.mark.ts';

const secret = 'a secret key of at least 32 characters';
const marks = createBrowserMarks([secret]);
const daySeconds = 86_400;
const now = Date.UTC(2026, 10, 20, 12);
const cookie = (value: string) => `theme=dark; vt_browser=${value}`;
const later = (seconds: number) => now + seconds * 1_000;

function readAt(value: string, seconds: number): BrowserMark | undefined {
  return marks.read(cookie(value), later(seconds));
}

test('a mark that we issued is accepted by every node', () => {
  const { id, value } = marks.create(now, 1_800);
  const read = createBrowserMarks([secret]).read(cookie(value), now);
  expect(read).toMatchObject({ id, isTrusted: true, isDue: false, lifetimeSeconds: 1_800 });
  expect(value).toHaveLength(56);
});

test('a mark with any altered byte is rejected', () => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const { value } = marks.create(now, 1_800);
  fc.assert(
    fc.property(fc.nat(55), fc.constantFrom(...Array.from(letters)), (place, letter) => {
      fc.pre(value[place] !== letter);
      expect(readAt(value.slice(0, place) + letter + value.slice(place + 1), 0)).toBeUndefined();
    }),
    { numRuns: 1_000 },
  );
});

test('a made-up text of the right form is rejected', () => {
  const { value } = marks.create(now, 1_800);
  const bytes = fc.uint8Array({ minLength: 14, maxLength: 14 });
  fc.assert(
    fc.property(bytes, (mac) => {
      const made = Buffer.concat([Buffer.from(value, 'base64url').subarray(0, 28), mac]);
      expect(readAt(made.toString('base64url'), 0)).toBeUndefined();
    }),
  );
});

test('a mark of another installation is rejected', () => {
  const { value } = createBrowserMarks(['another secret key of 32 characters']).create(now, 1_800);
  expect(readAt(value, 0)).toBeUndefined();
});

describe('the age of a mark', () => {
  test('a value expires with its cookie', () => {
    const { value } = marks.create(now, 1_800);
    expect(readAt(value, 1_800)).toBeDefined();
    expect(readAt(value, 1_801)).toBeUndefined();
  });

  test('a value from a clock far ahead is rejected', () => {
    const { value } = marks.create(later(2 * 3_600), 1_800);
    expect(readAt(value, 0)).toBeUndefined();
  });

  test('after a day a new value is due; it has the same id and outlives the old one', () => {
    const first = marks.create(now, 90 * daySeconds);
    expect(readAt(first.value, daySeconds)?.isDue).toBe(false);
    const read = readAt(first.value, daySeconds + 1) as BrowserMark;
    expect(read.isDue).toBe(true);
    const second = marks.renew(read, later(daySeconds + 1), 90 * daySeconds);
    expect(second.id).toBe(first.id);
    expect(second.value).not.toBe(first.value);
    expect(readAt(first.value, 90 * daySeconds + 1)).toBeUndefined();
    expect(readAt(second.value, 90 * daySeconds + 1)).toMatchObject({ id: first.id, isTrusted: true });
  });

  test('after 400 days the id expires, however often it was renewed', () => {
    let { value } = marks.create(now, 90 * daySeconds);
    for (let days = 50; days <= 400; days += 50) {
      const read = readAt(value, days * daySeconds) as BrowserMark;
      value = marks.renew(read, later(days * daySeconds), 90 * daySeconds).value;
    }
    expect(readAt(value, 400 * daySeconds)).toBeDefined();
    expect(readAt(value, 400 * daySeconds + 1)).toBeUndefined();
  });
});

test('after a key change, marks with the previous key are accepted and due', () => {
  const { id, value } = marks.create(now, 1_800);
  const rotated = createBrowserMarks(['the secret key after it, 32 characters', secret]);
  const read = rotated.read(cookie(value), now) as BrowserMark;
  expect(read).toMatchObject({ id, isTrusted: true, isDue: true });
  expect(rotated.read(cookie(rotated.renew(read, now, 1_800).value), now)).toMatchObject({ id, isDue: false });
});

describe('an unsigned cookie of an earlier version', () => {
  const old = 'QaH7hbkYc9qDHORJ3wN3TA';

  test('is recognized and due, and never trusted, even if it was signed since', () => {
    const read = readAt(old, 0) as BrowserMark;
    expect(read).toMatchObject({ id: old, isTrusted: false, isDue: true, lifetimeSeconds: 90 * daySeconds });
    const signed = marks.renew(read, now, 1_800);
    expect(readAt(signed.value, 60)).toMatchObject({ id: old, isTrusted: false, isDue: false });
  });

  test('is not accepted as a signed mark with the same id', () => {
    const { id } = marks.create(now, 1_800);
    expect(readAt(id, 0)).toMatchObject({ id, isTrusted: false });
  });
});
