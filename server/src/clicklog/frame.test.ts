import { expect, test } from 'vitest';
import { hitRecord } from '../redirector.testing.ts';
import { decodeFrame, encodeClickFrame, nameOfFrame, framePartsOf } from './frame.ts';

const records = Array.from({ length: 40 }, (_, n) =>
  hitRecord({
    code: `c${n % 7}`,
    userAgent: `Agent ${n % 5}`,
    query: `q=${n}`,
    referrer: n % 2 ? '' : 'https://a.example/\xe9',
  }),
);

test('a frame is read as it was written', () => {
  const frame = { name: nameOfFrame(3, records), node: 'node-1', records };
  expect(decodeFrame(encodeClickFrame(frame))).toEqual(frame);
});

test('the name follows from the hits and the partition', () => {
  expect(nameOfFrame(3, records)).toBe(nameOfFrame(3, [...records]));
  expect(nameOfFrame(3, records)).not.toBe(nameOfFrame(4, records));
  expect(nameOfFrame(3, records)).not.toBe(nameOfFrame(3, records.slice(0, -1)));
  const other = records.with(5, hitRecord());
  expect(nameOfFrame(3, records)).not.toBe(nameOfFrame(3, other));
});

test('a frame of which any byte is changed or missing is not read as if it were whole', () => {
  const bytes = Buffer.from(encodeClickFrame({ name: 'n', node: 'node-1', records: records.slice(0, 3) }));
  const head = bytes.indexOf('\n');
  for (let place = head + 1; place < bytes.length; place += 1) {
    const changed = Buffer.from(bytes);
    changed[place] = (changed[place] ?? 0) ^ 1;
    expect(decodeFrame(changed)).toBe('damaged');
    expect(decodeFrame(bytes.subarray(0, place))).toBe('damaged');
  }
  expect(decodeFrame(new Uint8Array())).toBe('damaged');
  expect(decodeFrame(Buffer.from('{"other":1}\n'))).toBe('damaged');
});

test('a newer version is recognized', () => {
  const text = Buffer.from(encodeClickFrame({ name: 'n', node: 'node-1', records })).toString('latin1');
  expect(decodeFrame(Buffer.from(text.replace('\u00001\u0000', '\u00002\u0000'), 'latin1'))).toBe('newer');
});

test('hits are divided by partition, each part up to a size, and keep their order', () => {
  const parts = framePartsOf(records, ({ code }) => Number(code.slice(1)) % 2, 8);
  expect(parts.flatMap((part) => part.records.map(({ clickId }) => clickId)).toSorted()).toEqual(
    records.map(({ clickId }) => clickId).toSorted(),
  );
  for (const { partition, records: its } of parts) {
    expect(its.length).toBeLessThanOrEqual(8);
    expect(its.every(({ code }) => Number(code.slice(1)) % 2 === partition)).toBe(true);
    const places = its.map((each) => records.indexOf(each));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  }
});
