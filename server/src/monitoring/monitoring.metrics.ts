import { deliveryProblems } from '@vitrine/contract/deliveries.ts';
import type { InstallationNode } from '@vitrine/contract/nodes.ts';
import { Counter, Gauge } from 'prom-client';
import type { Context } from '../context.ts';
import { registerReplica } from '../platform/database/replica.metrics.ts';
import { readVersion } from '../platform/version.ts';
import { type WorkBacklog, readWorkBacklog } from './backlog.ts';

/** Two scrapers at once, or one in a hurry, ask the database once. */
const freshMs = 5_000;

type Labeled = readonly { labels?: Record<string, string>; value: number }[];

type LiveCounts = { open: number; wakes: number; reads: number };

/** The live streams, counted by the node itself. */
function registerLive(ctx: Context, live: () => LiveCounts): void {
  const registers = [ctx.metrics];
  const metrics = [
    { kind: Gauge, name: 'vitrine_live_streams', help: 'Open live streams', read: () => live().open },
    {
      kind: Counter,
      name: 'vitrine_live_wakes_total',
      help: 'Notices of events that open streams receive',
      read: () => live().wakes,
    },
    {
      kind: Counter,
      name: 'vitrine_live_reads_total',
      help: 'Reads of the events for open streams',
      read: () => live().reads,
    },
  ];
  for (const { kind: Metric, name, help, read } of metrics) {
    const metric = new Metric({
      name,
      help,
      registers,
      collect: () => {
        metric.reset();
        metric.inc(read());
      },
    });
  }
}

