import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { findOwnedRuns, readJournals } from '../journal/journal.copy.ts';
import { findLiveOwner } from '../platform/database/embedded.lock.ts';
import { emptyingSql, readMigrations } from '../platform/database/migrate.ts';
import { sha256 } from '../platform/ids.ts';
import { BackupError } from './backup.error.ts';
import type { Manifest } from './manifest.ts';
import { refusedHits } from './parts.ts';

// What has to be true before a restore changes anything. Each check refuses with the reason and the next step.

/** This version of the product must know every migration of the backup, unchanged. */
export async function refuseNewerSchema({ migrations, product }: Manifest): Promise<void> {
  const own = new Map((await readMigrations()).map(({ name, text }) => [name, sha256(text).toString('hex')]));
  const unknown = migrations.filter(({ name, hash }) => own.get(name) !== hash).map(({ name }) => name);
  if (unknown.length === 0) return;
  throw new BackupError(
    `the backup was made by Vitrine ${product.version}${product.commit === null ? '' : ` (commit ${product.commit})`}, ` +
      `whose schema this version does not have (${unknown.join(', ')}). Restore it with that version or a newer one.`,
  );
}

export async function refuseUsedDataDir(dataDir: string): Promise<void> {
  const owner = await findLiveOwner(dataDir);
  if (owner) throw new BackupError(`DATA_DIR ${dataDir} is in use by Vitrine (pid ${owner.pid}). Stop it first.`);
  const journals = join(dataDir, 'journal');
  const owned = await findOwnedRuns(journals);
  if (owned.length > 0)
    throw new BackupError(`DATA_DIR ${dataDir} is in use by Vitrine (${owned.join(', ')}). Stop it first.`);
  for await (const { run } of readJournals(journals))
    throw new BackupError(
      `${join(journals, run)} contains clicks that are not in a database yet. Start Vitrine with the old database once, or move the folder away.`,
    );
  if (
    await access(join(dataDir, refusedHits)).then(
      () => true,
      () => false,
    )
  )
    throw new BackupError(`${join(dataDir, refusedHits)} is from another installation. Move it away first.`);
}

/** Any other connection counts. The database shows whose it is only if its user may know. */
export async function refuseUsedDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ program: string }>(
    `select distinct coalesce(nullif(application_name, ''), 'unknown program') as program from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and usesysid is not null
       and coalesce(backend_type, 'client backend') = 'client backend' order by 1`,
  );
  if (rows.length === 0) return;
  const programs = rows.map(({ program }) => program).join(', ');
  throw new BackupError(`the database is in use (${programs}). Stop Vitrine and close other connections first.`);
}

const ofExtension = (oid: string) => `exists (select from pg_depend d where d.objid = ${oid} and d.deptype = 'e')`;

export async function refuseFilledDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname not in ('information_schema') and n.nspname not like 'pg\\_%' and c.relkind in ('r', 'p', 'v', 'm', 'f')
         and not ${ofExtension('c.oid')}
     union all
     select 'public.' || p.proname || '()' from pg_proc p where p.pronamespace = 'public'::regnamespace and not ${ofExtension('p.oid')}
     order by 1 limit 4`,
  );
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name);
  const some = names.length > 3 ? [...names.slice(0, 3), '…'] : names;
  throw new BackupError(
    `the database is not empty (${some.join(', ')}). Restore into a new database, or delete everything in this one:\n${emptyingSql}`,
  );
}
