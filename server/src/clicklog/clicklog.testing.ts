import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JetStreamApiCodes, JetStreamApiError, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import type { Brokers } from '../../world/brokers.ts';
import { uuidOfClick } from '../hits/click-id.ts';
import { systemClock } from '../platform/clock.ts';
import { connectToNats, readNatsAddress } from '../platform/nats/connection.ts';
import { openRedirectPool } from '../redirector/redirect.pool.ts';
import { clickOf, from, type RedirectorScene, type ServedRedirector, silent } from '../redirector.testing.ts';
import { type ClickLog, openClickLog, type ShipOptions } from './clicklog.ts';
import { startConsumers } from './consumers.ts';
import { createFrameStore } from './frames.store.ts';
import { openLogLink } from './log.link.ts';
import { streamName } from './log.stream.ts';

// Nodes whose clicks go through brokers.

export type LogNode = {
  served: ServedRedirector;
  clickLog: ClickLog;
  dataDir: string;
  metrics: Registry;
  /** What the node logged, as text. */
  logged(): string;
  click(count?: number): Promise<string[]>;
  stop(): Promise<void>;
};

export type ClickNodeOptions = {
  brokers: string;
  nodeId?: string;
  ack?: 'local' | 'replicated';
  doubtMs?: number;
  dataDir?: string;
  code?: string;
};

const addressOf = (url: string) => {
  const address = readNatsAddress(url);
  if (address === undefined) throw new Error(`${url} is not an address`);
  return address;
};

export const clickLogSettings = (url: string) => ({ address: addressOf(url), ack: 'local' as const });

export function openLog(brokers: string, options: Partial<Parameters<typeof openClickLog>[0]> = {}): ClickLog {
  return openClickLog({
    settings: { address: addressOf(brokers), ack: 'local' },
    nodeId: 'node-1',
    log: silent,
    clock: systemClock,
    metrics: undefined,
    ...options,
  });
}

let visitors = 0;

/** A node that redirects and sends its clicks to the log. */
export async function openClickNode(scene: RedirectorScene, options: ClickNodeOptions): Promise<LogNode> {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const metrics = new Registry();
  const nodeId = options.nodeId ?? 'node-1';
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'vitrine-log-')));
  const settings = { address: addressOf(options.brokers), ack: options.ack ?? 'local' };
  const opened = openClickLog({ settings, nodeId, log, clock: systemClock, metrics });
  const { doubtMs } = options;
  const clickLog: ClickLog =
    doubtMs === undefined ? opened : { ...opened, ship: (ship: ShipOptions) => opened.ship({ ...ship, doubtMs }) };
  const served = await scene.serve({ dataDir, nodeId, clickLog, log, metrics });
  return {
    served,
    clickLog,
    dataDir,
    metrics,
    logged: () => lines.join(''),
    async click(count = 1) {
      const ids: string[] = [];
      for (let n = 0; n < count; n += 1) {
        visitors += 1;
        const address = `198.${18 + (visitors >> 16)}.${(visitors >> 8) & 255}.${visitors & 255}`;
        ids.push(clickOf(await served.visit(`/s/${options.code ?? 'shirt'}`, from(address))));
      }
      return ids;
    },
    async stop() {
      await served.stop();
      await opened.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Stores what is in the log. With `diesAfterCommit`, nothing that was stored is confirmed. */
export async function openStoring(
  scene: RedirectorScene,
  brokers: string,
  { diesAfterCommit = false } = {},
): Promise<{ stop(): Promise<void> }> {
  const link = openLogLink({ address: addressOf(brokers), name: 'worker', log: silent });
  const pool = openRedirectPool(scene.url, silent);
  const store = createFrameStore({
    pool,
    countries: () => '',
    publicHost: 'portal.example',
    log: silent,
    refusedFile: join(scene.dataDir, 'refused-hits.jsonl'),
  });
  const consumers = startConsumers({
    link,
    log: silent,
    async store(frames) {
      await store(frames);
      if (diesAfterCommit) throw new Error('the process died');
    },
  });
  return {
    async stop() {
      await consumers.stop();
      await link.stop();
      await pool.end();
    },
  };
}

export async function storedClicks(scene: RedirectorScene): Promise<string[]> {
  const rows = await scene.query<{ id: string }>('select id from hits order by id');
  return rows.map(({ id }) => id);
}

export const clickIdsOf = (clicks: readonly string[]): string[] => clicks.map(uuidOfClick).toSorted();

export async function withManager<Answer>(
  brokers: Brokers,
  use: (manager: Awaited<ReturnType<typeof jetstreamManager>>, connection: NatsConnection) => Promise<Answer>,
): Promise<Answer> {
  const connection = await connectToNats(addressOf(brokers.url), 'test');
  try {
    return await use(await jetstreamManager(connection), connection);
  } finally {
    await connection.close();
  }
}

/** While servers elect a leader, they don't answer; without an answer, the stream may still be there. */
export async function deleteStream(brokers: Brokers): Promise<void> {
  const isDeleted = () =>
    withManager(brokers, (manager) => manager.streams.delete(streamName)).catch(
      (error: unknown) => error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound,
    );
  while (!(await isDeleted()));
}
