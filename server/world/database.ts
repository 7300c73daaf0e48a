import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Population } from './world.ts';

/** The cluster of the test run and its template databases. */
export type TestCluster = {
  url: string;
  /** Of a PgBouncer in front of it, if the servers under test are to connect through one. */
  poolerUrl?: string | undefined;
  /** Migrated and empty. */
  empty: string;
  /** With the users and data that every test world starts with. */
  populated: { name: string; population: Population };
};

const variable = 'VITRINE_TEST_CLUSTER';

export function announceCluster(cluster: TestCluster): void {
  process.env[variable] = JSON.stringify(cluster);
}

function cluster(): TestCluster {
  const text = process.env[variable];
  if (!text) throw new Error('no test cluster: run the tests through `npm test` or `npx vitest` from the root');
  return JSON.parse(text);
}

export function databaseUrl(clusterUrl: string, name: string): string {
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** The settings of a server for one of the cluster's databases: its own address, or the pooler's beside it. */
export function databaseAddresses(url: string): { url: string; directUrl: string } {
  const poolerUrl = process.env[variable] ? cluster().poolerUrl : undefined;
  return {
    url: poolerUrl === undefined ? url : databaseUrl(poolerUrl, new URL(url).pathname.slice(1)),
    directUrl: url,
  };
}

async function asOwner(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * A pool for a test's own statements. Its end doesn't wait until the server has closed the connections, so dropping the
 * database may still find one, whose error then concerns nobody.
 */
export function testPool(url: string, max = 4): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max });
  return pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined));
}

type TestDatabase = { url: string; [Symbol.asyncDispose](): Promise<void> };

async function copyOf(template: string): Promise<TestDatabase> {
  const { url } = cluster();
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asOwner(url, `create database ${name} template ${template}`);
  return {
    url: databaseUrl(url, name),
    [Symbol.asyncDispose]: () => asOwner(url, `drop database if exists ${name} with (force)`),
  };
}

/** An empty database of its own for one test file: a copy of the migrated template, dropped at the end. */
export function testDatabase(): Promise<TestDatabase> {
  return copyOf(cluster().empty);
}

/** A database without any table, like one that an operator has just created. */
export function bareDatabase(): Promise<TestDatabase> {
  return copyOf('template1');
}

/** A database with the users and products of every test world. */
export async function populatedDatabase(): Promise<TestDatabase & { population: Population }> {
  const { name, population } = cluster().populated;
  return { ...(await copyOf(name)), population };
}
