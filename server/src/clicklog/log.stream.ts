import type { NatsConnection } from '@nats-io/transport-node';
import type { ConsumerConfig, JetStreamManager, StreamConfig, StreamInfo } from '@nats-io/jetstream';
import { partitions } from '../figures/partitions.ts';

// The stream that keeps clicks, and what is required of it and of its servers. Nothing is ever dropped from it: a message
// leaves when a consumer says that the database has it, and a full stream refuses new ones.

export const streamName = 'vitrine-clicks';
export const subjectOfPartition = (partition: number): string => `vitrine.clicks.${partition}`;
export const anySubject = 'vitrine.clicks.*';
export const consumerOf = (partition: number): string => `partition-${partition}`;
/** Where a message names its frame. */
export const frameHeader = 'Vitrine-ClickFrame';

/** Somebody has to change something before clicks can go through the log; the message says what. */
export class LogRefused extends Error {}

const fewestReplicas = 3;
const second = 1_000_000_000;

const wanted = {
  name: streamName,
  subjects: [anySubject],
  storage: 'file',
  retention: 'workqueue',
  discard: 'new',
  num_replicas: fewestReplicas,
  max_msgs: -1,
  max_age: 0,
  duplicate_window: 120 * second,
  allow_direct: true,
} as const satisfies Partial<StreamConfig>;

const consumer = (partition: number) =>
  ({
    durable_name: consumerOf(partition),
    filter_subject: subjectOfPartition(partition),
    ack_policy: 'explicit',
    ack_wait: 10 * second,
    // As many as all workers together have in memory.
    max_ack_pending: 64,
    max_deliver: -1,
  }) as const satisfies Partial<ConsumerConfig>;

const notFound = 10_059;
const noCluster = 10_074;
const existsOtherwise = 10_148;

export function apiCodeOf(error: unknown): number {
  return error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : 0;
}

/** The stream, created if it is missing. Throws LogRefused if it is not as clicks need it. */
export async function openStream(connection: NatsConnection, manager: JetStreamManager): Promise<StreamInfo> {
  return (await findStream(manager)) ?? requireShape(await createStream(manager, await roomFor(connection)));
}

/** The stream, if it is there. Throws LogRefused if it is not as clicks need it. */
export async function findStream(manager: JetStreamManager): Promise<StreamInfo | undefined> {
  try {
    return requireShape(await manager.streams.info(streamName));
  } catch (error) {
    if (apiCodeOf(error) !== notFound) throw error;
    return undefined;
  }
}

function requireShape(info: StreamInfo): StreamInfo {
  const problem = problemOf(info.config);
  if (problem !== undefined) throw new LogRefused(problem);
  return info;
}

/** Half of what the smallest server stores. A server that reaches its own limit stops JetStream until it is restarted. */
async function roomFor(connection: NatsConnection): Promise<number> {
  const servers = await readServers(connection, []);
  if (servers.size === 0) throw new LogRefused(nobodyAnswers);
  const rooms = [...servers.values()].map(({ room }) => room).filter((room) => room > 0);
  return rooms.length === 0 ? -1 : Math.floor(Math.min(...rooms) / 2);
}

async function createStream(manager: JetStreamManager, room: number): Promise<StreamInfo> {
  try {
    return await manager.streams.add({ ...wanted, max_bytes: room });
  } catch (error) {
    if (apiCodeOf(error) === noCluster)
      throw new LogRefused('NATS runs as one server; clicks need a cluster of three (deploy/nats/nats-server.conf)');
    throw error;
  }
}

function problemOf(config: StreamConfig): string | undefined {
  const stream = `the stream ${streamName}`;
  if (config.num_replicas < fewestReplicas)
    return `${stream} has ${config.num_replicas} replicas; run: nats stream edit ${streamName} --replicas ${fewestReplicas}`;
  const differing = (['storage', 'retention', 'discard', 'max_age', 'no_ack'] as const).find(
    (name) => (config[name] ?? false) !== ({ ...wanted, no_ack: false }[name] ?? false),
  );
  if (differing === undefined) return undefined;
  return `${stream} has ${differing} ${String(config[differing])}, but clicks need ${String({ ...wanted, no_ack: false }[differing])}; delete it when its clicks are stored, and Vitrine creates it again`;
}

/** One that an operator has changed is used as it is. */
export async function openConsumers(manager: JetStreamManager): Promise<void> {
  await Promise.all(
    Array.from({ length: partitions }, async (_, partition) => {
      try {
        await manager.consumers.add(streamName, consumer(partition));
      } catch (error) {
        if (apiCodeOf(error) !== existsOtherwise) throw error;
      }
    }),
  );
}

const question = '$SYS.REQ.SERVER.PING.JSZ';
const answersWithinMs = 1_500;
const stallMs = 500;

type ServerAnswer = {
  server: { name: string };
  data?: { config?: { sync_always?: boolean; max_storage?: number } };
};

const nobodyAnswers = `no NATS server says whether it syncs; add to the account of Vitrine: imports: [{ service: { account: SYS, subject: "${question}" } }], and to SYS: exports: [{ service: "${question}", response_type: stream }]`;

/** Throws LogRefused unless the servers of the stream say that they sync each message before they confirm it. */
export async function requireSync(connection: NatsConnection, info: StreamInfo): Promise<void> {
  const members = [{ name: info.cluster?.leader ?? '' }, ...(info.cluster?.replicas ?? [])].map(({ name }) => name);
  const servers = await readServers(connection, members);
  if (servers.size === 0) throw new LogRefused(nobodyAnswers);
  const careless = members.filter((name) => servers.get(name)?.isSynced === false);
  if (careless.length > 0)
    throw new LogRefused(
      `${careless.join(', ')} confirms clicks before they are on disk; add "sync_interval: always" to jetstream { } in its file, and restart it`,
    );
  const answered = members.filter((name) => servers.has(name)).length;
  if (answered * 2 <= members.length) throw new Error('most NATS servers of the stream do not answer');
}

/** Whether each server that answers syncs always, and how many bytes it stores. Without names, it waits for all. */
async function readServers(
  connection: NatsConnection,
  expected: readonly string[],
): Promise<Map<string, { isSynced: boolean; room: number }>> {
  const servers = new Map<string, { isSynced: boolean; room: number }>();
  const options = { strategy: 'stall', stall: stallMs, maxWait: answersWithinMs } as const;
  try {
    for await (const message of await connection.requestMany(question, JSON.stringify({ config: true }), options)) {
      const { server, data } = message.json<ServerAnswer>();
      const config = data?.config;
      servers.set(server.name, { isSynced: config?.sync_always === true, room: config?.max_storage ?? 0 });
      if (expected.length > 0 && expected.every((name) => servers.has(name))) break;
    }
  } catch {
    // Nobody may answer the question: the import is missing.
  }
  return servers;
}
