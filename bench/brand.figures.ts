import pg from 'pg';
import { type BrandDimension, readBrandAnalytics } from '@vitrine/contract/brand-analytics.ts';
import { listCreators, rosterColumns } from '@vitrine/contract/roster.ts';
import startCluster from '../server/world/cluster.ts';
import { granted } from '../server/world/shelves.ts';
import { openWorld, type World } from '../server/world/world.ts';
import type { BenchFigure } from './figure.ts';
import { fillLarge } from './large.fill.ts';
import { scaledSize } from './large.ts';
import { milliseconds } from './overview.ts';
import { quantileOf } from './quantile.ts';

// A brand with 10,001 creators and 5 million hits over a year: its analytics by each dimension and with two filters, and
// a page of its list of creators in each order.

const goalMs = 150;
const goalBytes = 250;
const warmUps = 3;
const repeats = 20;

type Query = { by: BrandDimension } & Record<string, string>;

const pairs: readonly Record<string, string>[] = [
  {},
  { country: 'AA', device: 'phone' },
  { device: 'phone', channel: 'instagram' },
  { country: 'BA', channel: 'instagram' },
];

/** Ids to filter by: of the largest creator, one of her links and its product, and a group of many creators. */
async function idsIn(world: World): Promise<Record<'creator' | 'link' | 'product' | 'group', string>> {
  const client = new pg.Client({ connectionString: world.ctx.database.url });
  await client.connect();
  try {
    const { rows } = await client.query<{ link: string; product: string }>(
      `select p.link_id as link, p.product_id as product from placements p join links l on l.id = p.link_id where l.code = 'ava7'`,
    );
    const made = await client.query<{ id: string }>(
      `insert into creator_groups (merchant_id, id, name, created_at) values ($1, gen_random_uuid(), 'A tenth', now()) returning id`,
      [world.people.merchants.glow],
    );
    const group = made.rows[0]?.id ?? '';
    await client.query(
      `insert into group_moves (merchant_id, merchant_account_id, creator_id, id, group_id, effective_at, created_at)
       select a.merchant_id, a.id, a.creator_id, gen_random_uuid(), $2, '2020-01-01', '2020-01-01' from merchant_accounts a join users u on u.id = a.creator_id
       where a.merchant_id = $1 and u.uid like 'large%7'`,
      [world.people.merchants.glow, group],
    );
    await client.query('vacuum analyze');
    return {
      creator: world.people.accounts.avaGlow,
      link: rows[0]?.link ?? '',
      product: rows[0]?.product ?? '',
      group,
    };
  } finally {
    await client.end();
  }
}

function queriesOf({
  creator,
  link,
  product,
  group,
}: Record<'creator' | 'link' | 'product' | 'group', string>): Query[] {
  return [
    ...pairs.map((pair) => ({ by: 'creator' as const, ...pair })),
    { by: 'group', country: 'AA', device: 'phone' },
    { by: 'country' },
    { by: 'country', device: 'phone', channel: 'instagram' },
    { by: 'device', country: 'AA', channel: 'instagram' },
    { by: 'channel', country: 'AA', device: 'phone' },
    { by: 'day', country: 'AA', device: 'phone' },
    { by: 'link' },
    { by: 'product' },
    { by: 'code', country: 'AA', device: 'phone' },
    { by: 'creator', group, country: 'AA' },
    { by: 'country', group },
    { by: 'country', group, device: 'phone' },
    { by: 'day', creator, country: 'AA' },
    { by: 'country', creator, device: 'phone' },
    { by: 'link', creator, group: 'none' },
    { by: 'country', link, device: 'phone' },
    { by: 'day', product, country: 'AA' },
    { by: 'creator', product, country: 'AA' },
  ];
}

async function timeCalls(name: string, call: () => Promise<unknown>): Promise<BenchFigure> {
  const times: number[] = [];
  for (let round = 0; round < warmUps + repeats; round += 1) {
    const ms = await milliseconds(call);
    if (round >= warmUps) times.push(ms);
  }
  const p50 = quantileOf(times, 0.5);
  return {
    name,
    value: `p50 ${p50.toFixed(0)} ms, worst ${quantileOf(times, 1).toFixed(0)} ms`,
    yardstick: `${repeats} calls over a year`,
    ratio: '',
    goal: `≤ ${goalMs} ms`,
    holds: p50 <= goalMs,
  };
}

/** What all figures take on disk, for a hit. */
async function measureBytes(world: World): Promise<BenchFigure> {
  const client = new pg.Client({ connectionString: world.ctx.database.url });
  await client.connect();
  try {
    await client.query('set role vitrine_redirect');
    const { rows } = await client.query<{ part: string; bytes: number; hits: number }>(
      `select t as part, pg_total_relation_size(t::regclass)::float8 as bytes, (select count(*)::int from hits) as hits
       from unnest(array['account_days', 'account_months', 'brand_days', 'brand_counts', 'brand_mix_counts', 'brand_creator_counts', 'figure_accounts', 'figure_names']) t`,
    );
    const ofOne = (bytes: number, hits: number) => Math.round(bytes / Math.max(1, hits));
    const whole = rows.reduce((sum, { bytes, hits }) => sum + bytes / Math.max(1, hits), 0);
    return {
      name: 'disk for the figures of a hit',
      value: `${Math.round(whole)} B`,
      yardstick: rows.map(({ part, bytes, hits }) => `${part} ${ofOne(bytes, hits)}`).join(', '),
      ratio: '',
      goal: `≤ ${goalBytes} B`,
      holds: whole <= goalBytes,
    };
  } finally {
    await client.end();
  }
}

/** `--quick` fills a fiftieth. */
export async function measureBrandFigures(options: { quick: boolean; share?: number }): Promise<BenchFigure[]> {
  await using undo = new AsyncDisposableStack();
  undo.defer(await startCluster());
  const world = undo.use(await openWorld());
  const share = options.share ?? (options.quick ? 0.02 : 1);
  await fillLarge(world, { ...scaledSize(share), messages: 1 }, (line) => console.log(line));
  const ids = await idsIn(world);
  const figures: BenchFigure[] = [await measureBytes(world)];
  const short = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
  const owner = await world.signIn('brand@glow.test');
  const year = { preset: 'last_12_months' as const };
  const params = { merchant: 'glow-lab' };
  for (const query of queriesOf(ids)) {
    const named = Object.entries(query).map(([name, value]) => `${name}=${short.get(value) ?? value}`);
    const call = async () => granted(await owner.call(readBrandAnalytics, { params, query: { ...year, ...query } }));
    figures.push(await timeCalls(`brand analytics, ${named.join(' ')}`, call));
  }
  for (const sort of rosterColumns) {
    const call = async () => granted(await owner.call(listCreators, { params, query: { ...year, sort, limit: 50 } }));
    figures.push(await timeCalls(`a page of creators by ${sort}`, call));
  }
  return figures;
}
