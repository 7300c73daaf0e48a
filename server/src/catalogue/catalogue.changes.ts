// Stores the changes of an import as JSON and calculates an undo from them. Pure.
import * as z from 'zod/mini';
import { isSameValue, productStateOf, type ProductState, type StateField, stateFields } from './catalogue.plan.ts';

const storedAmount = z.pipe(
  z.string(),
  z.transform((amount: string) => BigInt(amount)),
);
const storedTime = z.pipe(
  z.string(),
  z.transform((at: string) => new Date(at)),
);
const storedState = z.partial(
  z.strictObject({
    title: z.string(),
    description: z.string(),
    category: z.string(),
    url: z.string(),
    image: z.nullable(z.string()),
    price: storedAmount,
    compare_at_price: z.nullable(storedAmount),
    currency: z.string(),
    in_stock: z.boolean(),
    archived_at: z.nullable(storedTime),
  }),
);
type StoredState = z.output<typeof storedState>;

/** The named fields of a product as JSON: amounts as text, times in ISO 8601. */
export function encodeState(state: ProductState, fields: readonly StateField[]): string {
  return JSON.stringify(Object.fromEntries(fields.map((field) => [field, state[field]])), (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
}

/** The states before and after a change; fields that it didn't change are those of the product now. */
export function changedStates(
  current: ProductState,
  change: { before: unknown; after: unknown },
): { before: ProductState; after: ProductState; fields: StateField[]; isAddition: boolean } {
  const [before, after] = [storedState.parse(change.before), storedState.parse(change.after)];
  const isAddition = fieldsOf(before).length === 0;
  return {
    before: productStateOf(Object.assign({}, current, before)),
    after: productStateOf(Object.assign({}, current, after)),
    fields: isAddition ? [] : fieldsOf(after),
    isAddition,
  };
}

export type ProductChange = { product_id: string; before: unknown; after: unknown };

function fieldsOf(stored: StoredState): StateField[] {
  return stateFields.filter((field) => field in stored);
}

function holds(current: ProductState, stored: StoredState, field: StateField): boolean {
  const value = stored[field];
  return value !== undefined && isSameValue(current[field], value);
}

/** The result of an undo for one product. `left` are fields that were changed later; they keep the newer value. */
export type PlannedUndo = { next: ProductState | undefined; isArchived: boolean; left: StateField[] };

/** Archives an added product, unless it was changed later, because then someone relies on it. */
function undoAddition(
  current: ProductState,
  after: StoredState,
  later: ReadonlySet<StateField>,
  now: Date,
): PlannedUndo {
  if (current.archived_at !== null) return { next: undefined, isArchived: false, left: [] };
  const left = fieldsOf(after).filter((field) => later.has(field) || !holds(current, after, field));
  return left.length > 0
    ? { next: undefined, isArchived: false, left }
    : { next: { ...current, archived_at: now }, isArchived: true, left };
}

/**
 * A field gets its old value back only if this import was the last to change it. `later` lists the fields that were
 * changed after the import, even if they now have the import's value again.
 */
export function planUndo(
  current: ProductState,
  change: ProductChange,
  later: ReadonlySet<StateField>,
  now: Date,
): PlannedUndo {
  const [before, after] = [storedState.parse(change.before), storedState.parse(change.after)];
  if (fieldsOf(before).length === 0) return undoAddition(current, after, later, now);
  const fields = fieldsOf(before);
  const left = fields.filter((field) => later.has(field) || !holds(current, after, field));
  const next = { ...current };
  for (const field of fields) if (!left.includes(field)) Object.assign(next, { [field]: before[field] });
  return { next: left.length < fields.length ? next : undefined, isArchived: false, left };
}
