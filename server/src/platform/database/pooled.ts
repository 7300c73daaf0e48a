import type pg from 'pg';

/** A pooler accepts connections while the database is away, so the first answer has a limit of its own. */
const answerWithinMs = 5_000;

/**
 * Whether a pooler such as PgBouncer is between this connection and PostgreSQL: it then names another process when the
 * connection is opened than the one that answers.
 */
export async function isPooled(client: pg.ClientBase): Promise<boolean> {
  const limited = { text: 'select pg_backend_pid() as pid', query_timeout: answerWithinMs };
  const { rows } = await client.query<{ pid: number }>(limited);
  // The driver keeps what the server names; its types leave it out.
  const { processID } = client as pg.ClientBase & { processID?: number | null };
  return rows[0]?.pid !== processID;
}
