import pg from 'pg';
import type { Context } from '../server/src/context.ts';
import type { Person } from '../server/src/platform/actor.ts';
import { readCreatorOverview } from '../server/src/overview/overview.service.ts';
import { figuresOfHits } from '../server/src/figures/figures.sql.ts';
import type { BenchFigure } from './figure.ts';
import { openBench, openBenchBrand } from './ledger.database.ts';

const links = 5_000;
export const neighbours = 10;
const repeats = 41;

/**
 * A year of clicks of the largest creator, and as many of ten others together; more on recent days, most of them on a
 * few links; one order line per two hundred clicks. Rows are in time order.
 */
const fill = `
  with account as (select a.merchant_id, a.id as merchant_account_id, a.creator_id, row_number() over (order by a.joined_at, a.id) as place from merchant_accounts a),
  made as (select a.*, n, gen_random_uuid() as link_id, gen_random_uuid() as product_id from account a cross join generate_series(1, $2::int) n),
  new_products as (insert into products (merchant_id, id, sku, title, url, price, currency, created_at, updated_at)
    select merchant_id, product_id, place || '-' || n, 'Product ' || n, 'https://bench.example/' || n, 1000, 'USD', now(), now() from made returning 1),
  new_links as (insert into links (merchant_id, id, merchant_account_id, creator_id, code, destination, created_at)
    select merchant_id, link_id, merchant_account_id, creator_id, 'c' || place || '-' || n, 'https://bench.example/' || n, now() from made returning 1),
  new_placements as (insert into placements (merchant_id, id, merchant_account_id, creator_id, product_id, link_id, position, created_at)
    select merchant_id, gen_random_uuid(), merchant_account_id, creator_id, product_id, link_id, n, now() from made returning 1)
  insert into link_totals (merchant_id, merchant_account_id, creator_id, link_id) select merchant_id, merchant_account_id, creator_id, link_id from made`;

const click = `
  with account as (select a.*, row_number() over (order by a.joined_at, a.id) as place from merchant_accounts a),
  link as (select l.id, l.merchant_account_id, row_number() over (partition by l.merchant_account_id order by l.id) as n from links l),
  wanted as (
    select a.merchant_id, a.id as merchant_account_id, a.creator_id, 1 + floor(power(random(), 3) * $2)::int as n, now() - power(random(), 1.5) * interval '365 days' as at
    from account a cross join lateral generate_series(1, case when a.place = 1 then $1::int else $4::int / $3::int end))
  insert into hits (id, at, merchant_id, merchant_account_id, creator_id, link_id, class, reason, counted, rules_version, method, visitor, node, country, device, referrer_host)
  select (left(first_hit_id(w.at)::text, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid, w.at, w.merchant_id, w.merchant_account_id, w.creator_id, l.id, 'human', '', true, 1, 'GET', '\\x00', 'bench',
    'C' || floor(power(random(), 2) * 40), 'D' || floor(random() * 3), 'R' || floor(random() * 24)
  from wanted w join link l on l.merchant_account_id = w.merchant_account_id and l.n = w.n order by w.at`;

/** Of one month, so that its sums fit into memory; a day's figures are of one month. */
const count = `with all_hits as (select *, 1 as weight from hits where at >= $1 and at < $1::timestamptz + interval '1 month'), ${figuresOfHits('all_hits')} select 1`;

const fold = [
  `insert into terms_versions (merchant_id, version, created_at, effective_at) select id, 1, now(), now() from merchants`,
  `insert into terms_rules (merchant_id, version, position, kind, rate) select id, 1, 1, 'percentage', 1000 from merchants`,
  `create temporary table sold as select h.*, row_number() over (order by h.at)::text as order_id from hits h where random() < 0.005 order by h.at`,
  `insert into orders (merchant_id, order_id, source, currency, placed_at, received_at, body, body_hash, state) select merchant_id, order_id, 'api', 'USD', at, at, '{}', '', 'decided' from sold`,
  `insert into order_lines (merchant_id, order_id, line_id, position, sku, title, quantity, unit_price, net) select merchant_id, order_id, '1', 1, '1-1', 'Product', 1, 5000, 5000 from sold`,
  `insert into commissions (merchant_id, id, merchant_account_id, creator_id, order_id, line_id, link_id, hit_id, terms_version, rule_position, base, rate, amount, currency, state, earned_at, matures_at)
    select merchant_id, gen_random_uuid(), merchant_account_id, creator_id, order_id, '1', link_id, id, 1, 1, 5000, 1000, 500, 'USD', case when at > now() - interval '30 days' then 'pending' else 'available' end, at, at + interval '30 days' from sold`,
  `insert into ledger_accounts (merchant_id, merchant_account_id, creator_id, currency, kind, last_hash)
    select merchant_id, id, creator_id, 'USD', kind, '' from merchant_accounts cross join unnest(array['merchant', 'pending', 'current', 'processing', 'paid']) kind`,
];

