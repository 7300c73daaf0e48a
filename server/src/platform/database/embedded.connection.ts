import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { superuser } from './embedded.cluster.ts';
import type { Postmaster } from './embedded.postmaster.ts';

const database = 'vitrine';
const recoveryMs = 300_000;
const invalidCatalogName = '3D000';
const duplicateDatabase = '42P04';
const cannotConnectNow = '57P03';

/** A postgres:// URL, with the socket in the cluster if its path is short enough for one. */
export function connectionUrl(cluster: string, port: number, password: string, name = database): string {
  const url = `postgres://${superuser}:${password}@127.0.0.1:${port}/${name}`;
  const socket = join(cluster, `.s.PGSQL.${port}`);
  const longest = process.platform === 'darwin' ? 103 : 107;
  const hasSocket = process.platform !== 'win32' && Buffer.byteLength(socket) <= longest;
  return hasSocket ? `${url}?host=${encodeURIComponent(cluster)}` : url;
}

/** Resolves when the server answers and has our database. Throws if it ends or takes too long. */
export async function connectWhenReady(
  postmaster: Postmaster,
  cluster: string,
  password: string,
  signal?: AbortSignal,
): Promise<void> {
  const deadline = performance.now() + recoveryMs;
  const url = connectionUrl(cluster, postmaster.port, password);
  while (performance.now() < deadline) {
    if (postmaster.exit()) throw new Error('PostgreSQL exited while starting');
    signal?.throwIfAborted();
    const answer = await probe(url);
    if (answer === 'ready') return;
    if (answer === 'no database') {
      const maintenance = connectionUrl(cluster, postmaster.port, password, 'postgres');
      await createDatabase(maintenance);
      continue;
    }
    await pause(5);
  }
  throw new Error(`PostgreSQL did not respond within ${recoveryMs / 1000} seconds`);
}

async function probe(url: string): Promise<'ready' | 'no database' | 'not yet'> {
  const client = newClient(url);
  try {
    await client.connect();
    return 'ready';
  } catch (error) {
    if (!(error instanceof DatabaseError)) return 'not yet';
    if (error.code === invalidCatalogName) return 'no database';
    if (error.code === cannotConnectNow) return 'not yet';
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

async function createDatabase(url: string): Promise<void> {
  const client = newClient(url);
  try {
    await client.connect();
    await client.query(`create database ${database}`);
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === duplicateDatabase)) throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

function newClient(url: string): Client {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // A connection that breaks while idle must not end the process.
  client.on('error', () => {});
  return client;
}
