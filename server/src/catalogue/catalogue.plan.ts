// Plans the changes of an import. Pure: the preview and the import use the same plan.
import type { ClearableField, FieldChange, ProductImport, RateChange } from '@vitrine/contract/catalogue.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import { inSlices } from '../platform/slices.ts';
import { giftCardReason, type GoodRow, type ProductFacts, type RowFault } from './catalogue.rows.ts';

/** Everything about a product that an import can change, and with it everything that an undo restores. */
export type ProductState = Omit<ProductFacts, 'sku'> & { archived_at: Date | null };
export type KnownProduct = ProductState & { id: string; sku: string };

export const stateFields = [
  'title',
  'description',
  'category',
  'url',
  'image',
  'price',
  'compare_at_price',
  'currency',
  'in_stock',
  'archived_at',
] as const satisfies (keyof ProductState)[];
export type StateField = (typeof stateFields)[number];

export type ImportRow = ProductImport['rows'][number];

/** A valid row and the existing product. `changed` is empty for new and unchanged products. */
export type PlannedRow = {
  line: number;
  sku: string;
  before: KnownProduct | undefined;
  after: ProductState;
  changed: StateField[];
  clears: ClearableField[];
  /** A new product that its shop doesn't sell yet, or a gift card. It is not added. */
  isSkipped?: boolean;
  isGiftCard?: boolean;
};

const newProduct = { description: '', category: '', image: null, compare_at_price: null, in_stock: true };
const cleared = { description: '', category: '', image: null, compare_at_price: null } satisfies Partial<ProductState>;

export function isSameValue(a: ProductState[StateField], b: ProductState[StateField]): boolean {
  return a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b;
}

/** The state without the fields that identify the product. */
export function productStateOf(product: ProductState): ProductState {
  const { title, description, category, url, image, price, compare_at_price, currency, in_stock, archived_at } =
    product;
  return { title, description, category, url, image, price, compare_at_price, currency, in_stock, archived_at };
}

/** What the shop doesn't sell any more is archived and otherwise left as it is. `line` is 0 if no row says so. */
export function planArchiving(line: number, before: KnownProduct, at: Date): PlannedRow {
  const after = { ...productStateOf(before), archived_at: before.archived_at ?? at };
  return { line, sku: before.sku, before, after, changed: before.archived_at ? [] : ['archived_at'], clears: [] };
}

export function planRow(
  { line, given, empty, isOff = false, isGiftCard = false }: GoodRow,
  before: KnownProduct | undefined,
  confirmed: ReadonlySet<ClearableField>,
  at: Date,
): PlannedRow {
  const { sku } = given;
  if (!before) {
    const after = productStateOf({ ...newProduct, ...given, archived_at: null });
    return { line, sku, before, after, changed: [], clears: [], ...(isOff ? { isSkipped: true } : {}), isGiftCard };
  }
  if (isOff) return { ...planArchiving(line, before, at), isGiftCard };
  const clears = empty.filter((field) => !isSameValue(before[field], cleared[field]));
  const emptied: Partial<ProductState> = {};
  for (const field of clears) if (confirmed.has(field)) Object.assign(emptied, { [field]: cleared[field] });
  const after = productStateOf({ ...before, ...given, ...emptied, archived_at: null });
  return {
    line,
    sku,
    before,
    after,
    changed: stateFields.filter((field) => !isSameValue(before[field], after[field])),
    clears,
  };
}

export async function planImport(
  good: readonly GoodRow[],
  known: ReadonlyMap<string, KnownProduct>,
  confirmed: ReadonlySet<ClearableField>,
  at: Date,
): Promise<PlannedRow[]> {
  const planned: PlannedRow[] = [];
  await inSlices(good, (row) => planned.push(planRow(row, known.get(row.given.sku), confirmed, at)));
  return planned;
}

const shownLength = 200;

function shownValue(state: ProductState, field: StateField): FieldChange['from'] {
  if (field === 'price') return toMoney(state.price, state.currency);
  if (field === 'compare_at_price')
    return state.compare_at_price === null ? null : toMoney(state.compare_at_price, state.currency);
  if (field === 'archived_at') return state.archived_at !== null;
  const value = state[field];
  if (typeof value !== 'string') return value;
  if (value === '') return null;
  return value.length > shownLength ? `${value.slice(0, shownLength).toWellFormed()}…` : value;
}

/** The named fields before and after, as they are shown. */
export function describeChanges(
  before: ProductState,
  after: ProductState,
  changed: readonly StateField[],
): FieldChange[] {
  return changed.map((field) => ({
    field: field === 'archived_at' ? ('archived' as const) : field,
    from: shownValue(before, field),
    to: shownValue(after, field),
  }));
}

export function describeRow(
  { line, sku, before, after, changed, clears, isSkipped, isGiftCard }: PlannedRow,
  rates: RateChange[] = [],
): ImportRow {
  const changes = before ? describeChanges(before, after, changed) : [];
  const why = isGiftCard ? giftCardReason : { field: null, value: null, reason: null };
  const row = { line, sku, title: after.title, ...why, changes, clears, rates };
  if (before) return { ...row, outcome: changes.length > 0 ? 'updated' : 'unchanged' };
  return { ...row, outcome: isSkipped ? 'skipped' : 'created' };
}

export function describeFault({ line, sku, field, value, reason, giftCard }: RowFault): ImportRow {
  const outcome = giftCard ? 'skipped' : 'refused';
  const title = giftCard?.title ?? null;
  return { line, outcome, sku, title, field, value, reason, changes: [], clears: [], rates: [] };
}

const countOf = (rows: readonly ImportRow[], outcome: ImportRow['outcome']) =>
  rows.filter((row) => row.outcome === outcome).length;

export function summarize(
  rows: readonly ImportRow[],
  confirmed: ReadonlySet<ClearableField>,
): Omit<ProductImport, 'id' | 'preview' | 'source' | 'file'> {
  const clearable = new Map<ClearableField, number>();
  for (const field of rows.flatMap((row) => row.clears)) clearable.set(field, (clearable.get(field) ?? 0) + 1);
  return {
    created: countOf(rows, 'created'),
    updated: countOf(rows, 'updated'),
    archived: rows.filter(({ changes }) => changes.some(({ field, to }) => field === 'archived' && to === true)).length,
    unchanged: countOf(rows, 'unchanged'),
    skipped: countOf(rows, 'skipped'),
    refused: countOf(rows, 'refused'),
    clears: [...clearable].map(([field, products]) => ({ field, products, confirmed: confirmed.has(field) })),
    rows: rows.toSorted((a, b) => a.line - b.line),
  };
}
