import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createClickIds } from './click-id.ts';
import { caps, decodeRecord, encodeRecord, type HitRecord } from './hit.record.ts';
import { readFrame, writeFrame } from './journal.frame.ts';

const nextClickId = createClickIds();

/** What a header or a request target can hold: bytes without LF and NUL. */
const header = (maxLength: number) =>
  fc.string({
    unit: fc
      .integer({ min: 1, max: 255 })
      .filter((code) => code !== 10)
      .map((code) => String.fromCharCode(code)),
    maxLength,
  });

const anyRecord: fc.Arbitrary<HitRecord> = fc.record({
  kind: fc.constantFrom('click', 'head', 'unknown', 'disabled'),
  clickId: fc.integer({ min: 0, max: 2 ** 45 }).map((at) => nextClickId(at)),
  code: header(caps.code),
  address: fc.oneof(fc.ipV4(), fc.ipV6()),
  userAgent: header(caps.userAgent),
  referrer: header(caps.referrer),
  language: header(caps.language),
  purpose: header(caps.purpose),
  mark: fc.constantFrom('', 'AaH7hbkYc9qDHORJ3wN3TA'),
  country: fc.constantFrom('', 'US'),
  clientHints: header(caps.userAgent),
  host: header(caps.host),
  query: header(caps.query),
});

test('what is written of a request is read back as it was', () => {
  fc.assert(
    fc.property(fc.array(anyRecord, { minLength: 1, maxLength: 20 }), (records) => {
      const buffer = Buffer.alloc(200_000);
      const length = writeFrame(buffer, records.map(encodeRecord));
      const frame = readFrame(buffer.subarray(0, length), 0);
      expect(frame?.end).toBe(length);
      expect(frame?.records.map(decodeRecord)).toEqual(records);
    }),
  );
});

test('no text in any field makes a second record or moves another field', () => {
  const nasty = fc.string({ unit: fc.constantFrom('\n', '\0', 'a', '\r'), maxLength: 12 });
  fc.assert(
    fc.property(anyRecord, nasty, (record, text) => {
      const lines = encodeRecord({ ...record, userAgent: text }).split('\n');
      expect(lines).toHaveLength(1);
      const read = decodeRecord(lines[0] ?? '');
      // A NUL would move the fields: such a line is no record at all.
      const others = read === undefined ? undefined : { ...read, userAgent: '' };
      expect(others).toEqual(text.includes('\0') ? undefined : { ...record, userAgent: '' });
    }),
  );
});

test('a field is kept up to its cap', () => {
  const long = 'x'.repeat(5_000);
  const record = decodeRecord(
    encodeRecord({
      kind: 'click',
      clickId: nextClickId(0),
      code: long,
      address: '192.0.2.1',
      userAgent: long,
      referrer: long,
      language: long,
      purpose: long,
      mark: '',
      country: '',
      clientHints: long,
      host: long,
      query: long,
    }),
  );
  expect(record?.userAgent).toHaveLength(caps.userAgent);
  expect(record?.referrer).toHaveLength(caps.referrer);
  expect(record?.query).toHaveLength(caps.query);
});

test('a frame whose bytes were changed anywhere is no frame', () => {
  const buffer = Buffer.alloc(1_000);
  const length = writeFrame(buffer, ['one', 'two']);
  for (let at = 0; at < length; at += 1) {
    const damaged = Buffer.from(buffer.subarray(0, length));
    damaged[at] = (damaged[at] ?? 0) ^ 0x10;
    expect(readFrame(damaged, 0)?.records).not.toEqual(['one', 'two']);
  }
});
