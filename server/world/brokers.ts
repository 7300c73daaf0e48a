import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@nats-io/transport-node';
import { jetstreamManager } from '@nats-io/jetstream';
import { loopbackPort } from './ports.ts';

// Three NATS servers on loopback with the file that operators copy.

export type Brokers = {
  /** For CLICK_LOG and EVENTS_URL. */
  url: string;
  /** Ends one server as a power failure would. */
  kill(server: number): Promise<void>;
  /** Suspends one server: its connections stay open, and it doesn't answer. */
  freeze(server: number): void;
  thaw(server: number): void;
  /** Starts one server again on its own data. */
  restart(server: number): Promise<void>;
  /** Ends all servers, deletes their data and starts them. */
  replaceAll(): Promise<void>;
  /** The number of the server that leads this stream. */
  leaderOf(stream: string): Promise<number>;
  [Symbol.asyncDispose](): Promise<void>;
};

export type BrokerOptions = {
  servers?: 1 | 3;
  /** What `sync_interval` is set to. */
  sync?: 'always' | '2m';
  /** The most bytes that a server stores. */
  storeBytes?: number;
  /** Changes the file further. */
  edit?(text: string): string;
};

const program = process.env['NATS_SERVER_PATH'] ?? '/usr/sbin/nats-server';

/** Without it, tests with brokers are skipped. */
export const hasBrokers = existsSync(program);

const shipped = new URL('../../deploy/nats/nats-server.conf', import.meta.url);

type Place = { client: number; cluster: number; folder: string; file: string };

async function settingsFor(places: readonly Place[], index: number, options: BrokerOptions): Promise<string> {
  const place = places[index];
  if (place === undefined) throw new Error(`there is no server ${index}`);
  const text = (await readFile(shipped, 'utf8'))
    .replace('server_name: vitrine-1', `server_name: vitrine-${index + 1}`)
    .replace('10.0.0.1:4222', `127.0.0.1:${place.client}`)
    .replace('/var/lib/nats', place.folder)
    .replace('sync_interval: always', `sync_interval: ${options.sync ?? 'always'}`)
    .replace(
      'store_dir',
      `${options.storeBytes === undefined ? '' : `max_file_store: ${options.storeBytes}\n  `}store_dir`,
    )
    .replace('listen: "10.0.0.1:6222"', `listen: "127.0.0.1:${place.cluster}"`)
    .replace(
      /@10\.0\.0\.(\d):6222/g,
      (_, number) => `@127.0.0.1:${places[Number(number) - 1]?.cluster ?? place.cluster}`,
    );
  // A server alone is no cluster.
  const shape = places.length > 1 ? text : text.replace(/cluster \{[\s\S]*?\n\}\n/, '');
  return options.edit?.(shape) ?? shape;
}

export async function startBrokers(options: BrokerOptions = {}): Promise<Brokers> {
  const root = await mkdtemp(join(tmpdir(), 'vitrine-brokers-'));
  const places = await Promise.all(
    Array.from({ length: options.servers ?? 3 }, async (_, index) => ({
      client: await loopbackPort(),
      cluster: await loopbackPort(),
      folder: join(root, String(index)),
      file: join(root, `${index}.conf`),
    })),
  );
  const children: (ChildProcess | undefined)[] = [];
  const start = async (index: number): Promise<void> => {
    const place = places[index];
    if (place === undefined) throw new Error(`there is no server ${index}`);
    await writeFile(place.file, await settingsFor(places, index, options));
    const child = spawn(program, ['--config', place.file], { stdio: 'ignore' });
    children[index] = child;
  };
  const kill = async (index: number): Promise<void> => {
    const child = children[index];
    if (child === undefined) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    children[index] = undefined;
    await ended;
  };
  const url = `nats://vitrine:PASSWORD@${places.map(({ client }) => `127.0.0.1:${client}`).join(',')}`;
  const replaceAll = async (): Promise<void> => {
    do {
      for (const index of places.keys()) {
        await kill(index);
        await rm(join(root, String(index)), { recursive: true, force: true });
      }
      for (const index of places.keys()) await start(index);
    } while (!(await isReady(url, places.length)));
  };
  await replaceAll();
  return {
    url,
    kill,
    freeze: (index) => void children[index]?.kill('SIGSTOP'),
    thaw: (index) => void children[index]?.kill('SIGCONT'),
    restart: start,
    replaceAll,
    async leaderOf(stream) {
      // While the servers elect one, they don't answer, or name none. On a busy machine, they may refuse a connection.
      let leader: string | undefined;
      while (leader === undefined) leader = await leaderAmong(url, stream).catch(() => undefined);
      return Number(leader.slice('vitrine-'.length)) - 1;
    },
    async [Symbol.asyncDispose]() {
      for (const index of places.keys()) await kill(index);
      await rm(root, { recursive: true, force: true });
    },
  };
}

async function leaderAmong(url: string, stream: string): Promise<string | undefined> {
  const connection = await connectTo(url);
  try {
    const { cluster } = await (await jetstreamManager(connection)).streams.info(stream);
    return cluster === undefined ? 'vitrine-1' : cluster.leader;
  } finally {
    await connection.close();
  }
}

function connectTo(url: string) {
  const { username, password, host } = new URL(url.replace(/,.*/, ''));
  const servers = [host, ...url.split(',').slice(1)];
  return connect({ servers, user: username, pass: password, waitOnFirstConnect: true });
}

const mostReadyMs = 15_000;

/**
 * Whether all servers can keep a stream. Servers that start at the same time without data sometimes form a cluster of two
 * and never admit the third. Only a new start without data helps then.
 */
async function isReady(url: string, servers: number): Promise<boolean> {
  const connection = await connectTo(url);
  const manager = await jetstreamManager(connection, { checkAPI: false });
  const until = performance.now() + mostReadyMs;
  const probe = { name: 'probe', subjects: ['probe'], num_replicas: servers };
  let isKept = false;
  while (!isKept && performance.now() < until)
    isKept = await manager.streams.add(probe).then(
      () => true,
      () => false,
    );
  if (isKept) await manager.streams.delete(probe.name);
  await connection.close();
  return isKept;
}
