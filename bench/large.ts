import pg from 'pg';
import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import { assembleCallers, type Caller } from '../server/authorization.callers.testing.ts';
import { callAs, isAllowed, judgedCalls, ownTests } from '../server/authorization.matrix.testing.ts';
import startCluster from '../server/world/cluster.ts';
import { openWorld, type World } from '../server/world/world.ts';
import type { BenchFigure } from './figure.ts';
import { fillLarge, fullSize, type LargeSize } from './large.fill.ts';
import { measureHitBytes } from './hit.bytes.ts';
import { milliseconds } from './overview.ts';
import { quantileOf } from './quantile.ts';

// Every call of the contract on one large brand, as each kind of caller that may make it. The server is called in this
// process and its PostgreSQL doesn't wait for the disk, so a figure is what a call costs, not what a network adds.

const goalMs = 300;
const warmUps = 3;
const repeats = 30;
/** A call that takes longer is repeated only as often as fits into this time, but three times. */
const budgetMs = 10_000;

const measuredCallers: Record<string, string> = {
  anonymous: 'nobody',
  'creator of Glow Lab': 'creator',
  'owner of Glow Lab': 'brand',
  operator: 'operator',
  'shop of Glow Lab': 'shop',
};

/** Lists and figures that cost the most with a search or a long range are also measured with it. */
const asked: Record<string, Record<string, string>[]> = {
  listUsers: [{ search: 'creator 7' }, { search: 'nobody is named like this' }],
  listCatalogue: [{ search: 'product 7' }, { search: 'nothing is named like this' }],
  searchProducts: [{ search: 'product 7' }, { search: 'nothing is named like this' }],
  listLinks: [{ search: 'product 7' }, { search: 'nothing is named like this' }],
  listOrders: [{ search: 'L77' }, { search: 'none is named like this' }],
  listMails: [{ recipient: 'large77@' }, { recipient: 'nobody@is.test' }],
  listAuditEntries: [{ person: 'nobody is named like this' }],
  listCreators: [
    { days: '365', limit: '50' },
    ...[
      'name',
      'group',
      'last_activity',
      'views',
      'clicks',
      'orders',
      'sales',
      'commission',
      'conversion',
      'earnings_per_click',
    ].map((sort) => ({ days: '365', limit: '50', sort })),
    { days: '365' },
  ],
  listPlacements: [{ search: 'product 7' }, { search: 'nothing is named like this' }],
  listShopCodes: [{ limit: '25' }],
  readBrandAnalytics: [{ preset: 'last_12_months' }, { preset: 'last_12_months', by: 'country', device: 'phone' }],
  readAnalyticsOverview: [{ preset: 'last_12_months' }],
  readAnalyticsProducts: [{ preset: 'last_12_months' }],
  readAnalyticsLinks: [{ preset: 'last_12_months' }],
  readAnalyticsTraffic: [{ preset: 'last_12_months' }],
};

type Timed = {
  call: string;
  caller: string;
  times: number[];
  bytes: number;
  /** Why it was called less often than others: the answer to the last call. */
  ended: string;
};

/** Times a call until it was repeated often enough, took too long, or is refused because it works only once. */
async function timeCall(
  world: World,
  [name, endpoint]: [string, Endpoint],
  caller: Caller,
  query: Record<string, string>,
): Promise<Timed> {
  const given = Object.entries(query).map(([field, value]) => `${field}=${value}`);
  const timed: Timed = {
    call: [name, ...given].join(' '),
    caller: measuredCallers[caller.name] ?? caller.name,
    times: [],
    bytes: 0,
    ended: '',
  };
  const rounds: { ms: number }[] = [];
  const startedAt = performance.now();
  while (rounds.length < warmUps + repeats) {
    const answer = { status: 0, bytes: 0, code: '' };
    const ms = await milliseconds(async () => {
      const { status, headers, problem } = await callAs({ world }, [name, endpoint], caller, caller.own, query);
      Object.assign(answer, { status, bytes: Number(headers['content-length'] ?? 0), code: problem?.code ?? '' });
    });
    if (answer.status >= 300) {
      timed.ended = `${answer.status} ${answer.code}`.trim();
      if (answer.status < 500) break;
    }
    timed.bytes = Math.max(timed.bytes, answer.bytes);
    rounds.push({ ms });
    if (performance.now() - startedAt > budgetMs && rounds.length >= 3) break;
  }
  // What works only once has no warm-up.
  const kept = rounds.length > warmUps ? rounds.slice(warmUps) : rounds;
  timed.times = kept.map(({ ms }) => ms);
  return timed;
}

