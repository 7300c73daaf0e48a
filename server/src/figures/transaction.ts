import type pg from 'pg';

// One number for one purpose: its holder is the only drain, or the only recount, of the installation.
const countingLock = 7_305_118;

/** Runs the work under the counting lock. A connection on which anything failed is not used again. */
export async function inTransaction<Answer>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Answer>,
): Promise<Answer> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query(`begin; select pg_advisory_xact_lock(${countingLock})`);
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
