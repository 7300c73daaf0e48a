import type pg from 'pg';

// What the catalog says about the tables of the product.

export type TableShape = { name: string; columns: string[]; bytes: number; rows: number };

/** A foreign key: rows of `table` need those of `target`. */
type Need = { table: string; target: string };

/** All tables of the schema with the columns that can be written, in an order in which foreign keys are satisfied. */
export async function readTables(client: pg.Client): Promise<TableShape[]> {
  const tables = await client.query<TableShape>(`
    select c.relname as name,
      coalesce(parts.bytes, pg_table_size(c.oid))::float8 as bytes,
      greatest(coalesce(parts.rows, c.reltuples), 0)::float8 as rows,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
    from pg_class c
    cross join lateral (
      select sum(pg_table_size(p.relid)) as bytes, sum(greatest(part.reltuples, 0)) as rows
      from pg_partition_tree(c.oid) p join pg_class part on part.oid = p.relid where p.isleaf and c.relkind = 'p'
    ) parts
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'migrations'
    order by c.relname`);
  const needs = await client.query<Need>(`
    select distinct t.relname as table, f.relname as target
    from pg_constraint k join pg_class t on t.oid = k.conrelid join pg_class f on f.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and t.oid <> f.oid`);
  return inOrder(tables.rows, needs.rows);
}

function inOrder(tables: readonly TableShape[], needs: readonly Need[]): TableShape[] {
  const ordered: TableShape[] = [];
  let waiting = [...tables];
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name));
    const free = waiting.filter(({ name }) => !needs.some(({ table, target }) => table === name && names.has(target)));
    if (free.length === 0) throw new Error(`foreign keys in a circle: ${[...names].join(', ')}`);
    ordered.push(...free);
    waiting = waiting.filter((table) => !free.includes(table));
  }
  return ordered;
}

/** A partition of hits. A bound is an id; null is no bound. */
export type HitPartition = { name: string; from: string | null; before: string };

export async function readHitPartitions(client: pg.Client): Promise<HitPartition[]> {
  // A database of an earlier version stores hits in one table.
  const known = await client.query<{ known: boolean }>(
    `select to_regproc('public.hit_partitions') is not null as known`,
  );
  if (!known.rows[0]?.known) return [];
  const found = await client.query<HitPartition>(
    'select name, from_id as "from", before_id as before from hit_partitions() order by before_id',
  );
  return found.rows;
}

export type SequencePosition = { name: string; value: string };

/** Positions of the sequences that have been used. */
export async function readSequences(client: pg.Client): Promise<SequencePosition[]> {
  const found = await client.query<SequencePosition>(
    `select sequencename as name, last_value::text as value from pg_sequences
     where schemaname = 'public' and last_value is not null order by 1`,
  );
  return found.rows;
}

export async function readAppliedMigrations(client: pg.Client): Promise<{ name: string; hash: string }[]> {
  const found = await client.query<{ name: string; hash: string }>(
    `select name, encode(hash, 'hex') as hash from migrations order by name`,
  );
  return found.rows;
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** All rows, for COPY, which does not read a partitioned table by its name. */
export function copySource({ name, columns }: { name: string; columns: readonly string[] }): string {
  return `(select ${columns.map(quoteName).join(', ')} from public.${quoteName(name)})`;
}

/** The table with its columns, as COPY takes it. */
export function copyTarget({ name, columns }: { name: string; columns: readonly string[] }): string {
  return `public.${quoteName(name)} (${columns.map(quoteName).join(', ')})`;
}
