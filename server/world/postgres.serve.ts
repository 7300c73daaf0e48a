import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../src/platform/database/embedded.ts';

// A database server of its own, for journeys that are a stranger's installation: node server/world/postgres.serve.ts.
// It prints the address of an empty database that belongs to an ordinary user, as install.md creates it.

const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-postgres-'));
const server = await startEmbeddedPostgres({ dataDir, log: () => undefined, settings: { fsync: 'off' } });
const client = new pg.Client({ connectionString: server.url });
await client.connect();
await client.query(`create role shopkeeper login createrole password 'secret'`);
await client.query('create database portal owner shopkeeper');
await client.end();
const url = new URL(server.url);
[url.username, url.password, url.pathname] = ['shopkeeper', 'secret', '/portal'];
console.log(url.href);
// It ends with the one who started it, whose end of the pipe closes.
process.stdin.resume().once('end', async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});
