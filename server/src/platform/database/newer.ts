import type pg from 'pg';

/** The database was migrated by a newer version, which this one could damage. The message names that version. */
export class NewerDatabase extends Error {}

/** Adds the column in which each migration names the version that ran it. */
export async function prepareVersions(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = 'migrations'::regclass and attname = 'version' and not attisdropped`,
  );
  // Not `if not exists`: that would wait for everyone who reads the table, such as a running backup.
  if (rowCount === 0) await client.query('alter table migrations add column version text');
}

/** Throws NewerDatabase if the database has migrations that this version doesn't know. */
export async function refuseNewerDatabase(
  client: pg.Client,
  own: { version: string; names: readonly string[] },
): Promise<void> {
  const { rows } = await client.query<{ name: string; version: string | null }>(
    `select name, to_jsonb(migrations) ->> 'version' as version from migrations
     where name <> all($1) order by name desc limit 1`,
    [own.names],
  );
  const [newest] = rows;
  if (newest) throw new NewerDatabase(newerMessage(own.version, newest));
}

/** What to say about a migration that this version doesn't know. */
export function newerMessage(own: string, newest: { name: string; version: string | null }): string {
  const needed =
    newest.version === null
      ? 'the version that added it, or a newer one'
      : newest.version === own
        ? `a newer build of version ${own}`
        : `version ${newest.version} or newer`;
  return `The database is newer than this version of Vitrine (${own}): it has the migration ${newest.name}. Start ${needed}.`;
}
