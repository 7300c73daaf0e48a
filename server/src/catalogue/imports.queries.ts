import { type Insertable, sql } from 'kysely';
import type { ImportUndo } from '@vitrine/contract/catalogue.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';
import { batches } from './catalogue.queries.ts';
import type { ProductChange } from './catalogue.changes.ts';

/** The number of imports of a brand that can be undone, and for how long. */
export const keptImports = 20;

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

/** Removes the changes of imports that can no longer be undone. The record of the import stays. */
export async function pruneChanges(tx: Tx, merchantId: string, since: Date): Promise<void> {
  await sql`
    delete from product_changes where merchant_id = ${merchantId}::uuid and seq < (
      select coalesce(min(first), 9223372036854775807) from (
        select min(seq) as first from product_changes
        where merchant_id = ${merchantId}::uuid and import_id is not null and changed_at >= ${since}
        group by import_id order by first desc limit ${keptImports}
      ) kept)`.execute(tx);
}

export function findImport(tx: Tx, merchantId: string, importId: string) {
  return tx
    .selectFrom('product_imports')
    .select(['id', 'created_at', 'created_count', 'updated_count', 'undone_at', 'undo_result'])
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
      and later.seq > mine.seq
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

/** Marks an import as undone and deletes its changes, because it can't be undone twice. */
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
    .deleteFrom('product_changes')
    .where('merchant_id', '=', merchantId)
    .where('import_id', '=', undone.result.id)
    .execute();
}
