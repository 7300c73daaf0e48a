import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { csvRecords } from './csv.records.ts';

const limits = { mostCells: 10, mostLetters: 50 };
const records = (text: string, separator = ',', of = limits) => [...csvRecords(text, separator, of)];
const cells = (text: string, separator = ',') => records(text, separator).map((record) => record.cells);

test.each([
  ['', []],
  ['a,b', [['a', 'b']]],
  ['a,b\n', [['a', 'b']]],
  ['a\nb', [['a'], ['b']]],
  ['a\r\nb\rc', [['a'], ['b'], ['c']]],
  ['a,,', [['a', '', '']]],
  ['"a,b",c', [['a,b', 'c']]],
  ['"say ""hi"""', [['say "hi"']]],
  ['"one\r\ntwo",x', [['one\ntwo', 'x']]],
  ['"", ""', [['', ' ""']]],
  ['"a" ,b', [['a', 'b']]],
  ['a"b,c', [['a"b', 'c']]],
  ['\n\na', [[''], [''], ['a']]],
])('%j is read as %j', (text, expected) => {
  expect(cells(text)).toEqual(expected);
});

test('another separator leaves commas alone', () => {
  expect(cells('a,b;c', ';')).toEqual([['a,b', 'c']]);
  expect(cells('a\tb', '\t')).toEqual([['a', 'b']]);
  expect(cells('"a"\tb', '\t')).toEqual([['a', 'b']]);
});

describe('the line of a record', () => {
  const lines = (text: string) => records(text).map(({ line }) => line);

  test.each([
    ['a\nb\nc', [1, 2, 3]],
    ['a\r\nb', [1, 2]],
    ['"one\ntwo"\nb', [1, 3]],
    ['"one\r\ntwo\rthree"\nb', [1, 4]],
    ['\n\na', [1, 2, 3]],
  ])('of %j are %j, as in a text editor', (text, expected) => {
    expect(lines(text)).toEqual(expected);
  });
});

describe('a fault', () => {
  test.each([
    ['"a"b",c', 'has text after a closing quotation mark'],
    ['"never closed', 'has an opening quotation mark without a closing one'],
    ['x,"never\nclosed', 'has an opening quotation mark without a closing one'],
  ])('in %j says what is wrong', (text, fault) => {
    expect(records(text)[0]?.fault).toBe(fault);
  });

  test('of one record leaves the next one readable', () => {
    expect(records('"a"b"\nc').map(({ cells: read, fault }) => [read, fault === undefined])).toEqual([
      [['a"b'], false],
      [['c'], true],
    ]);
  });
});

describe('limits', () => {
  test('cells beyond the most are counted and not kept', () => {
    const [record] = records('1,2,3,4', ',', { mostCells: 2, mostLetters: 5 });
    expect([record?.cells, record?.width]).toEqual([['1', '2'], 4]);
  });

  test('a cell is cut, also within quotation marks', () => {
    const cut = (text: string) => records(text, ',', { mostCells: 2, mostLetters: 3 })[0]?.cells[0];
    expect([cut('abcdef'), cut('"abcdef"'), cut('"""""""""')]).toEqual(['abc', 'abc', '"""']);
  });

  test('a header of a million commas is read in one pass without keeping them', () => {
    const [record] = records(','.repeat(1_000_000));
    expect([record?.width, record?.cells.length, record?.isBlank]).toEqual([1_000_001, 10, true]);
  });

  test('what is beyond the limit still makes a record no blank one', () => {
    expect(records(`${','.repeat(15)}x`)[0]?.isBlank).toBe(false);
    expect(records(`${','.repeat(15)} \t`)[0]?.isBlank).toBe(true);
  });
});

test.each([
  ['', true],
  ['  ,\t', true],
  ['"  "', true],
  ['0', false],
])('the record %j is blank: %s', (text, isBlank) => {
  expect(records(`${text}\n`)[0]?.isBlank).toBe(isBlank);
});

test('CSV from a spreadsheet is parsed as Papa Parse parses it', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', ';', '\n', ' ', '=', '😀'), maxLength: 8 });
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(table, fc.constantFrom(',', ';'), (rows, separator) => {
      const text = Papa.unparse(rows, { delimiter: separator, newline: '\r\n' });
      expect(cells(text, separator)).toEqual(rows);
    }),
  );
});

test('any text at all is read to its end', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      const read = records(text);
      expect(read.every(({ width, cells: kept }) => width >= kept.length && kept.length > 0)).toBe(true);
      expect(read.map(({ line }) => line)).toEqual(read.map(({ line }) => line).toSorted((a, b) => a - b));
    }),
  );
});
