import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { onTestFinished } from 'vitest';

async function asAdministrator(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Gives a database to an ordinary user of its own. Returns the URL to connect as that user. */
export async function giveToOrdinaryUser(
  databaseUrl: string,
  attributes: string,
  ...grants: string[]
): Promise<{ url: string; name: string }> {
  const name = `owner_${randomBytes(4).toString('hex')}`;
  await asAdministrator(databaseUrl, [
    `create role ${name} login password 'secret' ${attributes}`,
    `do $$ begin execute format('alter database %I owner to ${name}', current_database()); end $$`,
    ...grants.map((grant) => `${grant} to ${name}`),
  ]);
  onTestFinished(() => asAdministrator(databaseUrl, [`reassign owned by ${name} to current_user`]));
  const url = new URL(databaseUrl);
  [url.username, url.password] = [name, 'secret'];
  return { url: url.href, name };
}
