import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { createCreators, openBooks } from '../server/src/ledger/ledger.books.testing.ts';
import { createUser } from '../server/src/passwords/passwords.service.ts';
import { movableClock } from '../server/src/platform/clock.ts';
import { deleteOldData } from '../server/src/retention/retention.jobs.ts';
import type { BenchFigure } from './figure.ts';
import { openBench } from './ledger.database.ts';
import { openNode } from './nodes.ts';

// A month of hits is dropped, and old rows are deleted, while shoppers follow links and the shop reports orders: how
// long a redirect, an order and a lock take, against the same without.

const code = 'bench-retention';

/** The month is filled as a table of its own, and its indexes are built before it is attached. */
const fill = [
  `create table hits_old (like hits including defaults including constraints)`,
  `insert into hits_old (id, at, merchant_id, merchant_account_id, creator_id, link_id, class, reason, counted, rules_version,
     method, visitor, browser, browser_mark, node, country, device, browser_name, system, referrer_host, address_prefix, address)
   select (left(first_hit_id(h.at)::text, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid, h.at, l.merchant_id,
     l.merchant_account_id, l.creator_id, l.id, 'human', 'browser', true, 3, 'GET', decode(md5(n::text), 'hex'),
     decode(md5(n::text || 'b'), 'hex'), 'signed', 'bench', 'US', 'phone', 'Safari', 'iOS', 'l.instagram.com', '203.0.113.0/24', '\\x01'
   from links l, generate_series(1, $1::int) n,
     lateral (select month_start(now(), -15) + n * (interval '28 days' / $1::int) as at) h`,
  `alter table hits_old add primary key (id)`,
  `create index on hits_old (merchant_account_id, at)`,
  `create index on hits_old (link_id, at)`,
  `create index on hits_old (browser, merchant_id, at) where browser is not null`,
  `create index on hits_old (merchant_account_id, address_prefix, (case when class = 'duplicate' then 1 else 0 end), id)
     where class in ('human', 'flood', 'duplicate') and address is not null`,
  `alter table hits_old rename to hits_2000_01`,
];

type Load = { redirect: number[]; order: number[]; lockMs: number };

const at = (values: readonly number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) * share)] ?? 0;

async function timed(into: number[], work: () => Promise<Response>): Promise<Response> {
  const startedAt = performance.now();
  const answer = await work();
  into.push(performance.now() - startedAt);
  return answer;
}

/** Redirects and orders until `isOver`, with the longest wait for a lock of anyone but the retention. */
async function loadUntil(origin: string, key: string, observer: pg.Client, isOver: () => boolean): Promise<Load> {
  const load: Load = { redirect: [], order: [], lockMs: 0 };
  let click = '';
  const shoppers = async () => {
    while (!isOver()) {
      const answer = await timed(load.redirect, () => fetch(`${origin}/s/${code}`, { redirect: 'manual' }));
      click = new URL(answer.headers.get('location') ?? origin).searchParams.get('vt_click') ?? click;
      await pause(10);
    }
  };
  const shop = async () => {
    while (!isOver()) {
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
      const { rows } = await observer.query<{ ms: number }>(
        `select coalesce(max(extract(epoch from clock_timestamp() - l.waitstart) * 1000), 0)::float8 as ms
         from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.application_name <> 'vitrine retention'`,
      );
      load.lockMs = Math.max(load.lockMs, rows[0]?.ms ?? 0);
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
  const earlier = movableClock(new Date(Date.now() - 3_600_000));
  const creators = await createCreators(bench.ctx, 1);
  const staff = await createUser(bench.ctx, {
    email: 'staff@bench.test',
    password: 'bench-bench',
    role: 'brand',
    displayName: 'Staff',
  });
  const books = await openBooks({ ...bench.ctx, clock: earlier }, earlier, creators, staff);
  const owner = new pg.Client({ connectionString: bench.url });
  await owner.connect();
  undo.defer(() => owner.end());
  await owner.query(`insert into links (merchant_id, id, merchant_account_id, creator_id, code, destination, created_at)
    select merchant_id, gen_random_uuid(), id, creator_id, '${code}', 'https://shop.example/shirt', now() from merchant_accounts limit 1`);
  for (const statement of fill) await owner.query(statement.replaceAll('$1', String(hits)));
  await owner.query(`do $$ begin execute format('alter table hits attach partition hits_2000_01 for values from (%L) to (%L)',
    first_hit_id(month_start(now(), -15)), first_hit_id(month_start(now(), -14))); end $$`);
  await owner.query(`insert into events (at, kind, audience_user)
    select now() - interval '60 days', 'bench.old', gen_random_uuid() from generate_series(1, ${events})`);
  await owner.query('vacuum analyze');
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-retention-'));
  undo.defer(() => rm(folder, { recursive: true, force: true }));
  process.env['ROLES'] = 'api,redirect';
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
  const startedAt = performance.now();
  const retention = deleteOldData(bench.ctx).finally(() => (isDone = true));
  const during = await loadUntil(node.url, key, observer, () => isDone);
  await retention;
  const seconds = (performance.now() - startedAt) / 1_000;
  const { rows } = await owner.query<{ deleted: object; outcome: string; left: number }>(
    `select deleted, outcome, (select count(*)::int from hit_partitions() where name = 'hits_2000_01') as left from retention_runs`,
  );
  console.log(JSON.stringify(rows[0]));
  const isGone = rows[0]?.outcome === 'complete' && rows[0].left === 0;
  return [
    {
      name: `retention: a month of ${hits} hits dropped, ${events} events deleted`,
      value: `${seconds.toFixed(1)} s`,
      yardstick: `${during.redirect.length} redirects, ${during.order.length} orders`,
      ratio: '',
      goal: 'complete',
      holds: isGone,
    },
    compare('  longest wait for a lock', during.lockMs, without.lockMs, during.lockMs <= 100, '≤ 100 ms'),
    compare('  redirect, longest', at(during.redirect, 1), at(without.redirect, 1)),
    compare('  redirect, p99', at(during.redirect, 0.99), at(without.redirect, 0.99)),
    compare('  order, longest', at(during.order, 1), at(without.order, 1)),
    compare('  order, p99', at(during.order, 0.99), at(without.order, 0.99)),
  ];
}
