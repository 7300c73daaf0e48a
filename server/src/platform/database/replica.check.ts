import pg from 'pg';
import { ConfigError } from '../../config.ts';

// Whether DATABASE_READ_URL is a replica of the database of DATABASE_URL. Its answers would be wrong otherwise, and
// nobody would see why.

type Identity = { isReplica: boolean; cluster: string; name: string; login: string };

const identity = `
  select pg_is_in_recovery() as "isReplica", (select system_identifier::text from pg_control_system()) as cluster,
    current_database()::text as name, session_user::text as login`;

async function identityOf(url: string): Promise<Identity> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<Identity>(identity);
    const [found] = rows;
    if (!found) throw new Error('the database did not say what it is');
    return found;
  } finally {
    await client.end();
  }
}

/** Why this address must not be used to read from, with what to change; undefined if it is fine. */
export async function faultOfReplica({ url, readUrl }: { url: string; readUrl: string }): Promise<string | undefined> {
  const [primary, replica] = await Promise.all([identityOf(url), identityOf(readUrl)]);
  if (replica.cluster !== primary.cluster)
    return 'DATABASE_READ_URL is another PostgreSQL, not a replica of the one of DATABASE_URL. Set it to the address of a replica, or remove it.';
  if (!replica.isReplica)
    return 'DATABASE_READ_URL is not a replica but accepts writes. Set it to the address of a replica, or remove it.';
  if (replica.name !== primary.name)
    return `DATABASE_READ_URL names the database ${replica.name}, but DATABASE_URL names ${primary.name}. Change its end to /${primary.name}.`;
  if (replica.login !== primary.login)
    return `DATABASE_READ_URL logs in as ${replica.login}, but DATABASE_URL as ${primary.login}. Use the same user and password in both.`;
  return undefined;
}

export async function refuseWrongReplica(addresses: { url: string; readUrl: string }): Promise<void> {
  const fault = await faultOfReplica(addresses);
  if (fault !== undefined) throw new ConfigError(fault);
}
