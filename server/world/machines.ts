import pg from 'pg';
import { migrate } from '../src/platform/database/migrate.ts';
import { type Brokers, startBrokers } from './brokers.ts';
import { type PatroniCluster, startPatroni } from './patroni.ts';
import { startShippedPooler } from './pooler.ts';
import { type ServerProcess, startServerProcess } from './process.ts';
import { type Population, populateDatabase } from './world.ts';

// Everything that docs/operate/growing.md and failover.md set up for a large installation, on loopback: six nodes, three
// NATS servers, PostgreSQL with a standby under Patroni, HAProxy and PgBouncer.

export type Machines = {
  worker: ServerProcess;
  redirects: ServerProcess[];
  apis: ServerProcess[];
  brokers: Brokers;
  postgres: PatroniCluster;
  population: Population;
  /** Through HAProxy, as the owner of the tables. */
  databaseUrl: string;
  [Symbol.asyncDispose](): Promise<void>;
};

const database = 'vitrine';

/** Creates role and database as the page says. */
async function createDatabase(cluster: PatroniCluster): Promise<string> {
  const client = new pg.Client({ connectionString: cluster.primaryUrl('postgres') });
  await client.connect();
  await client.query(`create role vitrine login createrole password 'PASSWORD'`);
  await client.query(`create database ${database} owner vitrine`);
  await client.end();
  return asVitrine(cluster.primaryUrl(database));
}

function asVitrine(text: string): string {
  const url = new URL(text);
  url.username = 'vitrine';
  url.password = 'PASSWORD';
  return url.href;
}

export async function startMachines(): Promise<Machines> {
  await using undo = new AsyncDisposableStack();
  const postgres = undo.use(await startPatroni({ machines: 2, leaseSeconds: 7 }));
  const brokers = undo.use(await startBrokers());
  const databaseUrl = await createDatabase(postgres);
  await migrate(databaseUrl);
  const population = await populateDatabase(databaseUrl);
  const pooler = undo.use(await startShippedPooler(databaseUrl));
  const settings = {
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: databaseUrl,
    CLICK_LOG: brokers.url,
    CLICK_ACK: 'replicated',
    EVENTS_URL: brokers.url,
    SECRET_KEY: 'several-machines-several-machines',
    TRUST_PROXY: 'loopback',
  };
  // Errors are part of the output, so that a run that fails says why.
  const start = async (id: string, roles: string, more: Record<string, string> = {}) =>
    undo.use(await startServerProcess({ output: 2, env: { ...settings, ...more, NODE_ID: id, ROLES: roles } }));
  const worker = await start('worker-1', 'worker');
  const reads = { DATABASE_READ_URL: asVitrine(postgres.replicaUrl(database)) };
  const apis = [await start('api-1', 'api', reads), await start('api-2', 'api', reads)];
  const redirects: ServerProcess[] = [];
  for (const number of [1, 2, 3]) redirects.push(await start(`redirect-${number}`, 'redirect'));
  const started = undo.move();
  return {
    worker,
    redirects,
    apis,
    brokers,
    postgres,
    population,
    databaseUrl,
    [Symbol.asyncDispose]: () => started[Symbol.asyncDispose](),
  };
}
