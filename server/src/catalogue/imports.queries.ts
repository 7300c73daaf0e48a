import { type Insertable, sql } from 'kysely';
import type { ImportUndo } from '@vitrine/contract/catalogue.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';
import { batches } from './catalogue.queries.ts';
import type { ProductChange } from './catalogue.changes.ts';

/** The number of imports that are listed. */
export const listedImports = 20;

export async function insertImport(
  tx: Tx,
  record: Insertable<Tables['product_imports']>,
  rows: readonly Insertable<Tables['product_import_rows']>[],
): Promise<void> {
  await tx.insertInto('product_imports').values(record).execute();
  for (const batch of batches(rows)) await tx.insertInto('product_import_rows').values(batch).execute();
}

export async function insertChanges(tx: Tx, changes: readonly Insertable<Tables['product_changes']>[]): Promise<void> {
  for (const batch of batches(changes)) await tx.insertInto('product_changes').values(batch).execute();
}

export function findImport(tx: Tx, merchantId: string, importId: string) {
  return tx
    .selectFrom('product_imports')
    .select(['id', 'source', 'created_at', 'created_count', 'updated_count', 'undone_at', 'undo_result'])
    .where('merchant_id', '=', merchantId)
    .where('id', '=', importId)
    .executeTakeFirst();
}

export function listChanges(tx: Tx, merchantId: string, importId: string) {
  return tx
    .selectFrom('product_changes')
    .select(['product_id', 'before', 'after'])
    .where('merchant_id', '=', merchantId)
    .where('import_id', '=', importId)
    .orderBy('seq')
    .execute() satisfies Promise<ProductChange[]>;
}

/** The fields of an import's products that were changed after it by anyone. */
export async function listLaterFields(
  tx: Tx,
  merchantId: string,
  importId: string,
): Promise<{ product_id: string; field: string }[]> {
  const found = await sql<{ product_id: string; field: string }>`
    select distinct later.product_id, field
    from product_changes mine
    join product_changes later on later.merchant_id = mine.merchant_id and later.product_id = mine.product_id
      and later.seq > mine.seq and not later.is_undone
    cross join lateral jsonb_object_keys(later.after) field
    where mine.merchant_id = ${merchantId}::uuid and mine.import_id = ${importId}::uuid`.execute(tx);
  return found.rows;
}

export function findProductsById(tx: Tx, merchantId: string, ids: readonly string[]) {
  return tx
    .selectFrom('products')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
}

/** Marks an import and its changes as undone. */
export async function closeImport(
  tx: Tx,
  merchantId: string,
  undone: { by: string | null; at: Date; result: ImportUndo },
): Promise<void> {
  await tx
    .updateTable('product_imports')
    .set({ undone_at: undone.at, undone_by: undone.by, undo_result: JSON.stringify(undone.result) })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', undone.result.id)
    .execute();
  await tx
    .updateTable('product_changes')
    .set({ is_undone: true })
    .where('merchant_id', '=', merchantId)
    .where('import_id', '=', undone.result.id)
    .execute();
}
