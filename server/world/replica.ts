import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { loopbackPort } from './ports.ts';
import { runUnprivileged, unprivileged, unprivilegedFolder } from './unprivileged.ts';

// A PostgreSQL and a streaming replica of it on loopback.

const programs = process.env['POSTGRES_FOLDER'] ?? '/usr/lib/postgresql/15/bin';

/** The bundled PostgreSQL can't copy itself. Without another one, tests with replicas are skipped. */
export const hasReplicas = existsSync(join(programs, 'pg_basebackup'));

export type PostgresServer = {
  /** Of one of its databases. */
  url(database: string): string;
  query<Row extends object>(text: string, database?: string): Promise<Row[]>;
  /** Ends it as a power failure would. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Suspends all of its processes: connections stay open, and nothing answers. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  replicate(): Promise<PostgresServer>;
  [Symbol.asyncDispose](): Promise<void>;
};

const settings = ['fsync=off', 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=60'];

export async function startPrimary(): Promise<PostgresServer> {
  const folder = await unprivilegedFolder('vitrine-primary-');
  await runUnprivileged(join(programs, 'initdb'), ['-D', join(folder, 'data'), '-U', 'vitrine', '-A', 'trust', '-N']);
  return startOn(folder);
}

async function startOn(folder: string): Promise<PostgresServer> {
  const data = join(folder, 'data');
  const port = await loopbackPort();
  let child: ChildProcess | undefined;
  const url = (database: string) => `postgres://vitrine@127.0.0.1:${port}/${database}`;
  const query = async <Row extends object>(text: string, database = 'postgres') => {
    const client = new pg.Client({ connectionString: url(database), query_timeout: 10_000 });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  };
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    // The processes of connections end by themselves when the first one is gone.
    child.kill('SIGKILL');
    await ended;
  };
  const start = async () => {
    const args = settings.flatMap((setting) => ['-c', setting]);
    await rm(join(data, 'postmaster.pid'), { force: true });
    child = spawn(join(programs, 'postgres'), ['-D', data, '-p', String(port), ...args], {
      ...unprivileged,
      stdio: 'ignore',
    });
    const isUp = () =>
      query('select').then(
        () => true,
        () => false,
      );
    while (!(await isUp())) if (child.exitCode !== null) throw new Error('PostgreSQL did not start');
  };
  await start();
  return {
    url,
    query,
    kill,
    start,
    freeze: () => signalAll(child, 'SIGSTOP'),
    thaw: () => signalAll(child, 'SIGCONT'),
    async replicate() {
      const copy = await unprivilegedFolder('vitrine-replica-');
      await runUnprivileged(join(programs, 'pg_basebackup'), [
        '-d',
        url('postgres'),
        '-D',
        join(copy, 'data'),
        '-R',
        '-X',
        'stream',
        '-c',
        'fast',
        '--no-sync',
      ]);
      return startOn(copy);
    },
    async [Symbol.asyncDispose]() {
      await signalAll(child, 'SIGCONT');
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function signalAll(child: ChildProcess | undefined, signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ofConnections = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8');
  for (const pid of [child.pid, ...ofConnections.trim().split(' ').map(Number)]) {
    try {
      process.kill(pid, signal);
    } catch {
      // The connection has ended in the meantime.
    }
  }
}
