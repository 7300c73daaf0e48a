import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { endpoints } from './endpoints.ts';
import { definitionOf } from './values/schema-definitions.ts';

// What a caller sends is limited by its type: no text without an end, none that a database can't store, and no number
// that doesn't fit. So whoever adds a field thinks of it once, and no code behind it has to.

type Leaf = { at: string; schema: z.ZodMiniType; kind: string };

const wrappers = new Set(['optional', 'nullable', 'default', 'prefault', 'nonoptional', 'readonly', 'catch']);
/** They accept nothing but what is written in the contract. */
const closed = new Set(['enum', 'literal', 'boolean', 'null', 'undefined', 'never']);

/** The kind of value that a pipe begins with, after what converts it. */
function kindOf(schema: z.ZodMiniType): string {
  const def = definitionOf(schema);
  if (def.type !== 'pipe' || !def.in || !def.out) return def.type;
  return definitionOf(def.in).type === 'transform' ? kindOf(def.out) : kindOf(def.in);
}

function leavesOf(schema: z.ZodMiniType, at: string): Leaf[] {
  const def = definitionOf(schema);
  const kind = kindOf(schema);
  if (closed.has(kind)) return [];
  if (wrappers.has(def.type) && def.innerType) return leavesOf(def.innerType, at);
  if (def.type === 'pipe' && (kind === 'string' || kind === 'number' || kind === 'unknown'))
    return [{ at, schema, kind }];
  if (def.type === 'pipe')
    return [
      ...(kind === 'array' ? [{ at, schema, kind }] : []),
      ...[def.in, def.out].flatMap((part) =>
        part && definitionOf(part).type !== 'transform'
          ? leavesOf(part, at).filter((leaf) => leaf.kind !== 'array')
          : [],
      ),
    ];
  if (def.type === 'object')
    return Object.entries(def.shape ?? {}).flatMap(([name, part]) => leavesOf(part, `${at}.${name}`));
  if (def.type === 'array') return [{ at, schema, kind }, ...(def.element ? leavesOf(def.element, `${at}[]`) : [])];
  if (def.type === 'union') return (def.options ?? []).flatMap((option) => leavesOf(option, at));
  if (def.type === 'tuple') return (def.items ?? []).flatMap((item) => leavesOf(item, `${at}[]`));
  if (def.type === 'record')
    return [def.keyType, def.valueType].flatMap((part) => (part ? leavesOf(part, `${at}{}`) : []));
  return [{ at, schema, kind: def.type }];
}

const leaves = [...endpoints].flatMap(([name, { params, query, body }]) =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    schema ? leavesOf(schema, `${name}.${part}`) : [],
  ),
);
const of = (...kinds: string[]) => leaves.filter(({ kind }) => kinds.includes(kind));
const accepting = (found: readonly Leaf[], values: readonly unknown[]) => [
  ...new Set(found.filter(({ schema }) => values.some((value) => schema.safeParse(value).success)).map(({ at }) => at)),
];

/** Rows are read one by one by server/src/catalogue, which names the row of a fault; so are those of `syncProducts`. */
const readByRow = ['importProducts.body.products[]'];

/** Whole files in a field: tables, a list of addresses, a picture. */
const files = new Set([
  'importProducts.body.csv',
  'importOrders.body.csv',
  'inviteMany.body.list',
  'register.body.avatar',
]);

test('every value of a call has a kind that the contract knows', () => {
  expect(leaves.length).toBeGreaterThan(900);
  const known = new Set(['string', 'number', 'int', 'array']);
  expect([...new Set(leaves.filter(({ kind }) => !known.has(kind)).map(({ at, kind }) => `${at} ${kind}`))]).toEqual(
    readByRow.map((at) => `${at} unknown`),
  );
});

// Passwords are hashed, never stored or shown.
test('no text of a call has a NUL or half a character', () => {
  const texts = [
    '\u0000',
    'a\u0000b',
    'aaaaaaaa\u0000aaaaaaaa',
    '\ud800',
    'a\udc00b',
    '2026-11-20\u0000',
    'a@b.test\u0000',
    'https://a.test/\u0000',
    'https://a.test/\ud800',
  ];
  const found = accepting(of('string'), texts);
  const isExempt = (at: string) =>
    files.has(at) || /\.(new_)?password$/.test(at) || at.startsWith('syncProducts.body.products[].');
  expect(found.filter((at) => !isExempt(at))).toEqual([]);
});

test('no text of a call is without an end', () => {
  const long = ['x', '1', 'é', 'ab ', 'https://a.test/', 'data:'].map((text) => text.padEnd(300_000, text.at(-1)));
  const found = accepting(of('string'), long);
  expect(found.filter((at) => !files.has(at))).toEqual([]);
  const largest = 'x'.repeat(20_000_001);
  expect(
    accepting(
      leaves.filter(({ at }) => files.has(at)),
      [largest],
    ),
  ).toEqual([]);
});

test('no number of a call is without an end', () => {
  const numbers = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 1e300, -1e300, `${Number.MAX_SAFE_INTEGER}`];
  expect(accepting(of('number', 'int'), numbers)).toEqual([]);
});

test('no list of a call is without an end', () => {
  const long = (entry: unknown) => Array.from({ length: 100_001 }, () => entry);
  const refusals = of('array').map(({ at, schema }) => {
    const read = schema.safeParse(long(Symbol('no entry')));
    const isCounted = !read.success && read.error.issues.some((issue) => issue.path.length === 0);
    return isCounted ? '' : at;
  });
  expect([...new Set(refusals)].filter(Boolean)).toEqual([]);
});
