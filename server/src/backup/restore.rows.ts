import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import { endRestoredSessions } from '../sessions/sessions.restored.ts';
import type { ArchivePart } from './archive.read.ts';
import { BackupError } from './backup.error.ts';
import type { Manifest } from './manifest.ts';
import { parsePart } from './parts.ts';
import type { Progress } from './progress.ts';
import { copyTarget, quoteName } from './tables.views.ts';

// All rows in one transaction. The owner takes forced row-level security and triggers off for its duration, because COPY
// refuses the one and the rows already went through the other. Foreign keys stay on.

async function readLines(client: pg.Client, query: string): Promise<string> {
  const { rows } = await client.query<{ line: string }>(query);
  return rows.map(({ line }) => line).join(';\n');
}

/** Statements that force row-level security where it is forced now. */
function readForcing(client: pg.Client): Promise<string> {
  return readLines(
    client,
    `select format('alter table public.%I force row level security', relname) as line from pg_class
     where relnamespace = 'public'::regnamespace and relforcerowsecurity`,
  );
}

/** Statements that enable each trigger as it is now: some also run in a session of a replica. */
function readEnabling(client: pg.Client): Promise<string> {
  return readLines(
    client,
    `select format('alter table public.%I enable %s trigger %I', c.relname,
       case t.tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, t.tgname) as line
     from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'public'::regnamespace and not t.tgisinternal and t.tgenabled <> 'D'`,
  );
}

export async function restoreRows(
  client: pg.Client,
  { tables, sequences, hitPartitions }: Manifest,
  parts: AsyncIterable<ArchivePart>,
  progress: Progress,
): Promise<void> {
  for (const { name, from, before } of hitPartitions)
    await client.query('select add_hit_partition($1, $2, $3)', [name, from, before]);
  const [forcing, enabling] = [await readForcing(client), await readEnabling(client)];
  await client.query('begin');
  try {
    await client.query(
      tables.map(({ name }) => `alter table public.${quoteName(name)} disable trigger user`).join(';\n'),
    );
    await client.query(forcing.replaceAll(' force ', ' no force '));
    // Migrations insert a few rows, which are in the backup as well.
    await client.query(`truncate ${tables.map(({ name }) => `public.${quoteName(name)}`).join(', ')}`);
    await copyRows(client, tables, parts, progress);
    for (const { name, value } of sequences)
      await client.query('select setval($1::regclass, $2::bigint)', [`public.${quoteName(name)}`, value]);
    await endRestoredSessions(client);
    await client.query(forcing);
    await client.query(enabling);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

type OpenCopy = { table: string; rows: CopyStreamQuery };

async function copyRows(
  client: pg.Client,
  tables: Manifest['tables'],
  parts: AsyncIterable<ArchivePart>,
  progress: Progress,
): Promise<void> {
  const shapes = new Map(tables.map((table) => [table.name, table]));
  const all = tables.reduce((sum, { rows }) => sum + rows, 0);
  const total = { rows: 0, bytes: 0 };
  let open: OpenCopy | undefined;
  for await (const { name, bytes } of parts) {
    const part = parsePart(name);
    if (part.kind !== 'table') continue;
    if (open?.table !== part.table) {
      total.rows += await endCopy(open, shapes);
      const shape = shapes.get(part.table);
      if (!shape) throw new BackupError(`the backup has rows of ${part.table}, but not its columns`);
      open = { table: part.table, rows: client.query(copyFrom(`copy ${copyTarget(shape)} from stdin`)) };
      // The next write throws it; without a listener, an error between two parts would end the process.
      open.rows.on('error', () => undefined);
    }
    await write(open.rows, bytes);
    total.bytes += bytes.length;
    progress.report({ doing: part.table, ...total, share: all === 0 ? 0 : total.rows / all });
  }
  total.rows += await endCopy(open, shapes);
  progress.end();
  if (total.rows !== all) throw new BackupError(`${total.rows} rows were restored, but the backup has ${all}`);
}

async function write(rows: CopyStreamQuery, bytes: Buffer): Promise<void> {
  if (rows.errored) throw rows.errored;
  if (!rows.write(bytes)) await once(rows, 'drain');
}

async function endCopy(open: OpenCopy | undefined, shapes: Map<string, Manifest['tables'][number]>): Promise<number> {
  if (!open) return 0;
  const ended = finished(open.rows);
  open.rows.end();
  await ended;
  const expected = shapes.get(open.table)?.rows;
  if (open.rows.rowCount !== expected)
    throw new BackupError(`${open.rows.rowCount} rows of ${open.table} were restored, but the backup has ${expected}`);
  return open.rows.rowCount;
}
