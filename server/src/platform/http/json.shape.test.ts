import fc from 'fast-check';
import { expect, test } from 'vitest';
import { faultOfShape } from './json.shape.ts';

test('valid JSON of an ordinary program passes', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), fc.constantFrom(undefined, 2), (value, indent) => {
      expect(faultOfShape(JSON.stringify(value, undefined, indent))).toBeUndefined();
    }),
  );
});

test('duplicate keys in one object are found, in any spelling and at any depth', () => {
  fc.assert(
    fc.property(fc.string(), fc.jsonValue({ maxDepth: 4 }), fc.boolean(), (key, value, isEscaped) => {
      const name = JSON.stringify(key);
      const units = Array.from({ length: key.length }, (_, at) => key.charCodeAt(at).toString(16).padStart(4, '0'));
      const again = isEscaped ? `"${units.map((unit) => `\\u${unit}`).join('')}"` : name;
      const text = `[{"a":{${name}:${JSON.stringify(value)}, ${again} :1}}]`;
      expect(faultOfShape(text)).toMatch(/twice/);
    }),
  );
});

test('a body with more than 100,000 values is refused, and one with fewer passes', () => {
  const many = (count: number) => `[${Array.from({ length: count }, () => '0').join(',')}]`;
  expect(faultOfShape(many(100_000))).toBeUndefined();
  expect(faultOfShape(many(100_001))).toBe('The request body has more than 100000 values');
});

test.each([
  ['{"a":{"a":1},"b":[{"a":1},{"a":2}]}', undefined],
  ['{"text":"\\"a\\":1,\\"a\\":2"}', undefined],
  ['{"path":"C:\\\\","path":1}', 'The request body has the field "path" twice in one object'],
  ['{"path":"C:\\\\\\"","path\\"":1}', undefined],
  [`${'['.repeat(20)}${']'.repeat(20)}`, undefined],
  [`${'['.repeat(21)}${']'.repeat(21)}`, 'The request body is nested more than 20 levels deep'],
  ['{"amount":1,"amount":2}', 'The request body has the field "amount" twice in one object'],
])('%.60s', (text, fault) => {
  expect(faultOfShape(text)).toBe(fault);
});

test('an object with very many fields is refused at the first field too many', () => {
  const fields = (count: number) => Array.from({ length: count }, (_, n) => `"field ${n}":1`).join();
  expect(faultOfShape(`{${fields(1_000)}}`)).toBeUndefined();
  expect(faultOfShape(`[{"lines":[{${fields(1_001)}`)).toBe(
    'The request body has an object with more than 1000 fields',
  );
});

test('text that is not JSON is left to the parser', () => {
  const scrap = fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', '\\', ':', ',', 'a', '1') });
  fc.assert(
    fc.property(scrap, (text) => {
      expect(() => faultOfShape(text)).not.toThrow();
    }),
  );
});
