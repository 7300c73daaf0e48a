import fc from 'fast-check';
import type * as z from 'zod/mini';
import { type CheckDefinition, type Definition, definitionOf } from '@vitrine/contract/values/schema-definitions.ts';

// What the fuzzers send: values that are odd in themselves, and values that a schema of the contract describes.

/** Texts that trip a database, a parser, a path or a calculation somewhere else. */
export const oddTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00x',
  '\u202eabc',
  '\u200b',
  'ﬀ',
  '😀'.repeat(60),
  'x'.repeat(199),
  'x'.repeat(201),
  'x'.repeat(4_000),
  '%',
  '%00',
  '%zz',
  '..',
  '../../etc/passwd',
  'a/b',
  "'; drop table users; --",
  '"',
  '\\',
  '{}',
  '[]',
  '[""]',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-infinity',
  'true',
  '__proto__',
  'constructor',
  'toString',
  ',',
  'a,b,,',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e9',
  '1e309',
  '0x10',
  '2147483648',
  '4294967296',
  '9007199254740991',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '1'.repeat(60),
  '0001-01-01',
  '0000-01-01',
  '1969-12-31',
  '2026-02-30',
  '9999-12-31',
  '10000-01-01',
  '0001-01-01T00:00:00Z',
  '2026-11-20T12:00:00Z',
  '9999-12-31T23:59:59.999999Z',
  '9999-12-31T23:59:59-14:00',
  '2026-11-20T24:00:00Z',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'FFFFFFFF-FFFF-7FFF-BFFF-FFFFFFFFFFFF',
  '019aa1f0-7c3e-7b52-9c1d-3f5a8e2b6d04',
  // Cursors: a time and an id as JSON in base64url.
  ...[
    ['2026-11-20T12:00:00Z', ''],
    ['2026-11-20T12:00:00Z', '\u0000'],
    ['9999-12-31T23:59:59.999999Z', 'x'],
    ['0001-01-01T00:00:00Z', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
    [1e300, {}],
    ['infinity', '019aa1f0-7c3e-7b52-9c1d-3f5a8e2b6d04'],
    { __proto__: null },
    '9223372036854775808',
    null,
  ].map((place) => Buffer.from(JSON.stringify(place)).toString('base64url')),
];

const oddNumbers = [
  0,
  -0,
  -1,
  0.5,
  1e-300,
  1e300,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32,
  -(2 ** 31) - 1,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 1,
  Number.MIN_SAFE_INTEGER,
  253_402_300_800_000,
];

/** A value of any kind where another was expected. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...oddTexts) },
  { weight: 3, arbitrary: fc.constantFrom(...oddNumbers) },
  { weight: 1, arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], [null], { a: [] }, ['a', 'a']) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
);

function checksOf({ checks, format, pattern }: Definition): CheckDefinition[] {
  return [
    ...(format ? [{ check: 'string_format', format, ...(pattern ? { pattern } : {}) }] : []),
    ...(checks ?? []).map((each) => each._zod.def),
  ];
}

/** The strings of a pipe have one meaning, so the checks of all count. */
function stringsIn(schema: z.ZodMiniType): Definition[] {
  const def = definitionOf(schema);
  if (def.type === 'string') return [def];
  return def.type === 'pipe' ? [def.in, def.out].flatMap((part) => (part ? stringsIn(part) : [])) : [];
}

const day = fc
  .oneof(fc.integer({ min: 20_000, max: 20_900 }), fc.integer({ min: -700_000, max: 2_900_000 }))
  .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));
const moment = fc
  .oneof(
    fc.integer({ min: 1_750_000_000, max: 1_800_000_000 }),
    fc.integer({ min: -62_135_596_800, max: 253_402_300_799 }),
  )
  .map((seconds) => new Date(seconds * 1_000).toISOString());
const words = fc.constantFrom(
  'Cloud Cream',
  'ava',
  'glow-lab',
  'USD',
  'R-1',
  '12.50',
  'x',
  'Ünïcode',
  'a, b',
  '1250',
  '#1001',
  'https://shop.glowlab.example/p/x',
  'https://northwind.example/p',
  'somebody@creators.test',
  '<b>x</b>',
  '=1+1',
  '**a** [b](https://glow.test)',
);

function matching(pattern: RegExp): fc.Arbitrary<string> {
  try {
    const found = fc.stringMatching(new RegExp(pattern.source, pattern.flags.replaceAll(/[gy]/g, '')));
    fc.sample(found, 1);
    return found;
  } catch {
    // Lookaheads have no generator.
    return words;
  }
}

function textOf(defs: readonly Definition[]): fc.Arbitrary<unknown> {
  const checks = defs.flatMap(checksOf);
  const min = Math.max(0, ...checks.map(({ check, minimum }) => (check === 'min_length' ? (minimum ?? 0) : 0)));
  const max = Math.min(
    5_000,
    ...checks.map(({ check, maximum }) => (check === 'max_length' ? (maximum ?? 5_000) : 5_000)),
  );
  const patterns = checks.flatMap(({ pattern, format }) =>
    pattern && (format === 'regex' || format === undefined) ? [matching(pattern)] : [],
  );
  const formats = checks.flatMap(({ format }) =>
    format === 'date'
      ? [day]
      : format === 'datetime'
        ? [moment]
        : format === 'email'
          ? [fc.constant('somebody@creators.test'), fc.emailAddress()]
          : format === 'url'
            ? [fc.webUrl()]
            : [],
  );
  const fitting =
    patterns.length + formats.length > 0
      ? [...patterns, ...formats]
      : [
          words,
          fc.string({ minLength: min, maxLength: Math.min(max, 60) }),
          fc.constant('é'.repeat(max)),
          fc.constant('w'.repeat(Math.max(min, 1))),
        ];
  return fc.oneof(
    { weight: 8, arbitrary: fc.oneof(...fitting) },
    { weight: 1, arbitrary: fc.constantFrom(...oddTexts) },
  );
}

