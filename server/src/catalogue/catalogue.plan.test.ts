import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ClearableField } from '@vitrine/contract/catalogue.ts';
import { encodeState, planUndo } from './catalogue.changes.ts';
import {
  describeFault,
  describeRow,
  type KnownProduct,
  planRow,
  productStateOf,
  type ProductState,
  type StateField,
  stateFields,
  summarize,
} from './catalogue.plan.ts';
import type { GivenFacts, GoodRow } from './catalogue.rows.ts';

const now = new Date('2026-11-20T12:00:00Z');
const balm: KnownProduct = {
  id: 'p1',
  sku: 'GL-1',
  title: 'Night Balm',
  description: 'Rich and slow',
  category: 'Care',
  url: 'https://shop.glowlab.example/balm',
  image: 'https://shop.glowlab.example/balm.jpg',
  price: 4_800n,
  compare_at_price: 6_000n,
  currency: 'USD',
  in_stock: true,
  archived_at: null,
};
/** What every row has. */
const given = { sku: 'GL-1', title: balm.title, url: balm.url, price: balm.price, currency: 'USD' };
const row = (changed: Partial<GivenFacts> = {}, empty: ClearableField[] = []): GoodRow => ({
  line: 2,
  given: { ...given, ...changed },
  empty,
});
const plan = (sent: GoodRow, known: KnownProduct = balm, confirmed: ClearableField[] = []) =>
  planRow(sent, known.sku === sent.given.sku ? known : undefined, new Set(confirmed), now);

describe('an import', () => {
  test('adds a product that is not there, with what a new one has', () => {
    const planned = plan(row({ sku: 'GL-9' }));
    expect(planned.before).toBeUndefined();
    expect(planned.after).toMatchObject({ title: 'Night Balm', description: '', image: null, in_stock: true });
    expect(describeRow(planned)).toMatchObject({ outcome: 'created', sku: 'GL-9', changes: [] });
  });

  test('changes nothing that has no column', () => {
    const planned = plan(row());
    expect(planned.changed).toEqual([]);
    expect(planned.after).toEqual(productStateOf(balm));
    expect(describeRow(planned).outcome).toBe('unchanged');
  });

  test.each([
    ['title', { title: 'Day Balm' }, 'Night Balm', 'Day Balm'],
    ['price', { price: 5_000n }, { amount: '4800', currency: 'USD' }, { amount: '5000', currency: 'USD' }],
    [
      'compare_at_price',
      { compare_at_price: 7_000n },
      { amount: '6000', currency: 'USD' },
      { amount: '7000', currency: 'USD' },
    ],
    ['in_stock', { in_stock: false }, true, false],
    ['description', { description: 'x'.repeat(300) }, 'Rich and slow', `${'x'.repeat(200)}…`],
  ])('shows how it changes %s', (field, changed, from, to) => {
    expect(describeRow(plan(row(changed)))).toMatchObject({ outcome: 'updated', changes: [{ field, from, to }] });
  });

  test('a text that is cut within a character stays well-formed', () => {
    const [change] = describeRow(plan(row({ description: `${'x'.repeat(199)}😀` }))).changes;
    expect(String(change?.to).isWellFormed()).toBe(true);
  });

  test('brings an archived product back, which is a change', () => {
    const planned = plan(row(), { ...balm, archived_at: now });
    expect(describeRow(planned).changes).toEqual([{ field: 'archived', from: true, to: false }]);
    expect(planned.after.archived_at).toBeNull();
  });

  test('keeps what an empty cell would clear, until it is confirmed', () => {
    const kept = plan(row({}, ['description', 'image']));
    expect([kept.clears, kept.changed]).toEqual([['description', 'image'], []]);
    const confirmed = plan(row({}, ['description', 'image']), balm, ['description']);
    expect(confirmed.changed).toEqual(['description']);
    expect(confirmed.after).toMatchObject({ description: '', image: balm.image });
  });

  test('an empty cell of what is empty already clears nothing', () => {
    const bare = { ...balm, description: '', category: '', image: null, compare_at_price: null };
    expect(plan(row({}, ['description', 'category', 'image', 'compare_at_price']), bare).clears).toEqual([]);
  });

  test('a price in another currency is shown with the currency that it is in', () => {
    const changes = describeRow(plan(row({ currency: 'EUR', price: 4_500n }))).changes;
    expect(changes).toContainEqual({
      field: 'price',
      from: { amount: '4800', currency: 'USD' },
      to: { amount: '4500', currency: 'EUR' },
    });
  });
});

