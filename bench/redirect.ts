import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchFigure } from './figure.ts';
import { type Node, openNode } from './nodes.ts';
import { type LoadResult, load, type Shopper, shoppers } from './redirect.load.ts';
import { machineSeconds, startProcess, treeSeconds } from './redirect.process.ts';
import { pause } from './redirect.shopper.ts';
import { openStage, type BenchStage } from './redirect.stage.ts';

// Redirects of the server that `npm start` runs, compared with the minimum in Node, a plain 302: bare, product, bare,
// product, each in a new process on the same machine within seconds, because only such pairs are comparable. The
// processor time of a redirect includes storing its click, so it is read when the journal is empty again.

const links = 100_000;
const warmupMs = 3_000;
const drainedWithinMs = 120_000;

type Served = { origin: string; pid: number; backlog(): Promise<number> };
/** Processor time in microseconds a redirect: while shoppers come, and afterwards until all their clicks are stored. */
type Run = LoadResult & { server: number; database: number; later: number; foreign: number };
type Times = { warm: number; run: number };

const seconds = { full: { warm: 2, run: 5 }, quick: { warm: 1, run: 3 } };

async function isDrained({ backlog }: Served): Promise<boolean> {
  for (const deadline = performance.now() + drainedWithinMs; performance.now() < deadline; await pause(500))
    if ((await backlog()) === 0) return true;
  return false;
}

async function measure(
  served: Served,
  stage: BenchStage,
  connections: number,
  people: readonly Shopper[],
  times: Times,
): Promise<Run> {
  const { origin, pid } = served;
  const postmaster = await stage.postmaster();
  const read = async () => ({
    server: await treeSeconds(pid),
    database: await treeSeconds(postmaster),
    machine: await machineSeconds(),
  });
  await load({ origin, connections, seconds: times.warm, shoppers: people });
  await isDrained(served);
  const before = await read();
  const startedAt = performance.now();
  const result = await load({ origin, connections, seconds: times.run, shoppers: people });
  const elapsed = (performance.now() - startedAt) / 1_000;
  const then = await read();
  if (!(await isDrained(served))) throw new Error('the clicks did not reach the database in time');
  const after = await read();
  const own = then.server - before.server + then.database - before.database;
  const perRequest = (used: number) => (used * 1e6) / result.requests;
  return {
    ...result,
    server: perRequest(then.server - before.server),
    database: perRequest(then.database - before.database),
    later: perRequest(after.server - then.server + after.database - then.database),
    // The generator uses one thread; all other load on the machine comes from other programs.
    foreign: Math.max(0, (then.machine - before.machine - own) / elapsed - 1),
  };
}

