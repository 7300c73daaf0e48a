import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createClickIds } from './click-id.ts';
import {
  caps,
  createProfileBook,
  decodeRecords,
  encodeRecords,
  type HitRecord,
  isHitLine,
  forgetProfiles,
} from './hit.record.ts';
import { readFrame, writeFrame } from '../journal/journal.frame.ts';
import { hitRecord } from '../redirector.testing.ts';

const nextClickId = createClickIds();

/** Any header or request target: bytes without LF and NUL. */
const header = (maxLength: number) =>
  fc.string({
    unit: fc
      .integer({ min: 1, max: 255 })
      .filter((code) => code !== 10)
      .map((code) => String.fromCharCode(code)),
    maxLength,
  });

const bareRecord: fc.Arbitrary<HitRecord> = fc.record({
  kind: fc.constantFrom('click', 'head', 'unknown', 'disabled'),
  clickId: fc.integer({ min: 0, max: 2 ** 45 }).map((at) => nextClickId(at)),
  code: header(caps.code),
  address: fc.oneof(fc.ipV4(), fc.ipV6()),
  userAgent: header(caps.userAgent),
  referrer: header(caps.referrer),
  language: header(caps.language),
  purpose: header(caps.purpose),
  mark: fc.constant(''),
  isMarkTrusted: fc.constant(false),
  givenMark: fc.constantFrom('', 'AaH7hbkYc9qDHORJ3wN3TA'),
  country: fc.constantFrom('', 'US'),
  clientHints: header(caps.userAgent),
  host: header(caps.host),
  query: header(caps.query),
});

/** A hit has a mark or gets one, never both. */
const anyRecord = fc
  .tuple(bareRecord, fc.boolean(), fc.boolean())
  .map(
    ([record, isMarked, isMarkTrusted]): HitRecord =>
      isMarked ? { ...record, mark: 'BbH7hbkYc9qDHORJ3wN3TA', isMarkTrusted, givenMark: '' } : record,
  );

function there(records: readonly HitRecord[]): string[] {
  return encodeRecords(records, createProfileBook());
}

test('records of requests are read back unchanged', () => {
  fc.assert(
    fc.property(fc.array(anyRecord, { minLength: 1, maxLength: 20 }), (records) => {
      const buffer = Buffer.alloc(200_000);
      const length = writeFrame(buffer, there(records));
      const frame = readFrame(buffer.subarray(0, length), 0);
      expect(frame?.end).toBe(length);
      expect(decodeRecords(frame?.lines ?? [], new Map())).toEqual(records);
    }),
  );
});

test('a profile is written once, until it has to be written again', () => {
  const book = createProfileBook();
  const records = Array.from({ length: 50 }, () => hitRecord());
  const lines = encodeRecords(records, book);
  expect(lines.filter((line) => !isHitLine(line))).toHaveLength(1);
  expect(encodeRecords(records, book).filter((line) => !isHitLine(line))).toHaveLength(0);
  forgetProfiles(book);
  expect(encodeRecords(records, book).filter((line) => !isHitLine(line))).toHaveLength(1);
  forgetProfiles(book);
  const other = hitRecord({ language: 'sv' });
  expect(decodeRecords(encodeRecords([...records, other, ...records], book), new Map()).at(50)?.language).toBe('sv');
});

test('no text in any field adds a second hit or changes another field', () => {
  const nasty = fc.string({ unit: fc.constantFrom('\n', '\0', 'a', '\r', '='), maxLength: 12 });
  const field = fc.constantFrom('userAgent', 'referrer', 'query', 'code', 'host', 'language');
  fc.assert(
    fc.property(anyRecord, anyRecord, field, nasty, (record, next, name, text) => {
      const lines = there([{ ...record, [name]: text }, next]);
      const read = decodeRecords(lines.join('\n').split('\n'), new Map());
      expect(read.at(-1)).toEqual(next);
      // A NUL would move the fields, so such a line is rejected.
      const expected = { ...record, [name]: text.replaceAll('\n', ' ') };
      expect(read.slice(0, -1)).toEqual(text.includes('\0') ? [] : [expected]);
    }),
  );
});

test('a hit whose profile is lost is dropped, not given another profile', () => {
  const lines = there([hitRecord(), hitRecord({ userAgent: 'other' })]);
  expect(decodeRecords(lines.slice(1), new Map())).toHaveLength(1);
});

test('a frame with any changed byte is rejected', () => {
  const buffer = Buffer.alloc(1_000);
  const length = writeFrame(buffer, ['one', 'two']);
  for (let at = 0; at < length; at += 1) {
    const damaged = Buffer.from(buffer.subarray(0, length));
    damaged[at] = (damaged[at] ?? 0) ^ 0x10;
    expect(readFrame(damaged, 0)?.lines).not.toEqual(['one', 'two']);
  }
});

/** Written by the version before marks were signed: two clicks, the second with a mark, and a HEAD request. */
const frameOfVersion1 = Buffer.from(
  'PAEAAMF/VCM9MQBNb3ppbGxhLzUuMCAoaVBob25lKQBzdi1TRQAAcG9ydGFsLmV4YW1wbGUKYwBBYUg3aGJrWWM5cURIT1JKM3dOM1RBAHNoaXJ0AD' +
    'IwMy4wLjExMy43ADEAaHR0cHM6Ly9sLmV4YW1wbGUvAAAAU0UAdXRtX3NvdXJjZT1pZwpjAEFhSDdoYmtaYzlxREhPUkozd04zVEEAc2hpcnQAMjAz' +
    'LjAuMTEzLjcAMQBodHRwczovL2wuZXhhbXBsZS8AAEFhSDdoYmtZYzlxREhPUkozd04zVEEAU0UAdXRtX3NvdXJjZT1pZwpoAEFhSDdoYmthYzlxRE' +
    'hPUkozd04zVEEAc2hpcnQAMjAzLjAuMTEzLjcAMQBodHRwczovL2wuZXhhbXBsZS8AAABTRQB1dG1fc291cmNlPWln',
  'base64',
);

test('hits written by an earlier version are read, and their browser marks are not trusted', () => {
  const records = decodeRecords(readFrame(frameOfVersion1, 0)?.lines ?? [], new Map());
  const [first, second, head] = records;
  expect(records).toHaveLength(3);
  expect(first).toMatchObject({
    kind: 'click',
    clickId: 'AaH7hbkYc9qDHORJ3wN3TA',
    code: 'shirt',
    address: '203.0.113.7',
    userAgent: 'Mozilla/5.0 (iPhone)',
    language: 'sv-SE',
    mark: '',
    givenMark: 'AaH7hbkYc9qDHORJ3wN3TA',
    country: 'SE',
    query: 'utm_source=ig',
  });
  expect(second).toMatchObject({ mark: 'AaH7hbkYc9qDHORJ3wN3TA', isMarkTrusted: false, givenMark: '' });
  expect(head).toMatchObject({ kind: 'head', mark: '', givenMark: '' });
});
