import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresPackage, startEmbeddedPostgres } from '../src/platform/database/embedded.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { openJobs } from '../src/platform/jobs/jobs.ts';
import { createLog } from '../src/platform/log.ts';
import { announceCluster, databaseUrl } from './database.ts';
import { startPooler } from './pooler.ts';
import { populateDatabase } from './world.ts';
import pg from 'pg';

const empty = 'vitrine_empty';
const populated = 'vitrine_populated';

async function prepareTemplates(url: string, poolerUrl: string | undefined): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${empty}`);
  await migrate(databaseUrl(url, empty));
  const jobs = await openJobs({ url: databaseUrl(url, empty), log: createLog('error') });
  await jobs.close();
  await client.query(`create database ${populated} template ${empty}`);
  await client.end();
  const population = await populateDatabase(databaseUrl(url, populated));
  announceCluster({ url, poolerUrl, empty, populated: { name: populated, population } });
}

/**
 * Starts one PostgreSQL for the whole test run and prepares the template databases that tests copy.
 * VITRINE_TEST_POSTGRES chooses the major version (15 or 18). With
 * VITRINE_TEST_POOLER=1 the servers under test connect through PgBouncer in transaction mode. The data is temporary, so fsync is off.
 */
export default async function startCluster(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
  const major = process.env['VITRINE_TEST_POSTGRES'] === '15' ? 15 : 18;
  const server = await startEmbeddedPostgres({
    dataDir,
    binaries: postgresPackage(major),
    log: () => undefined,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
  });
  const pooler = process.env['VITRINE_TEST_POOLER'] === '1' ? await startPooler(server.url) : undefined;
  await prepareTemplates(server.url, pooler?.url);
  return async () => {
    await pooler?.[Symbol.asyncDispose]();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
