import { sql } from 'kysely';
import { importSource, type listImports } from '@vitrine/contract/catalogue.ts';
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import type { Tx } from '../platform/database/database.ts';
import { listedImports } from './imports.queries.ts';

type ListedImport = DataOf<typeof listImports>[number];

function undoOf(
  row: { undone_at: Date | null; created_at: Date; is_kept: boolean },
  since: Date,
): ListedImport['undo'] {
  if (row.undone_at !== null) return 'done';
  return row.is_kept && row.created_at >= since ? 'possible' : 'expired';
}

/** The newest imports with changes, and whether each can still be undone. */
export async function recentImports(tx: Tx, merchantId: string, since: Date): Promise<ListedImport[]> {
  const rows = await tx
    .selectFrom('product_imports')
    .leftJoin('users as creator', 'creator.id', 'product_imports.created_by')
    .leftJoin('users as undoer', 'undoer.id', 'product_imports.undone_by')
    .selectAll('product_imports')
    .select([
      'creator.display_name as creator',
      'undoer.display_name as undoer',
      sql<boolean>`exists (select from product_changes c where c.merchant_id = product_imports.merchant_id
        and c.import_id = product_imports.id)`.as('is_kept'),
    ])
    .where('product_imports.merchant_id', '=', merchantId)
    .where(sql<boolean>`created_count + updated_count > 0`)
    .orderBy('product_imports.created_at', 'desc')
    .orderBy('product_imports.id', 'desc')
    .limit(listedImports)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    source: importSource.safeParse(row.source).data ?? 'csv',
    created_at: row.created_at.toISOString(),
    created_by: row.creator,
    created: row.created_count,
    updated: row.updated_count,
    unchanged: row.unchanged_count,
    refused: row.refused_count,
    undo: undoOf(row, since),
    undone_at: row.undone_at?.toISOString() ?? null,
    undone_by: row.undoer,
  }));
}
