import { rm } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { verifyClicksAt } from './src/figures/figures.verify.ts';
import { verifyLedger } from './src/ledger/ledger.verify.ts';
import { hasBrokers } from './world/brokers.ts';
import { type Machines, startMachines } from './world/machines.ts';
import { hasPatroni } from './world/patroni.ts';
import { demoApiKey, demoPassword } from './world/people.ts';
import { hasPgbouncer } from './world/pooler.ts';
import type { ServerProcess } from './world/process.ts';
import { driveTraffic, type SentOrder, type Traffic } from './world/traffic.ts';

// Six nodes over NATS, PgBouncer and a PostgreSQL under Patroni, while shoppers click, a shop sends orders, and a creator
// reads figures. One redirect node is lost with its disk, then the broker that leads the click log, then the primary.

const isFull = process.env['VITRINE_TEST_ENGINES'] === 'full';
const hasEverything = hasBrokers && hasPatroni && hasPgbouncer;
const clicksPerSecond = 500;
const ordersPerSecond = 20;
const seconds = 80;
/** Seconds after the start. Until `warm`, six processes that were just started compile what they run. */
const at = { warm: 12, node: 27, broker: 40, primary: 50 };
/** After the traffic, for clicks to be stored and orders to be decided. */
const patienceMs = 60_000;
const fallbackMetric = 'vitrine_click_ack_fallbacks_total';

async function metricOf(origin: string, name: string): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`, { headers: { 'Accept-Encoding': 'identity' } })).text();
  return Number(new RegExp(String.raw`^${name} ([\d.]+)$`, 'm').exec(metrics)?.[1] ?? Number.NaN);
}

type Losses = {
  /** Clicks that the lost node answered before two brokers had them. */
  fallbacks: number;
  /** Answers of the replica until the primary was lost. */
  replicaReads: number;
  primaryLostAt: number;
  takeoverMs: number;
};

async function loseMachines(machines: Machines): Promise<Losses> {
  const [node] = machines.redirects;
  if (node === undefined) throw new Error('there is no node to lose');
  await pause(at.node * 1_000);
  const fallbacks = await metricOf(node.origin, fallbackMetric);
  node.child.kill('SIGKILL');
  await node.ended;
  await rm(node.dataDir, { recursive: true });
  await pause((at.broker - at.node) * 1_000);
  await machines.brokers.kill(await machines.brokers.leaderOf('vitrine-clicks'));
  await pause((at.primary - at.broker) * 1_000);
  const answered = machines.apis.map(({ origin }) =>
    metricOf(origin, String.raw`vitrine_replica_reads_total\{outcome="replica"\}`),
  );
  const replicaReads = (await Promise.all(answered)).reduce((sum, count) => sum + count, 0);
  const primary = await machines.postgres.leader();
  const primaryLostAt = performance.now();
  await machines.postgres.kill(primary ?? 0);
  while ([undefined, primary].includes(await machines.postgres.leader())) await pause(100);
  return { fallbacks, replicaReads, primaryLostAt, takeoverMs: performance.now() - primaryLostAt };
}

/** A creator who opens the overview twice a second, at one node after the other. */
function readFigures({ apis }: Machines) {
  const statuses = new Map<number, number>();
  const read = async (): Promise<void> => {
    const answer = await fetch(`${apis[0]?.origin}/api/v1/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ava@creators.test', password: demoPassword }),
    });
    const { data } = (await answer.json()) as { data: { token: string } };
    for (let round = 0; !isOver; round += 1) {
      const status = await fetch(`${apis[round % apis.length]?.origin}/api/v1/overview?days=7`, {
        headers: { authorization: `Bearer ${data.token}` },
      }).then(
        (overview) => overview.text().then(() => overview.status),
        () => 0,
      );
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      await pause(500);
    }
  };
  let isOver = false;
  const reading = read();
  return {
    stop: async () => {
      isOver = true;
      await reading;
      return Object.fromEntries(statuses);
    },
  };
}

const idOfClick = (clickId: string) => Buffer.from(clickId, 'base64url').toString('hex');

/** What the database has of the traffic. */
async function readKept(client: pg.Client, { clicks, orders }: Traffic) {
  const { rows } = await client.query<{ clicks: number; hits: number; counted: number }>(
    `select (select count(*) from hits where id = any($1::uuid[]))::int as clicks, (select count(*) from hits)::int as hits,
      (select sum(hits) from link_totals)::int as counted`,
    [clicks.map(idOfClick)],
  );
  const { rows: decided } = await client.query<{ id: string; at: Date }>(
    `select order_id as id, decided_at as at from orders where order_id = any($1) and state = 'decided'`,
    [orders.map(({ orderId }) => orderId)],
  );
  // Like `performance.now()`; the servers run on this machine.
  const decidedAt = new Map(decided.map(({ id, at: moment }) => [id, moment.getTime() - performance.timeOrigin]));
  return { ...(rows[0] ?? { clicks: 0, hits: 0, counted: 0 }), decidedAt };
}
type Kept = Awaited<ReturnType<typeof readKept>>;

