import type pg from 'pg';
import { beginRedirect, beginRedirectKeeping } from '../platform/database/begin.ts';
import { type Carry, keepingEnd, keptIn } from '../platform/database/kept.notices.ts';

// One number for one purpose: its holder is the only drain, or the only recount, of the installation. Who counts only
// some storefronts shares it, and holds the locks of their partitions alone.
const countingLock = 7_305_118;

type Work<Answer> = (client: pg.PoolClient) => Promise<Answer>;

/**
 * Runs the work with the redirector's role, under the counting lock. With `carry`, the transaction keeps its notices. A
 * connection on which anything failed is not used again.
 */
export function inTransaction<Answer>(pool: pg.Pool, work: Work<Answer>, carry?: Carry): Promise<Answer> {
  return underLocks(pool, `select pg_advisory_xact_lock(${countingLock})`, work, carry);
}

/** The same for work that counts only storefronts of these partitions. */
export function inPartitions<Answer>(
  pool: pg.Pool,
  of: ReadonlySet<number>,
  work: Work<Answer>,
  carry?: Carry,
): Promise<Answer> {
  // In one order, so that no two transactions wait for each other.
  const locks = [...of]
    .toSorted((one, other) => one - other)
    .map((partition) => `; select pg_advisory_xact_lock(${countingLock}, ${partition})`);
  return underLocks(pool, `select pg_advisory_xact_lock_shared(${countingLock})${locks.join('')}`, work, carry);
}

async function underLocks<Answer>(
  pool: pg.Pool,
  locks: string,
  work: Work<Answer>,
  carry: Carry | undefined,
): Promise<Answer> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query(`${carry ? beginRedirectKeeping : beginRedirect}; ${locks}`);
    const answer = await work(client);
    await commit(client, carry);
    return answer;
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw failure;
  } finally {
    client.release(failure);
  }
}

async function commit(client: pg.PoolClient, carry: Carry | undefined): Promise<void> {
  if (!carry) return void (await client.query('commit'));
  const answers = await Promise.all(keepingEnd.map((text) => client.query<object>(text)));
  carry(keptIn(answers.map(({ rows }) => rows)));
}

/** Returns when every drain and recount that had begun has ended. */
export async function passCounting(client: pg.Client): Promise<void> {
  await client.query(`begin; set local lock_timeout = '30s'; select pg_advisory_xact_lock(${countingLock}); commit`);
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
