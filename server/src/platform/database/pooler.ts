import { sql } from 'kysely';
import pg from 'pg';
import { ConfigError } from '../../config.ts';
import { newId } from '../ids.ts';
import type { Database } from './database.ts';
import { isPooled } from './pooled.ts';

// Whether the poolers on the way to PostgreSQL, such as PgBouncer, keep what a transaction and a session need. Asked at
// the start, because the mistakes show late: a lock that nobody frees, an event that nobody hears.

export type Addresses = { url: string; directUrl: string };

/** Throws a ConfigError with the line of pgbouncer.ini to change. */
export async function refuseWrongPooling({ url, directUrl }: Addresses): Promise<void> {
  await refuseStatementPooling(url);
  await refuseSharedSessions({ url, directUrl });
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** With `pool_mode = statement`, PgBouncer refuses to begin a transaction. */
async function refuseStatementPooling(url: string): Promise<void> {
  try {
    await connected(url, async (client) => {
      await client.query('begin');
      await client.query('rollback');
    });
  } catch (error) {
    if (!(error instanceof Error) || !/statement pooling/.test(error.message)) throw error;
    throw new ConfigError(
      'DATABASE_URL goes through a pooler in statement mode, which has no transactions. ' +
        'Change this line of pgbouncer.ini, then reload PgBouncer:\npool_mode = transaction',
    );
  }
}

async function refuseSharedSessions({ url, directUrl }: Addresses): Promise<void> {
  await connected(directUrl, async (client) => {
    if (!(await isPooled(client)) || (await connected(directUrl, (other) => hearsNotices(client, other)))) return;
    const problem =
      url === directUrl
        ? 'DATABASE_DIRECT_URL is not set, and DATABASE_URL goes through a pooler that'
        : 'DATABASE_DIRECT_URL goes through a pooler that';
    throw new ConfigError(
      `${problem} gives each transaction another session of PostgreSQL. Notices, locks and jobs need sessions of their own. ` +
        'Set DATABASE_DIRECT_URL to the address of PostgreSQL, or to a database of PgBouncer with this line under ' +
        `[databases] of pgbouncer.ini:\n${await sessionLine(client)}`,
    );
  });
}

/**
 * Whether a connection hears what another one notifies. PostgreSQL delivers a notice with the answer to the listener's
 * next statement at the latest, if that runs in the session that listens.
 */
async function hearsNotices(listener: pg.Client, other: pg.Client): Promise<boolean> {
  const channel = pg.escapeIdentifier(`vitrine ${newId(new Date(0))}`);
  let isHeard = false;
  listener.on('notification', () => (isHeard = true));
  await listener.query(`listen ${channel}`);
  // While this transaction is open, the session that listens is taken, if it is one that connections share.
  await other.query(`begin; notify ${channel}; select pg_backend_pid()`);
  const during = await processOf(listener);
  await other.query('commit');
  const after = await processOf(listener);
  await listener.query('unlisten *');
  return isHeard && during === after;
}

async function processOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}

async function sessionLine(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ host: string | null; port: number | null; name: string }>(
    'select host(inet_server_addr()) as host, inet_server_port() as port, current_database() as name',
  );
  const { host = null, port = null, name = 'vitrine' } = rows[0] ?? {};
  const address = host === null || port === null ? '' : `host=${host} port=${port} `;
  return `${name}_direct = ${address}dbname=${name} pool_mode=session`;
}

/** Throws a ConfigError if a transaction does not run as the role that it set. */
export async function refuseWrongRole(database: Pick<Database, 'as'>): Promise<void> {
  const { rows } = await database.as({ role: 'app' }, (tx) =>
    sql<{ role: string }>`select current_user as role`.execute(tx),
  );
  const role = rows[0]?.role ?? 'nobody';
  if (role === 'vitrine_app') return;
  throw new ConfigError(
    `DATABASE_URL: a transaction that set the role vitrine_app runs as ${role}, so a pooler splits transactions. ` +
      'Change this line of pgbouncer.ini, then reload PgBouncer:\npool_mode = transaction',
  );
}