test('the summary counts rows by outcome, clears by product, and is sorted by line', () => {
  const rows = [
    describeFault({ line: 5, sku: null, field: 'price', value: 'free', reason: 'must be a price' }),
    { ...describeRow(plan(row({ sku: 'GL-9' }))), line: 4 },
    { ...describeRow(plan(row({ title: 'x' }, ['image']))), line: 3 },
    { ...describeRow(plan(row({}, ['image', 'category']))), line: 2 },
  ];
  expect(summarize(rows, new Set(['image']))).toMatchObject({
    created: 1,
    updated: 1,
    unchanged: 1,
    refused: 1,
    clears: [
      { field: 'image', products: 2, confirmed: true },
      { field: 'category', products: 1, confirmed: false },
    ],
    rows: [{ line: 2 }, { line: 3 }, { line: 4 }, { line: 5, outcome: 'refused', field: 'price', value: 'free' }],
  });
});

/** What is stored of a change, read back as the database gives it. */
const stored = (before: ProductState | undefined, after: ProductState, fields: readonly StateField[]) => ({
  product_id: 'p1',
  before: before ? JSON.parse(encodeState(before, fields)) : {},
  after: JSON.parse(encodeState(after, fields)),
});
const before = productStateOf(balm);
const none: ReadonlySet<StateField> = new Set();

describe('an undo', () => {
  const after: ProductState = { ...before, title: 'Day Balm', price: 5_000n };
  const change = stored(before, after, ['title', 'price']);

  test('puts every field back that the import changed', () => {
    expect(planUndo(after, change, none, now)).toEqual({ next: before, isArchived: false, left: [] });
  });

  test('keeps what was changed later, and names it', () => {
    const later = { ...after, title: 'Evening Balm' };
    expect(planUndo(later, change, none, now)).toEqual({
      next: { ...later, price: 4_800n },
      isArchived: false,
      left: ['title'],
    });
  });

  test('keeps a field that was changed and changed back', () => {
    expect(planUndo(after, change, new Set(['title'] as const), now).left).toEqual(['title']);
  });

  test('does nothing where everything was changed later', () => {
    const later = { ...after, title: 'Evening Balm', price: 1n };
    expect(planUndo(later, change, none, now)).toEqual({
      next: undefined,
      isArchived: false,
      left: ['title', 'price'],
    });
  });

  test('archives a product that the import added', () => {
    const added = stored(undefined, before, stateFields);
    expect(planUndo(before, added, none, now)).toEqual({
      next: { ...before, archived_at: now },
      isArchived: true,
      left: [],
    });
  });

  test('leaves an added product that was changed since', () => {
    const added = stored(undefined, before, stateFields);
    expect(planUndo({ ...before, price: 1n }, added, none, now)).toEqual({
      next: undefined,
      isArchived: false,
      left: ['price'],
    });
  });

  test('does not archive twice', () => {
    const added = stored(undefined, before, stateFields);
    expect(planUndo({ ...before, archived_at: now }, added, none, now).next).toBeUndefined();
  });

  test('archives again what the import had brought back', () => {
    const archived = { ...before, archived_at: now };
    const back = stored(archived, before, ['archived_at']);
    expect(planUndo(before, back, none, new Date('2026-12-01T00:00:00Z')).next).toEqual(archived);
  });

  test.each([
    ['an unknown field', { before: { colour: 'red' }, after: {} }],
    ['an amount that is no text', { before: { price: 48 }, after: {} }],
    ['nothing', { before: null, after: null }],
  ])('of %s is refused rather than guessed', (_what, kept) => {
    expect(() => planUndo(before, { product_id: 'p1', ...kept }, none, now)).toThrow(Error);
  });
});

const anyState = fc.record<ProductState>({
  title: fc.string(),
  description: fc.string(),
  category: fc.string(),
  url: fc.webUrl(),
  image: fc.option(fc.webUrl()),
  price: fc.bigInt({ min: 0n, max: 10n ** 15n }),
  compare_at_price: fc.option(fc.bigInt({ min: 0n, max: 10n ** 15n })),
  currency: fc.constantFrom('USD', 'EUR', 'JPY'),
  in_stock: fc.boolean(),
  archived_at: fc.option(fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })),
});

test('any import is undone exactly, as long as nothing was changed since', () => {
  fc.assert(
    fc.property(anyState, anyState, (old, next) => {
      const known = { ...old, id: 'p1', sku: 'GL-1' };
      const { archived_at: _never, ...facts } = next;
      const planned = plan(row({ ...facts, sku: 'GL-1' }), known);
      const kept = stored(old, planned.after, planned.changed);
      const undone = planned.changed.length === 0 ? old : planUndo(planned.after, kept, none, now).next;
      expect(undone).toEqual(old);
    }),
  );
});
