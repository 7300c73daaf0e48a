import { type Expression, sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Person } from './actor.ts';
import type { Tx } from './database/database.ts';

/** Rows of a data export, ready for JSON. */
export type ExportedRows = Record<string, unknown>[];

/** Whose data is exported. Tables that grow with use are read by account, for which they have indexes. */
export type ExportedPerson = Person & { accountIds: readonly string[] };

/** The rows of one part: at once if they are few, else in pieces, which are read only when they are written. */
export type ExportedPart = ExportedRows | AsyncIterable<ExportedRows>;

/**
 * A domain's data about a creator, by part. It reads in the creator's own scope, so it can't read other users' rows.
 */
export type DataExport = (ctx: Context, tx: Tx, person: ExportedPerson) => Promise<Record<string, ExportedPart>>;

/** So many rows of a part are in memory at once. */
const rowsAtOnce = 1_000;

/** The rows of a query in pieces of at most `atOnce`. */
export async function* rowPieces(
  tx: Tx,
  query: Expression<unknown>,
  atOnce = rowsAtOnce,
): AsyncGenerator<ExportedRows> {
  await sql`declare exported no scroll cursor for ${query}`.execute(tx);
  for (;;) {
    const { rows } = await sql<object>`fetch ${sql.lit(atOnce)} from exported`.execute(tx);
    if (rows.length === 0) break;
    yield plainRows(rows);
  }
  await sql`close exported`.execute(tx);
}

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
