import pg from 'pg';
import { newId } from '../platform/ids.ts';

// When backups were taken. The rows are written on another connection than the snapshot's, so a backup doesn't contain
// its own row. A database of an earlier version has no such table.

async function write(url: string, statement: string, values: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin; set local role vitrine_system');
    const { rows } = await client.query<{ exists: boolean }>(
      `select to_regclass('public.backups') is not null as exists`,
    );
    if (rows[0]?.exists) await client.query(statement, values);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

export async function recordBackupStart(
  url: string,
  { at, fileName }: { at: Date; fileName: string },
): Promise<string> {
  const id = newId(at);
  await write(url, 'insert into backups (id, started_at, file_name) values ($1, $2, $3)', [id, at, fileName]);
  return id;
}

/** Without a size the backup failed. */
export async function recordBackupEnd(url: string, id: string, end: { at: Date; bytes?: number }): Promise<void> {
  const outcome = end.bytes === undefined ? 'failed' : 'complete';
  const statement = 'update backups set ended_at = $2, bytes = $3, outcome = $4 where id = $1';
  await write(url, statement, [id, end.at, end.bytes ?? null, outcome]);
}
