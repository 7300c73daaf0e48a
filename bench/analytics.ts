import pg from 'pg';
import { readAnalyticsOverviewOf } from '../server/src/analytics/analytics.service.ts';
import { openRedirectPool } from '../server/src/redirector/redirect.pool.ts';
import { closeMonths } from '../server/src/figures/months.ts';
import type { Person } from '../server/src/platform/actor.ts';
import type { BenchFigure } from './figure.ts';
import { openBench, openBenchBrand } from './ledger.database.ts';
import { fillDatabase, median, milliseconds, neighbours } from './overview.ts';

const repeats = 41;
/** The largest creator's share of all clicks: one in fourteen. */
const shareOfLargest = 0.07;
/** A zone with an offset of a quarter-hour, far from UTC, so both ends of a range are counted from hits. */
const zone = 'Asia/Kathmandu';

const views = [
  'update account_days set loads = hits, views = clicks, view_counts = array(select e from unnest(counts) e where entry_name(e) <= 96)',
  `update users set time_zone = '${zone}'`,
  'analyze',
];

async function finish(url: string, now: Date, log: Parameters<typeof openRedirectPool>[1]): Promise<void> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  for (const statement of views) await owner.query(statement);
  const pool = openRedirectPool(url, log);
  await closeMonths(pool, now);
  await pool.end();
  await owner.query('vacuum analyze');
  await owner.end();
}

const ranges = { 30: { preset: 'last_30_days' }, 365: { preset: 'last_12_months' } } as const;

type Measured = { floor: number; 30: number; 365: number };

async function measureAt(clicks: number): Promise<Measured> {
  await using bench = await openBench({ connections: 1 });
  const { ctx } = bench;
  const {
    accounts: [largest],
  } = await openBenchBrand(ctx, 1 + neighbours);
  if (!largest) throw new Error('no creator');
  await fillDatabase(bench.url, Math.round(clicks * shareOfLargest), Math.round(clicks * (1 - shareOfLargest)));
  await finish(bench.url, ctx.clock.now(), ctx.log);
  const actor: Person = {
    kind: 'person',
    principal: 'creator',
    userId: largest.creatorId,
    uid: '',
    status: 100,
    sessionId: '',
    mode: 'full',
    impersonatedBy: null,
    wasActive: true,
    isSuspended: false,
    hasSecondFactor: false,
  };
  const floor = async () => {
    for (let trip = 0; trip < 5; trip += 1) await ctx.database.pool.query('select 1');
  };
  const times: Record<keyof Measured, number[]> = { floor: [], 30: [], 365: [] };
  for (let round = -5; round < repeats; round += 1) {
    const measured = {
      floor: await milliseconds(floor),
      30: await milliseconds(() => readAnalyticsOverviewOf(ctx, actor, largest.id, ranges[30])),
      365: await milliseconds(() => readAnalyticsOverviewOf(ctx, actor, largest.id, ranges[365])),
    };
    if (round < 0) continue;
    times.floor.push(measured.floor);
    times[30].push(measured[30]);
    times[365].push(measured[365]);
  }
  return { floor: median(times.floor), 30: median(times[30]), 365: median(times[365]) };
}

/** The analytics of the largest creator, including the access check, compared with five empty round trips. */
export async function measureAnalytics(options: { quick: boolean }): Promise<BenchFigure[]> {
  const [few, factor, growthGoal] = options.quick ? [100_000, 5, 2.5] : [1_000_000, 20, 4];
  const small = await measureAt(few);
  const large = await measureAt(few * factor);
  const text = (ms: number) => `${ms.toFixed(2)} ms`;
  return ([30, 365] as const).flatMap((days) => {
    const toFloor = large[days] / large.floor;
    const growth = large[days] / small[days];
    return [
      {
        name: `analytics, ${days} days, largest creator of ${few * factor} clicks`,
        value: text(large[days]),
        yardstick: `5 × select 1: ${text(large.floor)}`,
        ratio: toFloor.toFixed(2),
        goal: '≤ 10',
        holds: toFloor <= 10,
      },
      {
        name: `analytics, ${days} days, ${factor} times the clicks`,
        value: text(large[days]),
        yardstick: `${few} clicks: ${text(small[days])}`,
        ratio: growth.toFixed(2),
        goal: `≤ ${growthGoal}`,
        holds: growth <= growthGoal,
      },
    ];
  });
}