function numberOf(def: Definition): fc.Arbitrary<unknown> {
  const checks = checksOf(def);
  const bound = (name: string) =>
    checks.flatMap(({ check, value }) => (check === name && value !== undefined ? [Number(value)] : []));
  const min = Math.max(Number.MIN_SAFE_INTEGER, ...bound('greater_than'));
  const max = Math.min(Number.MAX_SAFE_INTEGER, ...bound('less_than'));
  return fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: Math.max(min, -1_000), max: Math.min(Math.max(max, min), 1_000_000) }) },
    { weight: 3, arbitrary: fc.constantFrom(min, max) },
    { weight: 1, arbitrary: fc.constantFrom(...oddNumbers) },
  );
}

/** Ids of the caller by the name of a field. */
export type KnownIds = (field: string) => readonly string[];

/** Values that a schema describes; a field whose name the caller has an id for mostly gets that. */
export function describedBy(schema: z.ZodMiniType, known: KnownIds, field = ''): fc.Arbitrary<unknown> {
  const def = definitionOf(schema);
  const inner = (part: z.ZodMiniType | undefined, name = field) =>
    part ? describedBy(part, known, name) : fc.constant(null);
  switch (def.type) {
    case 'string':
    case 'pipe': {
      const strings = stringsIn(schema);
      if (strings.length === 0) return inner(def.in && definitionOf(def.in).type === 'transform' ? def.out : def.in);
      const ids = known(field);
      const made = textOf(strings);
      return ids.length === 0
        ? made
        : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: made });
    }
    case 'number':
    case 'int':
      return numberOf(def);
    case 'boolean':
      return fc.boolean();
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries ?? {}));
    case 'literal':
      return fc.constantFrom(...(def.values ?? [null]));
    case 'union':
      return fc.oneof(...(def.options ?? []).map((option) => inner(option)));
    case 'nullable':
      return fc.oneof({ weight: 3, arbitrary: inner(def.innerType) }, { weight: 1, arbitrary: fc.constant(null) });
    case 'optional':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return inner(def.innerType);
    case 'array':
      return fc.array(inner(def.element, field.replace(/s$/, '')), { maxLength: 3 });
    case 'tuple':
      return fc.tuple(...(def.items ?? []).map((item) => inner(item)));
    case 'record':
      return fc.dictionary(fc.oneof(words, fc.constantFrom(...oddTexts)), inner(def.valueType), { maxKeys: 3 });
    case 'object':
      return objectOf(def.shape ?? {}, known);
    default:
      return oddValue;
  }
}

function objectOf(shape: Record<string, z.ZodMiniType>, known: KnownIds): fc.Arbitrary<unknown> {
  const model = Object.fromEntries(Object.entries(shape).map(([name, part]) => [name, describedBy(part, known, name)]));
  const requiredKeys = Object.entries(shape).flatMap(([name, part]) =>
    ['optional', 'default'].includes(definitionOf(part).type) ? [] : [name],
  );
  return fc.oneof(
    { weight: 9, arbitrary: fc.record(model, { requiredKeys }) },
    { weight: 1, arbitrary: fc.record(model, { requiredKeys: [] }) },
  );
}

type Place = readonly (string | number)[];

function placesIn(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return at.length > 0 ? [at] : [];
  return [
    ...(at.length > 0 ? [at] : []),
    ...Object.entries(value).flatMap(([name, part]) => placesIn(part, [...at, name])),
  ];
}

function withValue(body: unknown, place: Place, value: unknown): unknown {
  const changed: unknown = structuredClone(body);
  let part = changed as Record<string, unknown>;
  for (const name of place.slice(0, -1)) part = part[name] as Record<string, unknown>;
  if (value === undefined) delete part[String(place.at(-1))];
  else part[String(place.at(-1))] = value;
  return changed;
}

/** A valid body with one to three of its fields replaced, left out, or added from what the schema describes. */
export function mutated(valid: unknown, described: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const places = placesIn(valid);
  const change = fc.record({
    place: fc.nat(),
    value: fc.oneof(oddValue, fc.constant(undefined)),
    isOther: fc.boolean(),
    other: described,
  });
  return fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) => {
    let body: unknown = structuredClone(valid);
    for (const { place, value, isOther, other } of changes) {
      if (isOther && isFields(other) && isFields(body)) {
        const names = Object.keys(other);
        const name = names[place % Math.max(1, names.length)];
        if (name !== undefined) body[name] = other[name];
        continue;
      }
      const at = places[place % Math.max(1, places.length)];
      if (at === undefined) body = value ?? null;
      else if (hasPlace(body, at)) body = withValue(body, at, value);
    }
    return body;
  });
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasPlace(body: unknown, place: Place): boolean {
  let part: unknown = body;
  for (const name of place) {
    if (typeof part !== 'object' || part === null || !(name in part)) return false;
    part = (part as Record<string, unknown>)[name];
  }
  return true;
}