const backlog = {
  orders:
    'select state, click_stored, awaits_payment, count(*), min(received_at), max(received_at) from orders group by 1, 2, 3',
  reviews: 'select count(*), min(noted_at), max(noted_at) from order_reviews',
  jobs: `select t.identifier, count(*), min(j.run_at), max(j.attempts) as attempts, count(j.locked_at) as locked, max(j.last_error)
    as error from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id group by 1`,
  connections: `select application_name, state, wait_event, count(*), min(query_start), left(max(query), 120) as query
    from pg_stat_activity where datname = current_database() group by 1, 2, 3`,
};

/** Prints what the database still had to do when patience ended, because the servers are gone once the test has failed. */
async function describeBacklog(client: pg.Client): Promise<void> {
  for (const [name, statement] of Object.entries(backlog)) {
    console.log(name, JSON.stringify((await client.query(statement)).rows, null, 1));
  }
}

type Outcome = {
  startedAt: number;
  traffic: Traffic;
  losses: Losses;
  kept: Kept;
  /** Answers to the creator, by status; 0 without one. */
  reads: Record<number, number>;
  loadSeconds: number;
};

async function run(machines: Machines): Promise<Outcome> {
  const placements = Object.values(machines.population.stock.placements).slice(0, 2);
  const reader = readFigures(machines);
  const startedAt = performance.now();
  const processor = process.cpuUsage();
  const [traffic, losses] = await Promise.all([
    driveTraffic({
      redirects: machines.redirects.map(({ origin }) => origin),
      apis: machines.apis.map(({ origin }) => origin),
      links: placements.map(({ short_url: url }) => new URL(url).pathname),
      apiKey: demoApiKey,
      clicksPerSecond,
      ordersPerSecond,
      seconds,
    }),
    loseMachines(machines),
  ]);
  const { user, system } = process.cpuUsage(processor);
  const reads = await reader.stop();
  const client = new pg.Client({ connectionString: machines.databaseUrl });
  await client.connect();
  // A click that was answered before two brokers had it can be lost with its node.
  const isComplete = ({ clicks, decidedAt }: Kept) =>
    clicks >= traffic.clicks.length - losses.fallbacks && decidedAt.size === traffic.orders.length;
  const until = performance.now() + patienceMs;
  let kept = await readKept(client, traffic);
  while (!isComplete(kept) && performance.now() < until) {
    await pause(500);
    kept = await readKept(client, traffic);
  }
  if (!isComplete(kept)) await describeBacklog(client);
  await client.end();
  return { startedAt, traffic, losses, kept, reads, loadSeconds: (user + system) / 1_000_000 };
}

const isDecided = ({ outcome }: SentOrder) => outcome === 'credited' || outcome === 'held_for_review';
const inSeconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

/** The orders that were sent in these seconds. */
function sentBetween({ traffic, startedAt }: Outcome, from: number, to: number): SentOrder[] {
  return traffic.orders.filter(({ sentAt }) => sentAt >= startedAt + from * 1_000 && sentAt < startedAt + to * 1_000);
}

function shareDecided(orders: readonly SentOrder[]): number {
  return orders.filter(isDecided).length / orders.length;
}

function describeUndecided({ traffic, startedAt }: Outcome): string {
  const sent = traffic.orders
    .filter((order) => !isDecided(order))
    .map(({ sentAt }) => Math.floor((sentAt - startedAt) / 1_000));
  const counts = Map.groupBy(sent, (second) => second);
  return [...counts].map(([second, { length }]) => `${second}: ${length}`).join(', ');
}