/** The metrics of a node that are read when they are asked for. The redirector and the requests have their own. */
export function registerMonitoring(ctx: Context, live: () => LiveCounts): void {
  const gauge = (name: string, help: string, labelNames: readonly string[], read: () => Labeled | Promise<Labeled>) => {
    const metric = new Gauge({
      name,
      help,
      labelNames,
      registers: [ctx.metrics],
      async collect() {
        this.reset();
        for (const { labels = {}, value } of await read()) this.set(labels, value);
      },
    });
    return metric;
  };
  const product = readVersion();
  gauge('vitrine_build_info', 'The version of this node; always 1', ['version', 'commit', 'schema'], async () => {
    const { version, commit, schema } = await product;
    return [{ labels: { version, commit: commit ?? 'unknown', schema }, value: 1 }];
  });
  const { pool } = ctx.database;
  gauge('vitrine_database_connections', 'Connections to the database by state', ['state'], () => [
    { labels: { state: 'idle' }, value: pool.idleCount },
    { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
  ]);
  gauge('vitrine_database_waiting', 'Transactions waiting for a connection', [], () => [{ value: pool.waitingCount }]);
  registerReplica(ctx.metrics, ctx.database.replica);
  registerLive(ctx, live);

  const backlog = createFresh(ctx);
  const fromDatabase = (
    name: string,
    help: string,
    labelNames: readonly string[],
    of: (found: WorkBacklog) => Labeled,
  ) =>
    gauge(name, help, labelNames, async () => {
      const found = await backlog();
      // Without an answer there is no value, which is different from zero.
      return found ? of(found) : [];
    });
  fromDatabase('vitrine_waiting', 'What is waiting, by kind', ['kind'], waitingByKind);
  const ageOf = (at: Date | null) =>
    Math.max(0, (ctx.clock.now().getTime() - (at?.getTime() ?? Number.POSITIVE_INFINITY)) / 1_000);
  fromDatabase('vitrine_oldest_waiting_seconds', 'Age of the oldest that is waiting, by kind', ['kind'], (found) => [
    { labels: { kind: 'orders' }, value: ageOf(found.orders.oldestAt) },
    { labels: { kind: 'deliveries' }, value: ageOf(found.deliveries.oldestAt) },
    { labels: { kind: 'webhooks' }, value: ageOf(found.webhooks.oldestAt) },
    { labels: { kind: 'emails' }, value: ageOf(found.mails.oldestAt) },
  ]);
  fromDatabase(
    'vitrine_delivery_problems',
    'Deliveries of shops that are open problems, by outcome',
    ['outcome'],
    ({ problems }) => deliveryProblems.map((outcome) => ({ labels: { outcome }, value: problems[outcome] ?? 0 })),
  );
  registerNodeMetrics(fromDatabase);
  fromDatabase('vitrine_emails_failed', 'Emails given up in the last 24 hours', [], ({ failedMails }) => [
    { value: failedMails },
  ]);
  fromDatabase('vitrine_jobs_failing', 'Jobs in the queue that failed at least once', ['task'], ({ failedTasks }) =>
    [...Map.groupBy(failedTasks, ({ task }) => task)].map(([task, { length: value }]) => ({ labels: { task }, value })),
  );
  fromDatabase(
    'vitrine_verification_agrees',
    'Whether the last daily verification found no difference (1) or one (0)',
    ['kind'],
    ({ verifications }) =>
      Object.entries(verifications).map(([kind, { agrees }]) => ({ labels: { kind }, value: agrees ? 1 : 0 })),
  );
  fromDatabase(
    'vitrine_verification_age_seconds',
    'Time since the last daily verification ended',
    ['kind'],
    ({ verifications }) =>
      Object.entries(verifications).map(([kind, { endedAt }]) => ({ labels: { kind }, value: ageOf(endedAt) })),
  );
  fromDatabase('vitrine_retention_age_seconds', 'Time since old data was last deleted completely', [], (found) =>
    found.retentionAt ? [{ value: ageOf(found.retentionAt) }] : [],
  );
}

type FromDatabase = (
  name: string,
  help: string,
  labelNames: readonly string[],
  of: (found: WorkBacklog) => Labeled,
) => void;

/** What all nodes last reported, so that one that is gone is in the metrics of the others. */
function registerNodeMetrics(fromDatabase: FromDatabase): void {
  fromDatabase(
    'vitrine_node_silent',
    'Whether a node has stopped reporting without a stop in order (1)',
    ['node'],
    (found) => byNode(found, (nodes) => Number(nodes.some(({ state }) => state === 'silent'))),
  );
  fromDatabase('vitrine_node_held_hits', 'Hits in the journal of a node, as of its last report', ['node'], (found) =>
    byNode(found, (nodes) => nodes.reduce((sum, { held }) => sum + (held?.hits ?? 0), 0)),
  );
  fromDatabase(
    'vitrine_node_processes',
    'Running processes with the same NODE_ID; must not be above 1',
    ['node'],
    (found) => byNode(found, (nodes) => nodes.filter(({ state }) => state === 'running').length),
  );
}

function byNode({ nodes }: WorkBacklog, valueOf: (ofName: InstallationNode[]) => number): Labeled {
  return [...Map.groupBy(nodes, ({ name }) => name)].map(([node, ofName]) => ({
    labels: { node },
    value: valueOf(ofName),
  }));
}

function waitingByKind({ orders, deliveries, webhooks, mails, holds, reports }: WorkBacklog): Labeled {
  return [
    { labels: { kind: 'orders' }, value: orders.waiting },
    { labels: { kind: 'deliveries' }, value: deliveries.waiting },
    { labels: { kind: 'webhooks' }, value: webhooks.waiting },
    { labels: { kind: 'emails' }, value: mails.waiting },
    { labels: { kind: 'holds' }, value: holds },
    { labels: { kind: 'reports' }, value: reports.open },
    { labels: { kind: 'overdue_reports' }, value: reports.overdue },
  ];
}

/** The backlog, at most some seconds old; undefined while the database doesn't answer. */
function createFresh(ctx: Context): () => Promise<WorkBacklog | undefined> {
  let last: { at: number; backlog: Promise<WorkBacklog | undefined> } | undefined;
  return () => {
    const now = ctx.clock.now().getTime();
    if (!last || Math.abs(now - last.at) >= freshMs) {
      const backlog = readWorkBacklog(ctx).catch((error: unknown) => {
        ctx.log.warn({ err: error }, 'could not read the backlog for the metrics');
        return undefined;
      });
      last = { at: now, backlog };
    }
    return last.backlog;
  };
}
