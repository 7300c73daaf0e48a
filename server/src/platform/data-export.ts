import type { Context } from '../context.ts';
import type { Person } from './actor.ts';
import type { Tx } from './database/database.ts';

/** Rows of one part of what a person takes away, ready for JSON. */
export type ExportedRows = Record<string, unknown>[];

/** What one domain holds of a creator, by part. It reads under the creator's own scope, so it cannot take too much. */
export type DataExport = (ctx: Context, tx: Tx, person: Person) => Promise<Record<string, ExportedRows>>;

/** Values as JSON knows them: whole numbers of the database as text, moments as ISO 8601. */
export function plainRows(rows: readonly object[]): ExportedRows {
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => {
        if (typeof value === 'bigint') return [name, value.toString()];
        if (value instanceof Date) return [name, value.toISOString()];
        return [name, value];
      }),
    ),
  );
}
