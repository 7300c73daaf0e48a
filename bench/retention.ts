import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { openBenchBooks } from './ledger.books.ts';
import { measureCommand } from './command.ts';
import type { BenchFigure } from './figure.ts';
import { openBench } from './ledger.database.ts';
import { openNode } from './nodes.ts';
import { quantileOf } from './quantile.ts';

// A month of hits is dropped, addresses of a day are cleared and old rows are deleted, while shoppers follow links and
// the shop reports orders: how long a redirect, an order and a lock take, against the same without.

const code = 'bench-retention';
const runScript = fileURLToPath(new URL('../server/src/retention/retention.process.testing.ts', import.meta.url));

/** Fills a month as a table of its own, and builds its indexes before it is attached. */
function fill(name: string, months: number, hits: number): string[] {
  return [
    `create table ${name} (like hits including defaults including constraints)`,
    `insert into ${name} (id, at, merchant_id, merchant_account_id, creator_id, link_id, class, reason, counted, rules_version,
       method, visitor, browser, browser_mark, node, country, device, browser_name, system, referrer_host, address_prefix, address)
     select (left(first_hit_id(h.at)::text, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid, h.at, l.merchant_id,
       l.merchant_account_id, l.creator_id, l.id, 'human', 'browser', true, 3, 'GET', decode(md5(n::text), 'hex'),
       decode(md5(n::text || 'b'), 'hex'), 'signed', 'bench', 'US', 'phone', 'Safari', 'iOS', 'l.instagram.com', '203.0.113.0/24', '\\x01'
     from links l, generate_series(1, ${hits}) n,
       lateral (select month_start(now(), ${-months}) + n * (interval '28 days' / ${hits}) as at) h`,
    `alter table ${name} add primary key (id)`,
    `create index on ${name} (merchant_account_id, at)`,
    `create index on ${name} (link_id, at)`,
    `create index on ${name} (browser, merchant_id, at) where browser is not null`,
    `create index on ${name} (merchant_account_id, address_prefix, (case when class = 'duplicate' then 1 else 0 end), id)
       where class in ('human', 'flood', 'duplicate') and address is not null`,
    `do $$ begin execute format('alter table hits attach partition ${name} for values from (%L) to (%L)',
       first_hit_id(month_start(now(), ${-months})), first_hit_id(month_start(now(), ${1 - months}))); end $$`,
    `insert into account_days (merchant_id, merchant_account_id, creator_id, day, hits, clicks)
     select merchant_id, merchant_account_id, creator_id, (at at time zone 'UTC')::date, count(*), count(*)
     from ${name} group by 1, 2, 3, 4`,
  ];
}

type Waits = { redirect: number; order: number };
type Load = { redirect: number[]; order: number[]; waits: Waits };

async function timed(into: number[], work: () => Promise<Response>): Promise<Response> {
  const startedAt = performance.now();
  const answer = await work();
  into.push(performance.now() - startedAt);
  return answer;
}

/** Redirects and orders until `isOver`, with the longest wait for a lock of the redirector and of the server, in ms. */
async function loadUntil(origin: string, key: string, observer: pg.Client, isOver: () => boolean): Promise<Load> {
  const load: Load = { redirect: [], order: [], waits: { redirect: 0, order: 0 } };
  const clicks: string[] = [];
  const shoppers = async () => {
    while (!isOver()) {
      const answer = await timed(load.redirect, () => fetch(`${origin}/s/${code}`, { redirect: 'manual' }));
      clicks.push(new URL(answer.headers.get('location') ?? origin).searchParams.get('vt_click') ?? '');
      await pause(10);
    }
  };
  const shop = async () => {
    while (!isOver()) {
      // Some seconds old, so that the order is decided at once.
      const click = clicks.at(-300);
      const body = JSON.stringify({
        order_id: `r-${performance.now()}-${Math.random()}`,
        currency: 'USD',
        ...(click ? { click_id: click } : {}),
        placed_at: new Date().toISOString(),
        lines: [{ line_id: '1', sku: 'A', title: 'A', quantity: 1, unit_price: { amount: '1000', currency: 'USD' } }],
      });
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
      const answer = await timed(load.order, () => fetch(`${origin}/api/v1/orders`, { method: 'POST', headers, body }));
      if (answer.status >= 300) throw new Error(`an order was answered ${answer.status}: ${await answer.text()}`);
      await pause(40);
    }
  };
  const watch = async () => {
    while (!isOver()) {
      const { rows } = await observer.query<Waits>(
        `select coalesce(max(ms) filter (where program = 'vitrine redirect'), 0)::float8 as redirect,
           coalesce(max(ms) filter (where program = 'vitrine'), 0)::float8 as order
         from (select a.application_name as program, extract(epoch from clock_timestamp() - l.waitstart) * 1000 as ms
           from pg_locks l join pg_stat_activity a using (pid) where not l.granted) waiting`,
      );
      for (const path of ['redirect', 'order'] as const)
        load.waits[path] = Math.max(load.waits[path], rows[0]?.[path] ?? 0);
      await pause(5);
    }
  };
  await Promise.all([shoppers(), shop(), watch()]);
  return load;
}

