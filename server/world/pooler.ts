import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { loopbackPort } from './ports.ts';
import { unprivileged, unprivilegedFolder } from './unprivileged.ts';

// A PgBouncer in front of the test cluster.

export type PoolMode = 'session' | 'transaction' | 'statement';
export type Pooler = { url: string; [Symbol.asyncDispose](): Promise<void> };

/** Where Debian and others install it; `npm test` names it. */
const program = process.env['PGBOUNCER_PATH'] ?? '/usr/sbin/pgbouncer';

/** Without it, tests behind a pooler are skipped. */
export const hasPgbouncer = existsSync(program);

const shipped = new URL('../../deploy/pgbouncer/pgbouncer.ini', import.meta.url);

/** The file to copy, with the cluster's own login for everyone. Of a setting that is there twice, the last one counts. */
async function settingsFor(cluster: URL, port: number, mode: PoolMode, poolSize: number): Promise<string> {
  return `${await readFile(shipped, 'utf8')}
listen_port = ${port}
unix_socket_dir =
auth_type = any
auth_file =
pool_mode = ${mode}
default_pool_size = ${poolSize}
server_idle_timeout = 5

[databases]
* = host=127.0.0.1 port=${cluster.port} user=${cluster.username} password='${decodeURIComponent(cluster.password)}'
`;
}

export async function startPooler(
  clusterUrl: string,
  { mode = 'transaction', poolSize = 20 }: { mode?: PoolMode; poolSize?: number } = {},
): Promise<Pooler> {
  const cluster = new URL(clusterUrl);
  const port = await loopbackPort();
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-pooler-'));
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, await settingsFor(cluster, port, mode, poolSize));
  // PgBouncer doesn't run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const url = new URL(clusterUrl);
  url.host = `127.0.0.1:${port}`;
  url.searchParams.delete('host');
  return run(['-q', ...user, file], { folder, port, url });
}

/**
 * Starts the file as operators copy it, in front of one database with the login of this address: only addresses and the
 * place of the list of users differ.
 */
export async function startShippedPooler(databaseUrl: string): Promise<Pooler> {
  const url = new URL(databaseUrl);
  const port = await loopbackPort();
  const folder = await unprivilegedFolder('vitrine-pooler-');
  const users = join(folder, 'userlist.txt');
  await writeFile(users, `"${url.username}" "${decodeURIComponent(url.password)}"\n`);
  const text = (await readFile(shipped, 'utf8'))
    .replace('host=10.0.0.5 port=5432', `host=${url.hostname} port=${url.port}`)
    .replace('listen_port = 6432', `listen_port = ${port}`)
    .replace('/etc/pgbouncer/userlist.txt', users);
  const file = join(folder, 'pgbouncer.ini');
  // Its socket would be in /tmp, where others may have one.
  await writeFile(file, `${text}unix_socket_dir =\n`);
  url.host = `127.0.0.1:${port}`;
  url.searchParams.delete('host');
  return run(['-q', file], { folder, port, url });
}

async function run(
  args: readonly string[],
  { folder, port, url }: { folder: string; port: number; url: URL },
): Promise<Pooler> {
  const owner = args.includes('-u') ? {} : unprivileged;
  const child = spawn(program, args, { ...owner, stdio: 'ignore' });
  const ended = once(child, 'exit');
  while (!(await accepts(port))) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('PgBouncer did not start');
    await pause(20);
  }
  return {
    url: url.href,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
