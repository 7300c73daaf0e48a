import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { partitionOf, partitions } from '../figures/partitions.ts';
import { inPartitions, inTransaction } from '../figures/transaction.ts';
import type { HitRecord } from '../hits/hit.record.ts';
import { openRedirectPool } from '../redirector/redirect.pool.ts';
import { expectAgreement, hitRecord, openScene, type RedirectorScene, silent } from '../redirector.testing.ts';
import type { Delivered } from './consumers.ts';
import { nameOfFrame } from './frame.ts';
import { createFrameStore } from './frames.store.ts';

let scene: RedirectorScene;
let pools: pg.Pool[];

beforeEach(async () => {
  scene = await openScene();
  pools = [];
});
afterEach(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await scene[Symbol.asyncDispose]();
});

function openPool(): pg.Pool {
  const pool = openRedirectPool(scene.url, silent);
  pools.push(pool);
  return pool;
}

function openStore() {
  return createFrameStore({
    pool: openPool(),
    countries: () => '',
    publicHost: 'portal.example',
    log: silent,
    refusedFile: join(scene.dataDir, 'refused-hits.jsonl'),
  });
}

const delivered = (partition: number, records: HitRecord[], node = 'node-1'): Delivered => ({
  partition,
  frame: { name: nameOfFrame(partition, records), node, records },
});

/** A storefront of the scene's brand in each partition, with one link. */
async function addStorefronts(count: number): Promise<string[]> {
  const codes: string[] = [];
  while (codes.length < count) {
    const account = randomUUID();
    if (partitionOf(account) !== codes.length % partitions) continue;
    const [creator, code] = [randomUUID(), `code${codes.length}`];
    await scene.query(
      `insert into users (id, uid, motom_user_id, motom_user_unique_key, role, email, display_name, user_handle, user_status, created_at)
       values ($1, $2, $2, $2, 'creator', $2 || '@creators.test', $2, $2, 100, now())`,
      [creator, code],
    );
    await scene.query(
      'insert into merchant_accounts (merchant_id, id, creator_id, joined_at) values ($1, $2, $3, now())',
      [scene.merchantId, account, creator],
    );
    await scene.query(
      `insert into links (merchant_id, id, merchant_account_id, creator_id, code, destination, created_at)
       values ($1, $2, $3, $4, $5, 'https://shop.example/', now())`,
      [scene.merchantId, randomUUID(), account, creator, code],
    );
    codes.push(code);
  }
  return codes;
}

/** Clicks of people and of machines, with repeats, and with values that nobody had before. */
function clicksOn(code: string, round: number): HitRecord[] {
  const people = Array.from({ length: 20 }, (_, n) =>
    hitRecord({
      code,
      address: `198.51.${round}.${n % 15}`,
      language: `x${n % 15}`,
      referrer: `https://site-${(n + round) % 9}.example/`,
      query: `utm_source=Source${(n * 7 + round) % 11}`,
    }),
  );
  // So many that only the second round shows that they are a flood, and corrects the first.
  const machines = Array.from({ length: 8 }, (_, n) =>
    hitRecord({
      code,
      address: '203.0.113.9',
      userAgent: hitRecord().userAgent.replace('19.1 ', `19.${round * 8 + n} `),
    }),
  );
  return [...people, ...machines];
}

/** In this database; others of the cluster are in use as well. */
const waitingForAdvisoryLocks = () =>
  scene.query(
    "select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())",
  );

test('partitions of one brand are stored beside each other, and the figures equal a recount', async () => {
  const codes = await addStorefronts(8);
  const stores = [openStore(), openStore(), openStore(), openStore()];
  const rounds = [0, 1, 2].map((round) => codes.map((code, partition) => delivered(partition, clicksOn(code, round))));
  for (const round of rounds) {
    // Each store has partitions of its own, and all but the first of them also get frames of the one before.
    await Promise.all(
      stores.map((store, place) =>
        store([...round.slice(place * 2, place * 2 + 2), ...round.slice(place * 2 - 1, place * 2)]),
      ),
    );
  }
  expect(await scene.query('select count(*)::int as n from hits')).toEqual([{ n: 8 * 3 * 28 }]);
  expect(await scene.query('select count(*)::int as n from click_frames')).toEqual([{ n: 24 }]);
  expect(await scene.query("select count(*)::int as n from hits where class = 'flood'")).not.toEqual([{ n: 0 }]);
  await expectAgreement(scene);
});

test('two partitions are stored at the same time, one partition is not, and a recount excludes all', async () => {
  const pool = openPool();
  const held = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  const first = inPartitions(pool, new Set([3]), async () => {
    isHeld.resolve();
    await held.promise;
  });
  await isHeld.promise;
  await inPartitions(pool, new Set([4]), async () => undefined);
  const order: string[] = [];
  const same = inPartitions(pool, new Set([1, 3]), async () => void order.push('same'));
  const other = openPool();
  const recount = inTransaction(other, async () => void order.push('recount'));
  await expect.poll(waitingForAdvisoryLocks).toEqual([{ n: 2 }]);
  expect(order).toEqual([]);
  held.resolve();
  await Promise.all([first, same, recount]);
  expect(order.toSorted()).toEqual(['recount', 'same']);
});

test('frames that come again, in another partition, or in other cuts, change nothing', async () => {
  const [code = ''] = await addStorefronts(1);
  const store = openStore();
  const records = clicksOn(code, 0);
  await store([delivered(0, records)]);
  const before = await scene.query('select * from link_totals, account_days');
  await Promise.all([
    store([delivered(7, records)]),
    openStore()([delivered(0, records), delivered(0, records.slice(5))]),
  ]);
  expect(await scene.query('select * from link_totals, account_days')).toEqual(before);
  await expectAgreement(scene);
});

test('a frame with a hit that the database refuses is stored without it', async () => {
  const [code = ''] = await addStorefronts(1);
  await scene.query("alter table hit_profiles add constraint no_poison check (user_agent <> 'Mozilla/5.0 poison')");
  const records = [hitRecord({ code }), hitRecord({ code, userAgent: 'Mozilla/5.0 poison' }), hitRecord({ code })];
  await openStore()([delivered(0, records), delivered(1, [hitRecord({ code: 'nobody' })])]);
  expect(await scene.query('select count(*)::int as n from hits')).toEqual([{ n: 2 }]);
  expect(await scene.query('select reason from orphan_visits')).toEqual([{ reason: 'unknown' }]);
  expect(await scene.query('select hits from click_frames order by 1')).toEqual([{ hits: 1 }, { hits: 3 }]);
});

test('a transaction holds no row that another partition of its brand needs', async () => {
  const [code = ''] = await addStorefronts(1);
  const arrivals = new pg.Client({ connectionString: scene.url });
  await arrivals.connect();
  await arrivals.query('select pg_advisory_lock(7305120)');
  const storing = openStore()([delivered(0, [hitRecord({ code, referrer: 'https://new.example/' })])]);
  // It has written everything and waits only to be allowed to commit.
  await expect.poll(waitingForAdvisoryLocks).toEqual([{ n: 1 }]);
  await arrivals.query("set lock_timeout = '2s'");
  await arrivals.query("select figure_name('referrer', 'new.example')");
  await arrivals.query(
    'insert into brand_days (merchant_id, day) select merchant_id, $2 from merchant_accounts where merchant_id = $1 on conflict do nothing',
    [scene.merchantId, new Date(1_795_000_000_000).toISOString().slice(0, 10)],
  );
  await arrivals.end();
  await storing;
  await expectAgreement(scene);
});
