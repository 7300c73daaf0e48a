import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { loopbackPort } from './process.ts';

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
  const child = spawn(program, ['-q', ...user, file], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  while (!(await accepts(port))) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('PgBouncer did not start');
    await pause(20);
  }
  const url = new URL(clusterUrl);
  url.host = `127.0.0.1:${port}`;
  url.searchParams.delete('host');
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
