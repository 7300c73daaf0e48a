import pg from 'pg';
import type { BenchFigure } from './figure.ts';
import { type Cost, costOf, printModules, printStatements } from './orders.cost.ts';
import { clients, openOrderLoad, pace, type OrderPace, written } from './orders.load.ts';

const goal = 500;

/** Plain inserts of one row, each in a transaction of its own, by as many clients. */
async function insertPace(url: string, forMs: number): Promise<OrderPace> {
  const pool = new pg.Pool({ connectionString: url, max: clients });
  const insert = async () => void (await pool.query('insert into plain (body) values ($1)', ['order']));
  try {
    await pool.query(
      'create table if not exists plain (id bigint generated always as identity primary key, body text)',
    );
    await pace(300, insert);
    return await pace(forMs, insert);
  } finally {
    await pool.end();
  }
}

function writtenCost({ node, postgres, client }: Cost): string {
  return `Node ${node.toFixed(1)} ms, PostgreSQL ${postgres.toFixed(1)} ms, client ${client.toFixed(1)} ms`;
}

type Rate = { name: string; creators: number; minutes?: number; isPrinted?: boolean };

/** In a rush, many shoppers need equally long from click to order, which the fraud rules look at. */
const rates: readonly Rate[] = [
  { name: 'orders of one creator', creators: 1, isPrinted: true },
  { name: 'orders of one creator, clicks of two minutes', creators: 1, minutes: 2, isPrinted: true },
  { name: 'orders of 64 creators', creators: 64 },
];

/** Orders for the clicks of some creators, sent to one node by 64 clients, each waiting for its answer. */
async function measureRate({ name, creators, minutes, isPrinted }: Rate, forMs: number): Promise<BenchFigure[]> {
  await using load = await openOrderLoad({ creators, orders: 1.5 * forMs, ...(minutes ? { minutes } : {}) });
  const inserts = await insertPace(load.url, forMs / 2);
  await load.warmUp();
  const { done, cost } = await costOf(load, () => pace(forMs, load.send));
  if (isPrinted) await printStatements(load);
  const wrong = await load.findWrong();
  for (const line of wrong) console.error(line);
  return [
    {
      name: `${name}, ${clients} clients`,
      value: wrong.length === 0 ? `${written(done)}, ${load.resent()} sent again` : `${wrong.length} wrong`,
      yardstick: `inserts of one row: ${written(inserts)}`,
      ratio: (done.perSecond / inserts.perSecond).toFixed(2),
      goal: `≥ ${goal}/s`,
      holds: wrong.length === 0 && done.perSecond >= goal,
    },
    {
      name: '  processor time of one order',
      value: writtenCost(cost),
      yardstick: `${cost.statements.toFixed(0)} statements, ${(cost.walBytes / 1_000).toFixed(1)} kB of log`,
      ratio: '',
      goal: '',
      holds: true,
    },
  ];
}

/** Prints what Node does for an order. The profiler takes time itself, so these orders are not measured. */
async function profileNode(forMs: number): Promise<void> {
  let folder = '';
  await using load = await openOrderLoad({
    creators: 1,
    orders: 1.5 * forMs,
    flags: (dataDir) => {
      folder = `${dataDir}/profile`;
      return ['--cpu-prof', `--cpu-prof-dir=${folder}`];
    },
  });
  await load.warmUp();
  await pace(forMs, load.send);
  await load.node.kill('SIGTERM');
  await printModules(folder);
}

export async function measureOrderRate(options: { quick: boolean }): Promise<BenchFigure[]> {
  const forMs = options.quick ? 4_000 : 10_000;
  await profileNode(forMs / 2);
  const figures: BenchFigure[] = [];
  for (const rate of rates) figures.push(...(await measureRate(rate, forMs)));
  return figures;
}
