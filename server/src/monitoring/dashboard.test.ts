import { readFile } from 'node:fs/promises';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from '../../world/world.ts';
import { registerConsumerMetrics, registerLinkMetrics, registerShipperMetrics } from '../clicklog/clicklog.metrics.ts';
import { correctedClock, systemClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { watchClock } from '../platform/clock.watch.ts';
import { openNodeEvents } from '../platform/events/node.events.ts';
import { readNatsAddress } from '../platform/nats/connection.ts';
import { registerReplica } from '../platform/database/replica.metrics.ts';
import { registerJobMetrics } from '../platform/jobs/jobs.metrics.ts';
import { registerMetrics } from '../redirector/redirector.metrics.ts';

const folder = new URL('../../../deploy/monitoring/', import.meta.url);

let world: World;
/** The names of all metrics that a node with every role has. */
let names: string[];

beforeAll(async () => {
  world = await openWorld();
  const others = new Registry();
  const counts = {
    clicks: 0,
    heads: 0,
    notRecorded: 0,
    unknown: 0,
    disabled: 0,
    takenDown: 0,
    limited: 0,
    previews: 0,
    refused: 0,
  };
  registerMetrics(others, {
    counts,
    backlog: () => ({ hits: 0, bytes: 0, ageMs: 0 }),
    links: () => ({ count: 0, bytes: 0 }),
  });
  registerJobMetrics(others);
  const replica = { lagSeconds: () => 0, counts: () => new Map() };
  registerReplica(others, replica as unknown as Parameters<typeof registerReplica>[1]);
  // Nobody answers at this address, which is enough to have the metrics.
  const { url } = world.ctx.database;
  await openNodeEvents(readNatsAddress('nats://127.0.0.1:1'), {
    url,
    log: createLog('silent'),
    metrics: others,
  }).stop();
  const clickLog = { shipper: {}, acks: {} } as unknown as Parameters<typeof registerShipperMetrics>[1];
  registerLinkMetrics(others, {} as unknown as Parameters<typeof registerLinkMetrics>[1]);
  registerShipperMetrics(others, clickLog);
  registerConsumerMetrics(others);
  const clock = correctedClock(systemClock);
  (await watchClock({ clock, database: world.ctx.database, log: world.ctx.log }, others)).stop();
  const registries = [others, world.ctx.metrics];
  names = registries.flatMap((registry) => registry.getMetricsAsArray().map(({ name }) => name));
});
afterAll(async () => world[Symbol.asyncDispose]());

async function metricsIn(file: string): Promise<string[]> {
  const text = await readFile(new URL(file, folder), 'utf8');
  return [...new Set([...text.matchAll(/\bvitrine_[a-z_]+/g)].map(([name]) => name))];
}

describe.each(['grafana-dashboard.json', 'prometheus-alerts.yaml'])('%s', (file) => {
  test('reads only metrics that exist', async () => {
    const read = (await metricsIn(file)).map((name) => name.replace(/_(bucket|count|sum)$/, ''));
    expect(read.length).toBeGreaterThan(8);
    expect(read.filter((name) => !names.includes(name))).toEqual([]);
  });
});

test('the dashboard shows every metric', async () => {
  const shown = new Set(
    (await metricsIn('grafana-dashboard.json')).map((name) => name.replace(/_(bucket|count)$/, '')),
  );
  const ours = names.filter((name) => name.startsWith('vitrine_'));
  // The backlog has its age on the dashboard, the others are for a look at one node.
  const leftOut = [
    'vitrine_build_info',
    'vitrine_click_backlog',
    'vitrine_click_log_batch_seconds',
    'vitrine_drain_batch_seconds',
    'vitrine_job_seconds',
    'vitrine_live_reads_total',
    'vitrine_live_wakes_total',
  ];
  expect(ours.filter((name) => !shown.has(name) && !leftOut.includes(name))).toEqual([]);
});
