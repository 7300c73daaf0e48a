import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresPackage, startEmbeddedPostgres } from '../src/platform/database/embedded.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { announceCluster, databaseUrl } from './database.ts';
import pg from 'pg';

const template = 'vitrine_template';

async function prepareTemplate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${template}`);
  await client.end();
  await migrate(databaseUrl(url, template));
}

/**
 * Starts one PostgreSQL for the whole test run and migrates a template in it. VITRINE_TEST_POSTGRES chooses the major
 * version (15 or 18). What is in the cluster is thrown away, so it does not wait for the disk.
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
  await prepareTemplate(server.url);
  announceCluster({ url: server.url, template });
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
