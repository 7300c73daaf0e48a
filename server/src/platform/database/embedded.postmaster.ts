import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { programEnvironment } from './embedded.cluster.ts';
import { inspectProcess, type ProcessFacts, waitForEnd } from './embedded.process.ts';
import type { Runner } from './embedded.root.ts';

type Exit = { code: number | null; signal: NodeJS.Signals | null };

/** A server that was launched and may still be starting. */
export type Postmaster = {
  pid: number;
  port: number;
  child: ChildProcess;
  /** Undefined while it runs. */
  exit(): Exit | undefined;
  exited: Promise<Exit>;
  /** The log of this launch so far. */
  output(): Promise<string>;
};

const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };

export async function launchPostmaster(
  cluster: string,
  port: number,
  runner: Runner,
  settings: Record<string, string>,
): Promise<Postmaster> {
  const all = { ...baseSettings(port), ...durable, ...settings };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { file, args, ids } = runner.command('postgres', ['-D', cluster, ...flags]);
  const logPath = join(dirname(cluster), 'postgres.log');
  const log = await openLog(logPath);
  const logStart = (await log.stat()).size;
  const child = spawn(file, args, {
    ...ids,
    cwd: runner.account ? '/' : runner.native,
    env: programEnvironment,
    // A process group of its own: Ctrl-C is meant for Vitrine, which stops the database last.
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  // A script that ends need not wait for the server: its exit stops it.
  child.unref();
  const started = once(child, 'spawn');
  let exit: Exit | undefined;
  const exited = new Promise<Exit>((resolve) => {
    child.on('exit', (code, signal) => {
      exit = { code, signal };
      resolve(exit);
    });
  });
  await started.finally(() => log.close());
  const output = async () => (await readFile(logPath)).subarray(logStart).toString('utf8').trim();
  return { pid: child.pid ?? 0, port, child, exit: () => exit, exited, output };
}

/** Requests a fast shutdown, then sends stronger signals while the process keeps running. */
export async function stopPostmaster(pid: number, native: string): Promise<void> {
  // All three signals keep committed data; the later ones only cost a recovery at the next start.
  for (const [signal, patienceMs] of [
    ['INT', 20_000],
    ['QUIT', 5_000],
    ['KILL', 5_000],
  ] as const) {
    await signalPostmaster(pid, signal, native);
    if (await waitForEnd(pid, patienceMs)) return;
  }
  throw new Error(`The PostgreSQL server with pid ${pid} can’t be stopped`);
}

/**
 * Checks the postmaster.pid of a cluster without an owner: stops the server if it outlived its owner, and neutralizes
 * the file if its pid belongs to another program.
 */
export async function clearOrphan(cluster: string, native: string): Promise<'none' | 'stopped' | 'cleared'> {
  const path = join(cluster, 'postmaster.pid');
  const content = await readFile(path, 'utf8').catch(() => '');
  const [first = '', ...rest] = content.split('\n');
  const pid = Math.abs(Number.parseInt(first, 10));
  if (!pid) return 'none';
  const facts = await inspectProcess(pid);
  if (!facts) return 'none';
  if (isServing(cluster, facts)) {
    await stopPostmaster(pid, native);
    return 'stopped';
  }
  if (facts.command.length === 0 && facts.folder === undefined) return 'none';
  // PostgreSQL treats its parent's pid as stale, but still refuses while children use a dead postmaster's shared
  // memory. Deleting the file would lose that protection.
  await writeFile(path, [process.pid, ...rest].join('\n'));
  return 'cleared';
}

/** The previous port if it is free, otherwise any free one. */
export async function choosePort(wanted: number | undefined): Promise<number> {
  const server = createServer();
  try {
    server.listen(wanted ?? 0, '127.0.0.1');
    await once(server, 'listening');
  } catch {
    return choosePort(undefined);
  }
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No TCP port is available');
  return address.port;
}

async function signalPostmaster(pid: number, signal: 'INT' | 'QUIT' | 'KILL', native: string): Promise<void> {
  try {
    if (process.platform === 'win32' && signal !== 'KILL') {
      await promisify(execFile)(join(native, 'bin', 'pg_ctl'), ['kill', signal, String(pid)]);
      return;
    }
    process.kill(pid, `SIG${signal}`);
  } catch (error) {
    if ((await inspectProcess(pid)) === undefined) return;
    throw new Error(`The PostgreSQL server with pid ${pid} can’t be stopped by this user`, {
      cause: error,
    });
  }
}

function isServing(cluster: string, { command, folder }: ProcessFacts): boolean {
  if (!basename(command[0] ?? '').startsWith('postgres')) return false;
  return folder === cluster || command[command.indexOf('-D') + 1] === cluster;
}

function baseSettings(port: number): Record<string, string> {
  return {
    listen_addresses: '127.0.0.1',
    port: String(port),
    // Relative to the cluster, because a socket's path has a length limit.
    unix_socket_directories: process.platform === 'win32' ? '' : '.',
    unix_socket_permissions: '0700',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
  };
}

async function openLog(path: string): Promise<Awaited<ReturnType<typeof open>>> {
  const known = await stat(path).catch(() => undefined);
  if (known && known.size > 4 * 1024 * 1024) await rename(path, `${path}.1`);
  return open(path, 'a', 0o600);
}