/** Clicks of the largest creator, and of all the others together. */
export async function fillDatabase(url: string, clicks: number, ofOthers: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("set work_mem = '1GB'; set synchronous_commit = off");
    await client.query("select prepare_hits(now() - n * interval '28 days') from generate_series(0, 14) n");
    await client.query(fill.replaceAll('$2', String(links)));
    await client.query(
      click
        .replaceAll('$1', String(clicks))
        .replaceAll('$2', String(links))
        .replaceAll('$3', String(neighbours))
        .replaceAll('$4', String(ofOthers)),
    );
    await client.query('analyze');
    const { rows: months } = await client.query<{ month: Date }>(
      "select distinct date_trunc('month', at, 'UTC') as month from hits order by 1",
    );
    for (const { month } of months) await client.query(count, [month]);
    for (const statement of fold) await client.query(statement);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

export function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The number of statements that a call sends; each is a round trip. */
async function roundTripsOf(ctx: Context, call: () => Promise<unknown>): Promise<number> {
  const client = await ctx.database.pool.connect();
  const send = client.query;
  let sent = 0;
  client.query = function counted(this: pg.PoolClient, ...args: unknown[]) {
    sent += 1;
    return Reflect.apply(send, this, args);
  } as typeof send;
  client.release();
  await call();
  client.query = send;
  return sent;
}

export async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

type Measured = { overview: number; floor: number; roundTrips: number };

async function measureAt(clicks: number): Promise<Measured> {
  await using bench = await openBench({ connections: 1 });
  const { ctx } = bench;
  const {
    accounts: [largest],
  } = await openBenchBrand(ctx, 1 + neighbours);
  if (!largest) throw new Error('no creator');
  await fillDatabase(bench.url, clicks, clicks);
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
  const overview = () => readCreatorOverview(ctx, actor, { days: 30 });
  const roundTrips = await roundTripsOf(ctx, overview);
  const floor = async () => {
    for (let trip = 0; trip < roundTrips; trip += 1) await ctx.database.pool.query('select 1');
  };
  const times: { overview: number[]; floor: number[] } = { overview: [], floor: [] };
  for (let round = -5; round < repeats; round += 1) {
    const pair = { floor: await milliseconds(floor), overview: await milliseconds(overview) };
    if (round < 0) continue;
    times.floor.push(pair.floor);
    times.overview.push(pair.overview);
  }
  return { overview: median(times.overview), floor: median(times.floor), roundTrips };
}

/**
 * The first screen of the largest creator, compared with as many empty round trips, and its growth with the number of
 * clicks.
 */
export async function measureOverview(options: { quick: boolean }): Promise<BenchFigure[]> {
  const few = options.quick ? 20_000 : 100_000;
  const small = await measureAt(few);
  const large = await measureAt(few * 10);
  const toFloor = large.overview / large.floor;
  const growth = large.overview / small.overview;
  const text = (ms: number) => `${ms.toFixed(2)} ms`;
  return [
    {
      name: `overview, 30 days, ${few * 10} clicks of one creator`,
      value: text(large.overview),
      yardstick: `${large.roundTrips} × select 1: ${text(large.floor)}`,
      ratio: toFloor.toFixed(2),
      goal: '≤ 10',
      holds: toFloor <= 10,
    },
    {
      name: 'overview, ten times the clicks',
      value: text(large.overview),
      yardstick: `${few} clicks: ${text(small.overview)}`,
      ratio: growth.toFixed(2),
      goal: '≤ 2',
      holds: growth <= 2,
    },
  ];
}
