import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { databaseAddresses } from './database.ts';
import { loopbackPort } from './ports.ts';

// The server as `npm start` runs it, in its own process, and a connection to its database that can be broken.

const root = fileURLToPath(new URL('../../', import.meta.url));

export type ServerProcess = {
  origin: string;
  dataDir: string;
  child: ChildProcess;
  /** The exit code or signal, once it has ended. */
  ended: Promise<number | NodeJS.Signals>;
  [Symbol.asyncDispose](): Promise<void>;
};

type Options = {
  env?: Record<string, string>;
  /** The target of its standard output: a pipe, or an open file. */
  output?: 'pipe' | 'ignore' | number;
};

export async function startServerProcess({ env = {}, output = 'ignore' }: Options = {}): Promise<ServerProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-process-'));
  const port = await loopbackPort();
  const origin = `http://127.0.0.1:${port}`;
  const { PATH = '' } = process.env;
  const addresses = env['DATABASE_URL'] && !env['DATABASE_DIRECT_URL'] ? environmentOf(env['DATABASE_URL']) : {};
  const child = spawn(process.execPath, ['run/serve.mjs'], {
    cwd: root,
    env: {
      PATH,
      DATA_DIR: dataDir,
      PORT: String(port),
      DEMO: '0',
      RATE_LIMITS: '0',
      LOG_LEVEL: 'error',
      ...env,
      ...addresses,
    },
    stdio: ['ignore', output, output === 'pipe' ? 'inherit' : output],
  });
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 0));
  });
  while (!(await isReady(origin))) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('the server did not start');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    origin,
    dataDir,
    child,
    ended,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function environmentOf(database: string): Record<string, string> {
  const { url, directUrl } = databaseAddresses(database);
  return url === directUrl ? { DATABASE_URL: url } : { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl };
}

function isReady(origin: string): Promise<boolean> {
  return fetch(`${origin}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );
}

export type Wire = {
  url: string;
  /** Stops passing data without closing connections. */
  silence(): void;
  /** Breaks connections and refuses new ones, like a crashed database. */
  cut(): void;
  /** The most connections that were open at once. */
  mostOpen(): number;
  /** Accepts connections again. */
  restore(): Promise<void>;
  close(): void;
};

/** A proxy to a database that can go silent, like a machine that is down. */
export async function openWire(databaseUrl: string): Promise<Wire> {
  const target = new URL(databaseUrl);
  const folder = target.searchParams.get('host');
  const address =
    folder === null
      ? { port: Number(target.port), host: target.hostname }
      : { path: join(folder, `.s.PGSQL.${target.port}`) };
  const sockets = new Set<Socket>();
  let isSilent = false;
  let [open, most] = [0, 0];
  const port = await loopbackPort();
  const server = createServer((near) => {
    const far = connect(address);
    open += 1;
    most = Math.max(most, open);
    near.once('close', () => (open -= 1));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('data', (bytes) => isSilent || other.write(bytes));
      one.on('error', () => other.destroy()).on('close', () => isSilent || other.destroy());
    }
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  target.hostname = '127.0.0.1';
  target.port = String(port);
  target.searchParams.delete('host');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return {
    url: target.href,
    silence: () => (isSilent = true),
    mostOpen: () => most,
    cut,
    async restore() {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    close: cut,
  };
}
