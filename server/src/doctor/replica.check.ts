import { faultOfReplica } from '../platform/database/replica.check.ts';
import { error, type Diagnosis, ok, type Patient, reasonOf, warning } from './diagnosis.ts';
import pg from 'pg';

const mostSeconds = 5;

/** Whether DATABASE_READ_URL is a replica of the database, and how far it is behind. */
export async function checkReplica({ config, database }: Pick<Patient, 'config' | 'database'>): Promise<Diagnosis[]> {
  const { databaseReadUrl: readUrl } = config;
  if (readUrl === undefined) return [];
  try {
    const fault = await faultOfReplica({ url: database.url, readUrl });
    if (fault !== undefined) return [error(fault)];
    return [judgeLag(await lagSeconds(database.pool, readUrl))];
  } catch (thrown) {
    return [warning(`The replica does not answer: ${reasonOf(thrown)}. Until it does, the primary answers.`)];
  }
}

/** By the clock of the primary alone: the age of the last transaction that the replica has, if it lacks one. */
async function lagSeconds(primary: pg.Pool, readUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: readUrl, connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const position = await primary.query<{ position: string }>('select pg_current_wal_flush_lsn()::text as position');
    const { rows } = await client.query<{ last: string | null }>(
      `select case when pg_last_wal_replay_lsn() < $1::pg_lsn then pg_last_xact_replay_timestamp()::text end as last`,
      [position.rows[0]?.position],
    );
    const last = rows[0]?.last ?? null;
    if (last === null) return 0;
    const age = await primary.query<{ seconds: string }>(
      'select extract(epoch from clock_timestamp() - $1::timestamptz)::text as seconds',
      [last],
    );
    return Math.max(0, Number(age.rows[0]?.seconds ?? 0));
  } finally {
    await client.end();
  }
}

function judgeLag(seconds: number): Diagnosis {
  if (seconds <= mostSeconds) return ok('the replica is close');
  return warning(
    `The replica is ${Math.round(seconds)} s behind, so the primary answers. Look for long queries on the replica, and whether its replay is paused.`,
  );
}
