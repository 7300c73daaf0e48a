import type pg from 'pg';
import { beginRedirect } from '../platform/database/begin.ts';

// One number for one purpose: its holder is the only drain, or the only recount, of the installation.
const countingLock = 7_305_118;

/** Runs the work with the redirector's role, under the counting lock. A connection on which anything failed is not used again. */
export async function inTransaction<Answer>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Answer>,
): Promise<Answer> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query(`${beginRedirect}; select pg_advisory_xact_lock(${countingLock})`);
    const answer = await work(client);
    await client.query('commit');
    return answer;
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw failure;
  } finally {
    client.release(failure);
  }
}

/**
 * Keeps every drain and recount from committing until the returned function is called. Meanwhile each click is either in
 * the database or in a journal.
 */
export async function pauseCounting(client: pg.Client): Promise<() => Promise<void>> {
  await client.query('select pg_advisory_lock($1)', [countingLock]);
  return async () => {
    await client.query('select pg_advisory_unlock($1)', [countingLock]);
  };
}
