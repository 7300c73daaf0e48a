import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testPool } from '../../world/database.ts';
import { describeAgent } from '../hits/agent.ts';
import { inPartitions, inTransaction } from '../figures/transaction.ts';
import { partitionOf } from '../figures/partitions.ts';
import { newId } from '../platform/ids.ts';
import { openScene, type RedirectorScene } from '../redirector.testing.ts';
import { storePrepared } from './drain.batch.ts';
import type { PreparedHit } from './hit.prepare.ts';
import { readStoredHits } from './recompute.queries.ts';

let scene: RedirectorScene;
let pool: pg.Pool;
let linkId: string;
beforeEach(async () => {
  scene = await openScene();
  linkId = await scene.addLink('shirt');
  pool = testPool(scene.url);
  await scene.query("select prepare_hits('2026-10-31'), prepare_hits('2026-11-01')");
});
afterEach(async () => {
  await pool.end();
  await scene[Symbol.asyncDispose]();
});

type Texts = Pick<PreparedHit, 'userAgent' | 'language' | 'referrer'>;
const november = Date.UTC(2026, 10, 20);

function hitOf(texts: Partial<Texts>, at = november): PreparedHit {
  const agent = describeAgent('');
  return {
    id: newId(new Date(at)),
    at,
    linkId,
    merchantId: scene.merchantId,
    merchantAccountId: scene.accountId,
    creatorId: scene.creatorId,
    windowMs: 0,
    sentBrowser: '',
    browser: '',
    visitor: randomBytes(16).toString('hex'),
    verdict: { class: 'bot', reason: 'bot_user_agent' },
    facts: { method: 'GET', purpose: '', agent, isMarkedPreview: false, isFromOwnPages: false, isOwnBrowser: false },
    method: 'GET',
    purpose: '',
    userAgent: '',
    language: '',
    referrer: '',
    referrerHost: '',
    utm: '{}',
    network: '',
    address: '',
    browserMark: '',
    isUnsigned: false,
    country: '',
    device: '',
    browserName: '',
    system: '',
    app: '',
    ...texts,
  };
}

const storeIn = (client: pg.PoolClient, hits: PreparedHit[]) =>
  storePrepared(client, [{ node: 'node-1', hits, orphans: [] }], 100);
const store = (hits: PreparedHit[]) => inTransaction(pool, (client) => storeIn(client, hits));
const profiles = () =>
  scene.query<{ month: string; user_agent: string; language: string; referrer: string }>(
    'select month::text, user_agent, language, referrer from hit_profiles order by 1, 2, 3, 4',
  );
const firstId = '00000000-0000-0000-0000-000000000000';
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The user agent and the referrer of each hit, as the recount reads them. */
async function readBack(): Promise<Map<string, Pick<Texts, 'userAgent' | 'referrer'>>> {
  const stored = await inTransaction(pool, (client) => readStoredHits(client, firstId, lastId, 10_000));
  return new Map(stored.map(({ id, userAgent, referrer }) => [id, { userAgent, referrer }]));
}

test('a hit read back has the user agent and the referrer with which it came, whatever they are', async () => {
  const text = fc.oneof(
    fc.constantFrom('', 'Mozilla/5.0 (iPhone)', '"\\{},', "it's", 'null', 'ü\tz'),
    fc.string({ unit: 'binary', maxLength: 500 }).map((each) => each.replaceAll('\0', '').toWellFormed()),
  );
  const referrer = fc.oneof(
    text,
    fc.constantFrom(
      'https://l.instagram.com/',
      'https://l.instagram.com',
      'https://t.co/a',
      'android-app://com.pinterest',
    ),
  );
  const at = fc.constantFrom(november, Date.UTC(2026, 10, 1), Date.UTC(2026, 10, 1) - 1);
  const texts = fc.record({ userAgent: text, language: fc.constantFrom('', 'en-US', 'de'), referrer });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(texts, at), { minLength: 1, maxLength: 30 }), async (given) => {
      const hits = given.map(([each, time]) => hitOf(each, time));
      await store(hits);
      const read = await readBack();
      for (const { id, userAgent, referrer: from } of hits) expect(read.get(id)).toEqual({ userAgent, referrer: from });
    }),
    { numRuns: 40 },
  );
  const [twice] = await scene.query(
    'select 1 from hit_profiles group by month, user_agent, language, referrer having count(*) > 1',
  );
  expect(twice).toBeUndefined();
});

