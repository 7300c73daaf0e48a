import type { Context } from '../context.ts';
import type { Person } from './actor.ts';
import type { Tx } from './database/database.ts';

/** Rows of one part of a data export, ready for JSON. */
export type ExportedRows = Record<string, unknown>[];

/**
 * A domain's data about a creator, by part. It reads in the creator's own scope, so it can't read other users' rows.
 */
export type DataExport = (ctx: Context, tx: Tx, person: Person) => Promise<Record<string, ExportedRows>>;

/** Values for JSON: the database's integers as text, times as ISO 8601. */
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
