import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isId, isSlug, newCode, newId, newSecret, sha256 } from './ids.ts';

const timeOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

test('an id is a UUID of version 7 with its time', () => {
  const at = new Date('2026-11-20T12:00:00.123Z');
  const id = newId(at);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(timeOf(id)).toBe(at.getTime());
  expect(isId(id)).toBe(true);
});

test('ids sort by when they were made', () => {
  const time = fc.integer({ min: 0, max: 2 ** 47 });
  fc.assert(
    fc.property(time, time, (one, other) => {
      fc.pre(one !== other);
      expect(newId(new Date(one)) < newId(new Date(other))).toBe(one < other);
    }),
  );
});

test('two ids of the same millisecond differ', () => {
  const at = new Date(0);
  expect(new Set(Array.from({ length: 1_000 }, () => newId(at))).size).toBe(1_000);
});

test.each([
  '',
  'nothing',
  '0190F3A0-0000-7000-8000-000000000000',
  '{0190f3a0-0000-7000-8000-000000000000}',
  '0190f3a0-0000-7000-8000-000000000000 ',
  '0190f3a000007000800000000000000',
  '0190f3a0-0000-7000-8000-00000000000g',
  '0190f3a0-0000-7000-8000-000000000000\n',
])('%j is no id', (text) => {
  expect(isId(text)).toBe(false);
});

test.each([
  ['glow-lab', true],
  ['a', true],
  ['0', true],
  ['x'.repeat(200), true],
  ['x'.repeat(201), false],
  ['', false],
  ['Glow', false],
  ['glow_lab', false],
  ['glow/lab', false],
  ['..', false],
  ['glow\n', false],
  ['ñandú', false],
])('the slug %j: %s', (text, expected) => {
  expect(isSlug(text)).toBe(expected);
});

test('a secret has 256 bits and the prefix by which scanners know it', () => {
  const secret = newSecret('vtk');
  expect(secret).toMatch(/^vtk_[\w-]{43}$/);
  expect(Buffer.from(secret.slice(4), 'base64url')).toHaveLength(32);
  expect(newSecret('vtk')).not.toBe(secret);
});

test('a hash is that of the text’s UTF-8', () => {
  expect(sha256('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(sha256('ñ')).toEqual(sha256(Buffer.from([0xc3, 0xb1])));
});

test('a code has no characters that are read for one another, and uses all others', () => {
  const code = newCode(20_000);
  expect(code).toMatch(/^[2-9a-hj-km-z]+$|^[2-9a-kmnp-z]+$/);
  expect(code).not.toMatch(/[01lo]/);
  expect(new Set(code).size).toBe(32);
  expect(newCode(0)).toBe('');
});