async function withProduct<T>(stage: BenchStage, use: (served: Served) => Promise<T>): Promise<T> {
  const dataDir = join(stage.folder, 'redirect');
  // Shoppers come through a proxy, as in production. All other settings are the defaults.
  const settings = { TRUST_PROXY: '127.0.0.1', RATE_LIMITS: '1', LOG_LEVEL: 'warn' };
  const node: Node = await openNode(1, stage.url, dataDir, { settings });
  await node.start();
  try {
    // A node that just started writes its first snapshot; measure a running one.
    await pause(warmupMs);
    return await use({ origin: node.url, pid: node.pid(), backlog: node.backlog });
  } finally {
    await node.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function bare(stage: BenchStage, connections: number, times: Times): Promise<Run> {
  const { origin, pid, kill } = await startProcess('bare');
  try {
    const served = { origin, pid, backlog: () => Promise.resolve(0) };
    return await measure(served, stage, connections, shoppers(links), times);
  } finally {
    await kill('SIGKILL');
  }
}

type Pair = { bare: Run; product: Run };

async function pairs(stage: BenchStage, connections: number, count: number, times: Times): Promise<Pair[]> {
  const found: Pair[] = [];
  for (let round = 0; round < count; round += 1) {
    await stage.clear();
    const yardstick = await bare(stage, connections, times);
    const product = await withProduct(stage, (served) => measure(served, stage, connections, shoppers(links), times));
    found.push({ bare: yardstick, product });
  }
  return found;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

type Line = { name: string; of(run: Run): number; unit: string; digits: number; goal: number; isLess: boolean };

function figureOf(found: readonly Pair[], line: Line): BenchFigure {
  const value = median(found.map(({ product }) => line.of(product)));
  const yardstick = median(found.map((pair) => line.of(pair.bare)));
  const ratio = median(found.map((pair) => line.of(pair.product) / line.of(pair.bare)));
  const text = (number: number) => `${number.toFixed(line.digits)} ${line.unit}`;
  return {
    name: line.name,
    value: text(value),
    yardstick: `bare node:http: ${text(yardstick)}`,
    ratio: ratio.toFixed(2),
    goal: `${line.isLess ? '≤' : '≥'} ${line.goal}`,
    holds: line.isLess ? ratio <= line.goal : ratio >= line.goal,
  };
}

const rate = (run: Run) => run.perSecond;
const cost = (run: Run) => run.server + run.database + run.later;

function plainFigure(name: string, value: string, holds = true, goal = ''): BenchFigure {
  return { name, value, yardstick: '', ratio: '', goal, holds };
}

function figuresAt(found: readonly Pair[], connections: number): BenchFigure[] {
  const at = `${connections} connections`;
  const errors = found.reduce((sum, { product }) => sum + product.errors, 0);
  const of = (read: (run: Run) => number) => median(found.map(({ product }) => read(product))).toFixed(1);
  const foreign = Math.max(...found.flatMap((pair) => [pair.bare.foreign, pair.product.foreign]));
  return [
    figureOf(found, { name: `redirects, ${at}`, of: rate, unit: '/s', digits: 0, goal: 0.75, isLess: false }),
    figureOf(found, {
      name: `processor per redirect with its click stored, ${at}`,
      of: cost,
      unit: 'µs',
      digits: 1,
      goal: 3,
      isLess: true,
    }),
    plainFigure(
      `  ${at}: server / database under load / both afterwards`,
      `${of((run) => run.server)} / ${of((run) => run.database)} / ${of((run) => run.later)} µs`,
    ),
    figureOf(found, { name: `  p99, ${at}`, of: (run) => run.p99, unit: 'ms', digits: 1, goal: 2.6, isLess: true }),
    plainFigure(`  ${at}: other work on the machine, at most`, `${(foreign * 100).toFixed(0)} % of a core`),
    plainFigure(`  ${at}: answers other than a redirect`, String(errors), errors === 0, '0'),
  ];
}

/** One link that everyone visits, compared with as many visits spread over all links. */
async function hotLink(stage: BenchStage, count: number, times: Times): Promise<BenchFigure> {
  const ratios: number[] = [];
  const found: { hot: number; spread: number }[] = [];
  const visit = (codes: number) =>
    withProduct(stage, ({ origin }) =>
      load({ origin, connections: 64, seconds: times.warm + times.run, shoppers: shoppers(codes) }),
    );
  for (let round = 0; round < count; round += 1) {
    await stage.clear();
    const spread = (await visit(links)).perSecond;
    await stage.clear();
    const hot = (await visit(1)).perSecond;
    found.push({ hot, spread });
    ratios.push(hot / spread);
  }
  const ratio = median(ratios);
  return {
    name: 'one hot link, 64 connections',
    value: `${median(found.map(({ hot }) => hot)).toFixed(0)} /s`,
    yardstick: `over 100,000 links: ${median(found.map(({ spread }) => spread)).toFixed(0)} /s`,
    ratio: ratio.toFixed(2),
    goal: '≥ 0.95',
    holds: ratio >= 0.95,
  };
}

async function storedHits(stage: BenchStage): Promise<number> {
  const [row] = await stage.query<{ count: number }>('select count(*)::int as count from hits');
  return row?.count ?? 0;
}

/** The cost of draining the rest after a flood, into a table that has the hits of earlier floods. */
async function catchUp(stage: BenchStage, times: Times): Promise<BenchFigure[]> {
  return withProduct(stage, async (served) => {
    const flood = () => load({ origin: served.origin, connections: 64, seconds: times.run, shoppers: shoppers(links) });
    await flood();
    await isDrained(served);
    await flood();
    const postmaster = await stage.postmaster();
    const before = await storedHits(stage);
    const [server, database] = [await treeSeconds(served.pid), await treeSeconds(postmaster)];
    const startedAt = performance.now();
    const isDone = await isDrained(served);
    const elapsed = (performance.now() - startedAt) / 1_000;
    const [serverThen, databaseThen] = [await treeSeconds(served.pid), await treeSeconds(postmaster)];
    const hits = (await storedHits(stage)) - before;
    const serverCost = ((serverThen - server) * 1e6) / hits;
    const databaseCost = ((databaseThen - database) * 1e6) / hits;
    const rates = `${hits} in ${elapsed.toFixed(1)} s, ${(hits / elapsed).toFixed(0)} /s`;
    return [
      plainFigure(`after a flood: hits brought in later, beside ${before} stored ones`, rates, isDone),
      plainFigure('  server for each', `${serverCost.toFixed(1)} µs`, serverCost <= 15, '≤ 15 µs'),
      plainFigure('  database for each', `${databaseCost.toFixed(1)} µs`, databaseCost <= 25, '≤ 25 µs'),
    ];
  });
}

export async function measureRedirect(options: { quick: boolean }): Promise<BenchFigure[]> {
  await using stage = await openStage(links);
  const times = options.quick ? seconds.quick : seconds.full;
  const few = await pairs(stage, 64, options.quick ? 1 : 4, times);
  const many = await pairs(stage, 256, options.quick ? 1 : 3, times);
  return [
    ...figuresAt(few, 64),
    ...figuresAt(many, 256),
    await hotLink(stage, options.quick ? 1 : 2, times),
    ...(await catchUp(stage, times)),
  ];
}
