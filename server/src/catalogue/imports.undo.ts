// Undoes an import once, in one transaction. Fields that were changed later keep the newer value and are reported.
import { type ImportUndo, importUndo } from '@vitrine/contract/catalogue.ts';
import type { Context } from '../context.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { isId } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import { encodeState, type PlannedUndo, planUndo } from './catalogue.changes.ts';
import {
  isSameValue,
  type KnownProduct,
  type ProductState,
  type StateField,
  stateFields,
  productStateOf,
} from './catalogue.plan.ts';
import { lockCatalogue, storeProducts } from './catalogue.queries.ts';
import { noteUndoneProducts } from './feeds.queries.ts';
import {
  closeImport,
  findImport,
  findProductsById,
  insertChanges,
  listChanges,
  listLaterFields,
} from './imports.queries.ts';
import { undoableSince, changerOf } from './imports.service.ts';

const namedProducts = 500;

type Undone = PlannedUndo & { product: KnownProduct };

async function planAll(tx: Tx, merchantId: string, importId: string, now: Date): Promise<Undone[]> {
  const changes = await listChanges(tx, merchantId, importId);
  const ids = changes.map((change) => change.product_id);
  const products = new Map((await findProductsById(tx, merchantId, ids)).map((product) => [product.id, product]));
  const later = new Map<string, Set<StateField>>();
  for (const { product_id: id, field } of await listLaterFields(tx, merchantId, importId)) {
    const known = stateFields.find((each) => each === field);
    if (known) later.set(id, (later.get(id) ?? new Set()).add(known));
  }
  return changes.flatMap((change) => {
    const product = products.get(change.product_id);
    const fields = later.get(change.product_id) ?? new Set<StateField>();
    return product ? [{ product, ...planUndo(productStateOf(product), change, fields, now) }] : [];
  });
}

function describe(id: string, undone: readonly Undone[], now: Date): ImportUndo {
  const left = undone.filter((each) => each.left.length > 0);
  const archived = undone.filter((each) => each.isArchived).length;
  return {
    id,
    undone_at: now.toISOString(),
    restored: undone.filter((each) => each.next !== undefined).length - archived,
    archived,
    left_products: left.length,
    left: left.slice(0, namedProducts).map(({ product, next, left: fields }) => ({
      sku: product.sku,
      title: (next ?? product).title,
      fields: fields.map((field) => (field === 'archived_at' ? 'archived' : field)),
    })),
  };
}

/** What the undo changed, for the history of each product. */
async function recordUndo(
  tx: Tx,
  merchantId: string,
  undone: readonly Undone[],
  { importId, by, at }: { importId: string; by: string | null; at: Date },
): Promise<void> {
  const changes = undone.flatMap(({ product, next }) => {
    if (!next) return [];
    const fields = stateFields.filter((field) => !isSameValue(product[field], next[field]));
    const states = { before: encodeState(product, fields), after: encodeState(next, fields) };
    return [{ product_id: product.id, ...states }];
  });
  await insertChanges(
    tx,
    changes.map((change) => ({
      merchant_id: merchantId,
      import_id: importId,
      source: 'undo',
      changed_by: by,
      is_undone: true,
      changed_at: at,
      ...change,
    })),
  );
}

/** Of a feed's import. The feed is paused with it: its next run would do the same again. */
function movedProducts(undone: readonly Undone[]): { archived: string[]; restored: string[] } {
  const skusWhere = (moved: (product: KnownProduct, next: ProductState) => boolean) =>
    undone.flatMap(({ product, next }) => (next && moved(product, next) ? [product.sku] : []));
  return {
    archived: skusWhere((product, next) => product.archived_at === null && next.archived_at !== null),
    restored: skusWhere((product, next) => product.archived_at !== null && next.archived_at === null),
  };
}

async function undo(ctx: Context, tx: Tx, merchantId: string, actor: Actor, importId: string): Promise<ImportUndo> {
  const now = ctx.clock.now();
  await lockCatalogue(tx, merchantId);
  const found = await findImport(tx, merchantId, importId);
  if (!found) throw new Refusal('not_found');
  if (found.undone_at !== null) return importUndo.parse(found.undo_result);
  const undone = await planAll(tx, merchantId, importId, now);
  const changedProducts = found.created_count + found.updated_count;
  if (changedProducts > 0 && (undone.length === 0 || found.created_at < undoableSince(now)))
    throw new Refusal('import_too_old');
  const changed = undone.flatMap(({ product, next }) =>
    next ? [Object.assign({ merchant_id: merchantId, id: product.id, sku: product.sku }, next)] : [],
  );
  await storeProducts(tx, changed, now);
  await recordUndo(tx, merchantId, undone, { importId, by: changerOf(actor), at: now });
  if (found.source === 'feed') await noteUndoneProducts(tx, merchantId, movedProducts(undone), now);
  const result = describe(importId, undone, now);
  const { restored, archived, left_products: left } = result;
  await closeImport(tx, merchantId, { by: changerOf(actor), at: now, result });
  await audit(ctx, tx, actor, {
    action: 'products.import_undone',
    merchantId,
    subject: { kind: 'product_import', id: importId },
    details: { restored, archived, left },
  });
  return result;
}

export async function undoImportOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  importId: string,
): Promise<ImportUndo> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  if (!isId(importId)) throw new Refusal('not_found');
  return ctx.database.as({ role: 'app', merchantId }, (tx) => undo(ctx, tx, merchantId, actor, importId));
}
