import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import autocannon from 'autocannon';
import pg from 'pg';
import { startEmbeddedPostgres } from '../server/src/platform/database/embedded.ts';
import { figuresOfHits } from '../server/src/figures/figures.sql.ts';
import { type Finished, measureCommand } from './command.ts';
import type { BenchFigure } from './figure.ts';
import { shoppers } from './redirect.load.ts';
import { freePort, startProcess } from './redirect.process.ts';
import { openStage } from './redirect.stage.ts';

// A backup of a large installation while its redirector works, and its restore: memory, time, the redirector's p99, and
// whether all rows are equal.

const links = 2_000;
const megabyte = 1e6;
/** Well below what the redirector can do, so that its p99 shows who gets in its way. */
const redirectsPerSecond = 200;
const usual = { DEMO: '0', SECRET_KEY: 'bench-bench-bench-bench-bench-bench' };

const hits = `
  with link as (select *, row_number() over (order by id) as place from links)
  insert into hits (id, at, merchant_id, merchant_account_id, creator_id, link_id, class, reason, counted, rules_version,
    method, visitor, browser, node, country, device, browser_name, system, own_referrer, referrer_host, own_user_agent, address_prefix)
  select (left(first_hit_id(now() - n * interval '30 seconds')::text, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid, now() - n * interval '30 seconds', l.merchant_id, l.merchant_account_id, l.creator_id, l.id,
    'human', 'browser', true, 1, 'GET', decode(md5(n::text), 'hex'), decode(md5(n::text || 'b'), 'hex'), 'bench', 'US', 'phone',
    'Safari', 'iOS', 'https://l.instagram.com/', 'l.instagram.com',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/' || n,
    '203.0.113.0/24'
  from generate_series(1, $1::int) n join link l on l.place = 1 + n % ${links}`;

const orders = [
  `insert into orders (merchant_id, order_id, source, currency, placed_at, received_at, body, body_hash, state)
   select m.id, n::text, 'api', 'USD', now(), now(), jsonb_build_object('order', n, 'note', repeat('x', 800)), '', 'decided'
   from generate_series(1, $1::int) n join (select id, row_number() over () as place from merchants) m on m.place = 1 + n % 20`,
  `insert into order_lines (merchant_id, order_id, line_id, position, sku, title, quantity, unit_price, net)
   select merchant_id, order_id, l::text, l, 'sku-' || l, 'Linen shirt', 1, 5000, 5000 from orders cross join generate_series(1, 2) l
   where $1::int > 0`,
];

async function redirectFor(origin: string, seconds: number): Promise<number> {
  const requests = shoppers(links).map(({ path, headers }) => ({ method: 'GET' as const, path, headers }));
  const { latency } = await autocannon({
    url: origin,
    connections: 20,
    duration: seconds,
    overallRate: redirectsPerSecond,
    requests,
  });
  return latency.p99;
}

/** The count of rows and the sum of their hashes, by table. Sessions differ after a restore, and backups are a log. */
async function digest(url: string): Promise<Map<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
     and relname not in ('migrations', 'backups', 'sessions')`,
  );
  const digests = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await client.query<{ sum: string }>(
      `select concat(count(*), ' ', sum(hashtextextended(t::text, 0)::numeric)) as sum from ${name} t`,
    );
    digests.set(name, rows[0]?.sum ?? '');
  }
  await client.end();
  return digests;
}

export async function measureBackup({ quick }: { quick: boolean }): Promise<BenchFigure[]> {
  await using stage = await openStage(links);
  await stage.query("select prepare_hits(now() - n * interval '28 days') from generate_series(0, 14) n");
  await stage.query(hits, [quick ? 100_000 : 1_000_000]);
  await stage.query(`with of_all as (select *, 1 as weight from hits), ${figuresOfHits('of_all')} select 1`);
  for (const statement of orders) await stage.query(statement, [quick ? 10_000 : 100_000]);
  await stage.query('vacuum analyze');
  const dataDir = join(stage.folder, 'redirect');
  const env = { ...usual, DATABASE_URL: stage.url, DATA_DIR: dataDir };
  const file = join(stage.folder, 'backup.tar.zst');

  const served = await startProcess('product', { port: await freePort(), args: [stage.url, dataDir] });
  const seconds = quick ? 5 : 20;
  await redirectFor(served.origin, 3);
  const quiet = await redirectFor(served.origin, seconds);
  const backups: Finished[] = [];
  let isLoaded = true;
  const repeated = (async () => {
    while (isLoaded) {
      await rm(file, { force: true });
      backups.push(await measureCommand(['run/backup.mjs', file], env));
    }
  })();
  const busy = await redirectFor(served.origin, seconds);
  isLoaded = false;
  await repeated;
  await served.kill('SIGTERM');
  await rm(file, { force: true });
  const alone = await measureCommand(['run/backup.mjs', file], env);
  const { size } = await stat(file);

  const target = join(stage.folder, 'restored');
  const restore = await measureCommand(['run/restore.mjs', file], { ...usual, DATA_DIR: target });
  await using restored = await startEmbeddedPostgres({ dataDir: target, log: () => undefined });
  const [first, second] = [await digest(stage.url), await digest(restored.url)];
  const different = [...first].filter(([table, sum]) => second.get(table) !== sum).map(([table]) => table);
  const peak = Math.max(alone.megabytes, ...backups.map(({ megabytes }) => megabytes));
  const plain = { yardstick: '', ratio: '' };
  return [
    { ...plain, name: 'backup: memory', value: `${peak.toFixed(0)} MB`, goal: '≤ 256 MB', holds: peak <= 256 },
    {
      ...plain,
      name: '  time, size',
      value: `${alone.seconds.toFixed(1)} s, ${(size / megabyte).toFixed(0)} MB`,
      goal: '',
      holds: true,
    },
    {
      name: `  p99 of ${redirectsPerSecond} redirects/s during backups`,
      value: `${busy} ms`,
      yardstick: `${quiet} ms without`,
      ratio: (busy / quiet).toFixed(2),
      goal: '≤ 1.5 ×',
      holds: busy / quiet <= 1.5,
    },
    {
      ...plain,
      name: 'restore: memory, time',
      value: `${restore.megabytes.toFixed(0)} MB, ${restore.seconds.toFixed(1)} s`,
      goal: '≤ 256 MB',
      holds: restore.megabytes <= 256,
    },
    {
      ...plain,
      name: '  tables that differ',
      value: different.length === 0 ? `0 of ${first.size}` : different.join(', '),
      goal: '0',
      holds: different.length === 0,
    },
  ];
}
