import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchFigure } from './figure.ts';
import { type LoadResult, load, type Shopper, shoppers } from './redirect.load.ts';
import {
  databaseSeconds,
  drained,
  machineSeconds,
  processorSeconds,
  startProcess,
  type ServedProcess,
} from './redirect.process.ts';
import { pause } from './redirect.shopper.ts';
import { openStage, type BenchStage } from './redirect.stage.ts';

// Redirects compared with the minimum in Node, a plain 302: bare, product, bare, product, each in a new process on the
// same machine within seconds, because only such pairs are comparable.

const links = 100_000;
const warmupMs = 3_000;

type Run = LoadResult & { processor: number; database: number; foreign: number };

const seconds = { full: { warm: 2, run: 5 }, quick: { warm: 1, run: 3 } };

async function measure(
  served: ServedProcess,
  stage: BenchStage,
  connections: number,
  people: readonly Shopper[],
  times: { warm: number; run: number },
): Promise<Run> {
  const { origin, pid } = served;
  await load({ origin, connections, seconds: times.warm, shoppers: people });
  const postmaster = await stage.postmaster();
  const read = async () => [await processorSeconds(pid), await databaseSeconds(postmaster), await machineSeconds()];
  const [server = 0, database = 0, machine = 0] = await read();
  const startedAt = performance.now();
  const result = await load({ origin, connections, seconds: times.run, shoppers: people });
  const elapsed = (performance.now() - startedAt) / 1_000;
  const [serverThen = 0, databaseThen = 0, machineThen = 0] = await read();
  const own = serverThen - server + databaseThen - database;
  return {
    ...result,
    processor: ((serverThen - server) * 1e6) / result.requests,
    database: ((databaseThen - database) * 1e6) / result.requests,
    // The generator uses one thread; all other load on the machine comes from other programs.
    foreign: Math.max(0, (machineThen - machine - own) / elapsed - 1),
  };
}

async function withProduct<T>(stage: BenchStage, use: (served: ServedProcess) => Promise<T>): Promise<T> {
  const dataDir = join(stage.folder, 'redirect');
  await stage.clear();
  const served = await startProcess('product', { args: [stage.url, dataDir] });
  try {
    // A node that just started writes its first snapshot; measure a running one.
    await pause(warmupMs);
    return await use(served);
  } finally {
    // Draining the rest of the journal is not part of this run.
    await served.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function bare(stage: BenchStage, connections: number, times: { warm: number; run: number }): Promise<Run> {
  const served = await startProcess('bare');
  try {
    return await measure(served, stage, connections, shoppers(links), times);
  } finally {
    await served.kill('SIGKILL');
  }
}

type Pair = { bare: Run; product: Run };

async function pairs(stage: BenchStage, connections: number, count: number, times: { warm: number; run: number }) {
  const found: Pair[] = [];
  for (let round = 0; round < count; round += 1) {
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
const cost = (run: Run) => run.processor + run.database;

function plainFigure(name: string, value: string, holds = true): BenchFigure {
  return { name, value, yardstick: '', ratio: '', goal: '', holds };
}

function sideFigures(found: readonly Pair[], connections: number): BenchFigure[] {
  const errors = found.reduce((sum, { product }) => sum + product.errors, 0);
  const server = median(found.map(({ product }) => product.processor));
  const database = median(found.map(({ product }) => product.database));
  const foreign = Math.max(...found.flatMap((pair) => [pair.bare.foreign, pair.product.foreign]));
  return [
    plainFigure(
      `  ${connections} connections: processor of server / database`,
      `${server.toFixed(1)} / ${database.toFixed(1)} µs`,
    ),
    plainFigure(
      `  ${connections} connections: other work on the machine, at most`,
      `${(foreign * 100).toFixed(0)} % of a core`,
    ),
    plainFigure(`  ${connections} connections: answers other than a redirect`, String(errors), errors === 0),
  ];
}

/** One link that everyone visits, compared with as many visits spread over all links. */
async function hotLink(stage: BenchStage, count: number, times: { warm: number; run: number }): Promise<BenchFigure> {
  const ratios: number[] = [];
  const found: { hot: number; spread: number }[] = [];
  for (let round = 0; round < count; round += 1) {
    const run = (codes: number) => withProduct(stage, (served) => measure(served, stage, 64, shoppers(codes), times));
    const spread = (await run(links)).perSecond;
    const hot = (await run(1)).perSecond;
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

/** The cost of draining the rest after a flood. */
async function catchUp(stage: BenchStage, times: { warm: number; run: number }): Promise<BenchFigure[]> {
  return withProduct(stage, async (served) => {
    await load({ origin: served.origin, connections: 64, seconds: times.run, shoppers: shoppers(links) });
    const postmaster = await stage.postmaster();
    const server = await processorSeconds(served.pid);
    const database = await databaseSeconds(postmaster);
    const [{ count: before } = { count: 0 }] = await stage.query<{ count: number }>(
      'select count(*)::int as count from hits',
    );
    const startedAt = performance.now();
    const isDone = await drained(served, 60_000);
    const elapsed = (performance.now() - startedAt) / 1_000;
    const [{ count: after } = { count: 0 }] = await stage.query<{ count: number }>(
      'select count(*)::int as count from hits',
    );
    const hits = after - before;
    const serverCost = (((await processorSeconds(served.pid)) - server) * 1e6) / hits;
    const databaseCost = (((await databaseSeconds(postmaster)) - database) * 1e6) / hits;
    return [
      plainFigure(
        'after a flood: hits brought in later',
        `${hits} in ${elapsed.toFixed(1)} s, ${(hits / elapsed).toFixed(0)} /s`,
        isDone,
      ),
      plainFigure('  cost of each, server / database', `${serverCost.toFixed(1)} / ${databaseCost.toFixed(1)} µs`),
    ];
  });
}

export async function measureRedirect(options: { quick: boolean }): Promise<BenchFigure[]> {
  await using stage = await openStage(links);
  const times = options.quick ? seconds.quick : seconds.full;
  const few = await pairs(stage, 64, options.quick ? 1 : 4, times);
  const many = await pairs(stage, 256, options.quick ? 1 : 3, times);
  return [
    figureOf(few, { name: 'redirects, 64 connections', of: rate, unit: '/s', digits: 0, goal: 0.6, isLess: false }),
    figureOf(few, {
      name: 'processor per redirect, 64 connections',
      of: cost,
      unit: 'µs',
      digits: 1,
      goal: 1.8,
      isLess: true,
    }),
    figureOf(few, {
      name: 'p99, 64 connections',
      of: (run) => run.p99,
      unit: 'ms',
      digits: 1,
      goal: 2.6,
      isLess: true,
    }),
    ...sideFigures(few, 64),
    figureOf(many, { name: 'redirects, 256 connections', of: rate, unit: '/s', digits: 0, goal: 0.8, isLess: false }),
    ...sideFigures(many, 256),
    await hotLink(stage, options.quick ? 1 : 2, times),
    ...(await catchUp(stage, times)),
  ];
}
