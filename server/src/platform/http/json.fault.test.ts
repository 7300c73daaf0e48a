import fc from 'fast-check';
import { expect, test } from 'vitest';
import { breakOf, faultOfBody } from './json.fault.ts';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test('a text has a fault exactly if the parser refuses it', () => {
  const scrap = fc.string({
    unit: fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      '\\',
      ':',
      ',',
      'a',
      '1',
      '0',
      '-',
      '.',
      'e',
      'u',
      ' ',
      '\n',
      'null',
    ),
  });
  fc.assert(
    fc.property(scrap, (text) => {
      expect(breakOf(text) === undefined, text).toBe(isJson(text));
    }),
    { numRuns: 20_000 },
  );
});

test('a valid text that is cut or changed in one place is judged like the parser does', () => {
  const changed = fc.tuple(fc.jsonValue({ maxDepth: 4 }), fc.nat(), fc.constantFrom('', ',', '"', '}', '\u0001', 'x'));
  fc.assert(
    fc.property(changed, ([value, place, character]) => {
      const text = JSON.stringify(value, undefined, 1);
      const at = place % (text.length + 1);
      for (const broken of [text.slice(0, at), text.slice(0, at) + character + text.slice(at + 1)]) {
        const fault = breakOf(broken);
        expect(fault === undefined, broken).toBe(isJson(broken));
        // What comes before the fault can still become JSON, so the fault is never before the change.
        if (fault !== undefined) expect(fault).toBeGreaterThanOrEqual(at === broken.length ? at : 0);
      }
    }),
    { numRuns: 5_000 },
  );
});

test.each([
  ['{"id":', 1, 7],
  ['', 1, 1],
  ['{\n  "id": 1,\n  "total": 12,50\n}', 3, 15],
  ['{\n  "id": 1\n  "total": 12\n}', 3, 3],
  ['{"name": "Robin\nMarlow"}', 1, 16],
  ["{'id': 1}", 1, 2],
  ['{"id": 1} extra', 1, 11],
  ['{"id": 1, "id": 2}', 1, 11],
  ['[[[[[[[[[[[[[[[[[[[[[1', 1, 21],
  ['{"price": 01}', 1, 12],
  ['{"price": nul}', 1, 14],
])('%j is refused at line %i, column %i', (text, line, column) => {
  expect(faultOfBody(Buffer.from(text))).toEqual({ line, column });
});

test('two megabytes of open brackets, quotes or digits are answered at once', () => {
  for (const character of ['[', '{"a":', '"\\"', '1'])
    expect(() => faultOfBody(Buffer.from(character.repeat(2_000_000 / character.length)))).not.toThrow();
});