/** Reads come first, so that they are measured on the same data; writes follow in the order of the contract. */
async function timeCalls(world: World, callers: readonly Caller[]): Promise<Timed[]> {
  const isWrite = ([, { method }]: [string, Endpoint]) => Number(method !== 'GET');
  const timed: Timed[] = [];
  for (const call of judgedCalls.toSorted((one, other) => isWrite(one) - isWrite(other))) {
    const [name, endpoint] = call;
    for (const caller of callers.filter((one) => isAllowed(endpoint, one)))
      for (const query of [{}, ...(asked[name] ?? [])]) timed.push(await timeCall(world, call, caller, query));
  }
  return timed;
}

function figureOf({ call, caller, times, bytes, ended }: Timed, floor: number): BenchFigure {
  const [p50, p99] = [quantileOf(times, 0.5), quantileOf(times, 0.99)];
  const sized = bytes < 10_000 ? `${bytes} B` : `${Math.round(bytes / 1_000)} kB`;
  return {
    name: `${call}, ${caller}`,
    value: `p99 ${p99.toFixed(1)} ms, p50 ${p50.toFixed(1)} ms`,
    yardstick: `5 × select 1: ${floor.toFixed(2)} ms; ${times.length} calls, ${sized}${ended.startsWith('5') ? `, answers ${ended}` : ''}`,
    ratio: (p50 / floor).toFixed(1),
    goal: `≤ ${goalMs} ms p99`,
    holds: p99 <= goalMs && !ended.startsWith('5'),
  };
}

function printLeftOut(timed: readonly Timed[]): void {
  console.log(`not measured, because the access matrix has no input for them: ${[...ownTests].join(', ')}`);
  for (const { call, caller, times, ended } of timed)
    if (ended !== '' && !ended.startsWith('5') && times.length < repeats)
      console.log(
        times.length === 0
          ? `not measured: ${call}, ${caller}: it answers ${ended}`
          : `measured ${times.length} times: ${call}, ${caller}: it then answers ${ended}`,
      );
}

async function floorOf(world: World): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < 200; round += 1)
    rounds.push(
      await milliseconds(async () => {
        for (let trip = 0; trip < 5; trip += 1) await world.ctx.database.pool.query('select 1');
      }),
    );
  return quantileOf(rounds, 0.5);
}

/** A share of the full size; the largest creator keeps hers of the clicks. */
export function scaledSize(by: number): LargeSize {
  const of = (count: number) => Math.ceil(count * by);
  const { creators, links, hits, orders, messages } = fullSize;
  return {
    ...fullSize,
    creators: of(creators),
    links: of(links),
    hits: of(hits),
    orders: of(orders),
    messages: of(messages),
  };
}

/** Measures the bytes of a hit, and times every call on a brand of 10,001 creators, worst first. `--quick` fills a fiftieth of it. */
export async function measureLarge(options: { quick: boolean; share?: number }): Promise<BenchFigure[]> {
  await using undo = new AsyncDisposableStack();
  undo.defer(await startCluster());
  const world = undo.use(await openWorld());
  const callers = await assembleCallers(world);
  await fillLarge(world, scaledSize(options.share ?? (options.quick ? 0.02 : 1)), (line) => console.log(line));
  const bytes = await measureHitBytesOf(world);
  const timed = await timeCalls(
    world,
    callers.filter(({ name }) => name in measuredCallers),
  );
  const floor = await floorOf(world);
  printLeftOut(timed);
  const measured = timed.filter(({ times }) => times.length > 0);
  const slowestFirst = measured.toSorted((one, other) => quantileOf(other.times, 0.99) - quantileOf(one.times, 0.99));
  return [bytes, ...slowestFirst.map((one) => figureOf(one, floor))];
}

async function measureHitBytesOf(world: World): Promise<BenchFigure> {
  const client = new pg.Client({ connectionString: world.ctx.database.url });
  await client.connect();
  try {
    await client.query('set role vitrine_redirect');
    return await measureHitBytes(client, 'of a year');
  } finally {
    await client.end();
  }
}