test('what hits of a month have in common is stored once, and once more in another month', async () => {
  const same = { userAgent: 'Safari', language: 'en', referrer: 'https://t.co/' };
  await store([hitOf(same), hitOf(same), hitOf(same, Date.UTC(2026, 9, 31))]);
  await store([hitOf(same), hitOf({ ...same, language: 'de' })]);
  const profile = { user_agent: 'Safari', language: 'en', referrer: 'https://t.co/' };
  expect(await profiles()).toEqual([
    { month: '2026-10-01', ...profile },
    { month: '2026-11-01', ...profile, language: 'de' },
    { month: '2026-11-01', ...profile },
  ]);
  const own = await scene.query('select distinct own_user_agent, own_language, own_referrer from hits');
  expect(own).toEqual([{ own_user_agent: '', own_language: '', own_referrer: '' }]);
});

test('a referrer with more than a site is the hit’s own, and a hit without texts has no profile', async () => {
  await store([hitOf({ userAgent: 'Safari', referrer: 'https://shop.example/a?b=c' }), hitOf({})]);
  expect(await profiles()).toEqual([{ month: '2026-11-01', user_agent: 'Safari', language: '', referrer: '' }]);
  expect(await scene.query('select own_referrer, profile = 0 as alone from hits order by profile')).toEqual([
    { own_referrer: '', alone: true },
    { own_referrer: 'https://shop.example/a?b=c', alone: false },
  ]);
});

test('a hit whose key another profile has keeps its texts', async () => {
  await scene.query(`create or replace function profile_key(user_agent text, language text, referrer text) returns bigint
    language sql immutable as 'select 1::bigint'`);
  await scene.query('reindex table hit_profiles');
  const hits = [hitOf({ userAgent: 'Safari' }), hitOf({ userAgent: 'Firefox' })];
  await store(hits);
  expect(await profiles()).toHaveLength(1);
  const read = await readBack();
  for (const { id, userAgent } of hits) expect(read.get(id)?.userAgent).toBe(userAgent);
});

test('transactions that add the same new texts at once all succeed and share them, also if the first rolls back', async () => {
  const texts = Array.from({ length: 40 }, (_, n) => ({ userAgent: `Agent ${n}` }));
  const partition = new Set([partitionOf(scene.accountId)]);
  const others = [1, 2, 3].map((n) => new Set([(partitionOf(scene.accountId) + n) % 16]));
  let isBegun: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (isBegun = resolve));
  const failing = inPartitions(pool, partition, async (client) => {
    await client.query(
      "insert into hit_profiles (month, user_agent, language, referrer) values ('2026-11-01', 'Agent 7', '', '')",
    );
    isBegun();
    for (;;) {
      const waiting = await scene.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event = 'transactionid'",
      );
      if (waiting.length > 0) throw new Error('as if the node had failed');
    }
  });
  await begun;
  const storing = others.map((locks, n) =>
    inPartitions(pool, locks, (client) =>
      storeIn(
        client,
        (n % 2 ? texts : texts.toReversed()).map((each) => hitOf(each)),
      ),
    ),
  );
  await expect(failing).rejects.toThrow('as if the node had failed');
  await Promise.all(storing);
  expect(await profiles()).toHaveLength(40);
  expect(await scene.query('select count(*)::int as n from hits where profile <> 0')).toEqual([{ n: 120 }]);
});