/** How the primary was replaced, and how long orders took to be decided then. */
function describeTakeover({ traffic, losses, kept }: Outcome): string {
  const takeoverAt = losses.primaryLostAt + losses.takeoverMs;
  const acknowledged = traffic.orders
    .map(({ acknowledgedAt = Number.NaN }) => acknowledgedAt)
    .toSorted((a, b) => a - b);
  const gaps = acknowledged.slice(1).map((moment, index) => moment - (acknowledged[index] ?? moment));
  const delays = (orders: readonly SentOrder[], since: (order: SentOrder) => number) =>
    orders
      .map((order) => (kept.decidedAt.get(order.orderId) ?? Number.POSITIVE_INFINITY) - since(order))
      .toSorted((a, b) => a - b);
  const before = traffic.orders.filter(({ sentAt }) => sentAt < takeoverAt);
  const late = delays(before, () => takeoverAt).filter((delay) => delay > 0);
  const after = delays(
    traffic.orders.filter(({ sentAt }) => sentAt >= takeoverAt),
    ({ sentAt }) => sentAt,
  );
  return [
    `the primary was replaced after ${inSeconds(losses.takeoverMs)}; no order was acknowledged for ${inSeconds(Math.max(...gaps))}`,
    `${late.length} orders from before were decided after it, the last one ${inSeconds(late.at(-1) ?? 0)} after it`,
    `${after.length} later ones were decided ${inSeconds(after[Math.floor(after.length / 2)] ?? 0)} (p50) and ${inSeconds(after.at(-1) ?? 0)} (last) after they were sent`,
  ].join('\n');
}

async function processorOf(nodes: readonly ServerProcess[]): Promise<string> {
  const used = nodes.map(({ origin }) => metricOf(origin, 'process_cpu_seconds_total'));
  return `${(await Promise.all(used)).map((each) => each.toFixed(0)).join(' and ')} s`;
}

async function report(machines: Machines, outcome: Outcome): Promise<void> {
  const { traffic, losses, kept, reads, loadSeconds } = outcome;
  const { clicks, orders } = traffic;
  const fallbacks = machines.redirects.slice(1).map(({ origin }) => metricOf(origin, fallbackMetric));
  const percent = (from: number, to: number) => `${(100 * shareDecided(sentBetween(outcome, from, to))).toFixed(1)}%`;
  console.log(
    [
      `clicks acknowledged ${clicks.length}, stored ${kept.clicks}, the same id twice ${clicks.length - new Set(clicks).size}; hits ${kept.hits}, counted ${kept.counted}`,
      `answered before the quorum had them: by the lost node ${losses.fallbacks}, by the others ${(await Promise.all(fallbacks)).join(' and ')}`,
      `redirect errors ${traffic.failedClicks}, answered by the next node ${traffic.movedOn}`,
      `orders sent ${orders.length}, acknowledged ${orders.filter(({ acknowledgedAt }) => acknowledgedAt !== undefined).length}, decided ${kept.decidedAt.size}`,
      `decided in their first answer: ${percent(at.warm, at.node - 1)} before any loss, ${percent(at.node, at.broker - 1)} without a node, ${percent(at.broker, at.primary - 1)} without a broker, ${percent(seconds - 10, seconds)} in the last 10 s`,
      `orders without a decision in their first answer, by the second they were sent in: ${describeUndecided(outcome)}`,
      describeTakeover(outcome),
      `figures read from the replica until then ${losses.replicaReads}; answers by status ${JSON.stringify(reads)}`,
      `processor time: the load ${loadSeconds.toFixed(0)} s of ${seconds} s, since their start redirect nodes ${await processorOf(machines.redirects.slice(1))}, API nodes ${await processorOf(machines.apis)}, worker ${await processorOf([machines.worker])}`,
      `load of the machine ${loadavg()[0]?.toFixed(1)} on ${cpus().length} processors`,
    ].join('\n'),
  );
}

/** How a node ended that should still run. */
const endOf = ({ child }: ServerProcess) => child.exitCode ?? child.signalCode;

test.skipIf(!isFull || !hasEverything)(
  'a lost node, broker and primary lose no acknowledged click and no acknowledged order',
  { timeout: 600_000 },
  async () => {
    await using machines = await startMachines();
    const outcome = await run(machines);
    await report(machines, outcome);
    const { traffic, losses, kept } = outcome;
    expect(traffic.clicks.length - kept.clicks).toBeLessThanOrEqual(losses.fallbacks);
    expect([traffic.failedClicks, new Set(traffic.clicks).size, kept.counted]).toEqual([
      0,
      traffic.clicks.length,
      kept.hits,
    ]);
    expect(traffic.clicks.length).toBeGreaterThanOrEqual(20_000);
    expect(traffic.orders.filter(({ acknowledgedAt }) => acknowledgedAt === undefined)).toEqual([]);
    expect(traffic.orders.filter(({ orderId }) => !kept.decidedAt.has(orderId))).toEqual([]);
    expect(losses.replicaReads).toBeGreaterThan(0);
    expect([...machines.apis, ...machines.redirects.slice(1)].map(endOf)).toEqual([null, null, null, null]);
    expect(await verifyClicksAt(machines.databaseUrl)).toMatchObject({ agrees: true });
    expect(await verifyLedger(machines.databaseUrl)).toMatchObject({ agrees: true });
    expect(shareDecided(sentBetween(outcome, at.warm, at.node - 1))).toBeGreaterThanOrEqual(0.99);
  },
);