function compare(name: string, during: number, without: number, holds = true, goal = ''): BenchFigure {
  return {
    name,
    value: `${during.toFixed(1)} ms`,
    yardstick: `${without.toFixed(1)} ms without`,
    ratio: (during / Math.max(without, 0.1)).toFixed(2),
    goal,
    holds,
  };
}

export async function measureRetention({ quick }: { quick: boolean }): Promise<BenchFigure[]> {
  const hits = quick ? 1_000_000 : 10_000_000;
  const events = hits / 20;
  await using bench = await openBench({});
  await using undo = new AsyncDisposableStack();
  const books = await openBenchBooks(bench.ctx, new Date(Date.now() - 3_600_000));
  const owner = new pg.Client({ connectionString: bench.url });
  await owner.connect();
  undo.defer(() => owner.end());
  await owner.query(`insert into links (merchant_id, id, merchant_account_id, creator_id, code, destination, created_at)
    select merchant_id, gen_random_uuid(), id, creator_id, '${code}', 'https://shop.example/shirt', now() from merchant_accounts limit 1`);
  const ofADay = Math.round(hits / 30);
  for (const statement of [...fill('hits_2000_01', 15, hits), ...fill('hits_2000_02', 4, ofADay)])
    await owner.query(statement);
  await owner.query(`insert into events (at, kind, audience_user)
    select now() - interval '60 days', 'bench.old', gen_random_uuid() from generate_series(1, ${events})`);
  await owner.query('vacuum analyze');
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-retention-'));
  undo.defer(() => rm(folder, { recursive: true, force: true }));
  env['ROLES'] = 'api,redirect';
  const node = await openNode(1, bench.url, folder);
  undo.defer(() => node.kill());
  await node.start();
  const observer = new pg.Client({ connectionString: bench.url });
  await observer.connect();
  undo.defer(() => observer.end());
  const key = `vtk_${books.shop.keyId}`;
  const forSeconds = (seconds: number) => {
    const end = performance.now() + seconds * 1_000;
    return () => performance.now() > end;
  };
  await loadUntil(node.url, key, observer, forSeconds(3));
  const without = await loadUntil(node.url, key, observer, forSeconds(quick ? 10 : 30));
  let isDone = false;
  // The parameter names all of its connections, so that its own waits are told from those of others.
  const url = new URL(bench.url);
  url.searchParams.set('application_name', 'vitrine retention');
  const retention = measureCommand([runScript, url.href, folder]).finally(() => (isDone = true));
  const during = await loadUntil(node.url, key, observer, () => isDone);
  const { seconds, megabytes } = await retention;
  const { rows } = await owner.query<{ deleted: object; outcome: string; left: number }>(
    `select deleted, outcome, (select count(*)::int from hit_partitions() where name = 'hits_2000_01') as left from retention_runs`,
  );
  console.log(JSON.stringify(rows[0]));
  const isGone = rows[0]?.outcome === 'complete' && rows[0].left === 0;
  return [
    {
      name: `retention: a month of ${hits} hits, addresses of ${ofADay}, ${events} events`,
      value: `${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB`,
      yardstick: `${during.redirect.length} redirects, ${during.order.length} orders`,
      ratio: '',
      goal: 'complete',
      holds: isGone,
    },
    ...(['redirect', 'order'] as const).map((path) =>
      compare(
        `  longest wait of a lock in the path of a${path === 'order' ? 'n order' : ' redirect'}`,
        during.waits[path],
        without.waits[path],
        during.waits[path] <= 100,
        '≤ 100 ms',
      ),
    ),
    compare('  redirect, longest', quantileOf(during.redirect, 1), quantileOf(without.redirect, 1)),
    compare('  redirect, p99', quantileOf(during.redirect, 0.99), quantileOf(without.redirect, 0.99)),
    compare('  order, longest', quantileOf(during.order, 1), quantileOf(without.order, 1)),
    compare('  order, p99', quantileOf(during.order, 0.99), quantileOf(without.order, 0.99)),
  ];
}
