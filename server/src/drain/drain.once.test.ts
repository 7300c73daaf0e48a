import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { uuidOfClick } from '../hits/click-id.ts';
import { inTransaction } from '../figures/transaction.ts';
import { createBatches } from './drain.batch.ts';
import { startLinkFeed } from '../redirector/link.feed.ts';
import { createLinkTable } from '../redirector/link.table.ts';
import {
  type RedirectAnswer,
  clickOf,
  expectAgreement,
  from,
  hitRecord,
  openScene,
  type RedirectorScene,
  type ServedRedirector,
  silent,
  until,
} from '../redirector.testing.ts';
import { openRedirectPool } from '../redirector/redirect.pool.ts';

let scene: RedirectorScene;
let served: ServedRedirector;

beforeEach(async () => {
  scene = await openScene();
  await scene.addLink('shirt');
  served = await scene.serve();
});
afterEach(() => scene[Symbol.asyncDispose]());

describe('exactly once', () => {
  async function withBatches(
    use: (pool: pg.Pool, store: ReturnType<typeof createBatches>) => Promise<void>,
  ): Promise<void> {
    const pool = openRedirectPool(scene.url, silent);
    const table = createLinkTable();
    const feed = startLinkFeed({ url: scene.url, table, log: silent });
    await feed.firstTry;
    try {
      await use(pool, createBatches({ pool, table, countries: () => '', publicHost: 'portal.example' }));
    } finally {
      await feed.stop();
      await pool.end();
    }
  }

  const people500 = () =>
    Array.from({ length: 500 }, (_, n) => hitRecord({ address: `198.51.100.${n % 250}`, language: `x${n % 100}` }));

  test('a repeated batch, whole or in part, changes nothing', async () => {
    await withBatches(async (_pool, store) => {
      const records = people500();
      await store(records, 'node-1', 100);
      const before = await scene.query('select * from link_totals, account_days');
      const marks = await scene.query('select * from counted_marks order by link_id, mark');
      await store(records, 'node-1', 100);
      await store(records.slice(100, 300), 'node-1', 100);
      await store([...records.slice(400), ...records.slice(0, 50)], 'node-1', 100);
      expect(await scene.query('select * from link_totals, account_days')).toEqual(before);
      expect(await scene.query('select * from counted_marks order by link_id, mark')).toEqual(marks);
      await expectAgreement(scene);
    });
  });

  test('four concurrent drains with the same and different records match the recount', async () => {
    await withBatches(async (_pool, store) => {
      const shared = people500();
      await Promise.all([0, 1, 2, 3].map((n) => store([...shared, ...people500()], `node-${n}`, 50)));
      const [count] = await scene.query<{ n: number }>('select count(*)::int as n from hits');
      expect(count?.n).toBe(2_500);
      await expectAgreement(scene);
    });
  });

  test('a drain that dies before its commit stores nothing, and one that dies after it is not repeated', async () => {
    await withBatches(async (pool, store) => {
      const records = people500();
      const dying = inTransaction(pool, async (client) => {
        await client.query("insert into visitor_salts (day, salt) values ('2020-01-01', '')");
        const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
        await scene.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
        // The connection is idle between two statements, and losing it then must not end the process.
        await until(async () => {
          const living = await scene.query('select 1 from pg_stat_activity where pid = $1', [rows[0]?.pid]);
          return living.length === 0;
        });
        await client.query('select 1');
      });
      await expect(dying).rejects.toThrow(/terminat|connection|EPIPE|ECONNRESET/i);
      expect(await scene.query("select 1 from visitor_salts where day = '2020-01-01'")).toEqual([]);
      await store(records, 'node-1', 100);
      // The process dies between the commit and the release, so the next one reads the same journal again.
      await store(records, 'node-1', 100);
      expect(await scene.query('select count(*)::int as n from hits')).toEqual([{ n: 500 }]);
      await expectAgreement(scene);
    });
  });

  test('a click on a deleted link is stored as a hit of an unknown code', async () => {
    await withBatches(async (_pool, store) => {
      await store([hitRecord({ code: 'erased' })], 'node-1', 10);
      expect(await scene.query('select code, reason from orphan_visits')).toEqual([
        { code: 'erased', reason: 'unknown' },
      ]);
    });
  });
});

test('a hit that the database refuses is set aside and does not block the others', async () => {
  await scene.query("alter table hit_profiles add constraint no_poison check (user_agent <> 'Mozilla/5.0 poison')");
  const visits = [1, 2, 3, 4, 5].map((n) =>
    from(`203.0.113.${n}`, n === 3 ? { 'user-agent': 'Mozilla/5.0 poison' } : {}),
  );
  for (const options of visits) await served.visit('/s/shirt', options);
  await served.redirector.drainNow();
  expect(await scene.query('select count(*)::int as n from hits')).toEqual([{ n: 4 }]);
  expect(served.redirector.backlog().hits).toBe(0);
  expect(await readdir(scene.dataDir)).toContain('refused-hits.jsonl');
});

/** Closes the scene's database to all connections, or opens it again. */
async function allowConnections(isAllowed: boolean): Promise<void> {
  const elsewhere = new URL(scene.url);
  const name = elsewhere.pathname.slice(1);
  elsewhere.pathname = '/postgres';
  const client = new pg.Client({ connectionString: elsewhere.href });
  await client.connect();
  await client.query(`alter database ${name} with allow_connections ${isAllowed}`);
  if (!isAllowed)
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  await client.end();
}

test('while the database is down every shopper is redirected, and afterwards every click is stored', async () => {
  await allowConnections(false);
  const answers: RedirectAnswer[] = [];
  for (let n = 1; n <= 40; n += 1) answers.push(await served.visit('/s/shirt', from(`203.0.113.${n}`)));
  expect(answers.every(({ status }) => status === 302)).toBe(true);
  expect(served.redirector.backlog().hits).toBeGreaterThan(0);
  await expect(served.redirector.drainNow()).rejects.toThrow(/not currently accepting connections|terminat/);
  await allowConnections(true);
  await until(() => served.redirector.backlog().hits === 0);
  const stored = await scene.query<{ id: string }>('select id from hits');
  expect(new Set(stored.map(({ id }) => id))).toEqual(new Set(answers.map((answer) => uuidOfClick(clickOf(answer)))));
});

test('the next process stores what a stopped one left, also under another name', async () => {
  await served.stop();
  const nowhere = await scene.serve({ nodeId: 'node-9', pg: { url: 'postgres://nobody@127.0.0.1:9/none' } });
  const answer = await nowhere.visit('/s/shirt', from('203.0.113.1'));
  await nowhere.stop();
  const next = await scene.serve({ nodeId: 'node-10' });
  await next.redirector.drainNow();
  expect(await scene.query('select id, node from hits')).toEqual([
    { id: uuidOfClick(clickOf(answer)), node: 'node-9' },
  ]);
});

test('the journal folder is empty after an orderly stop', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-stop-'));
  const one = await scene.serve({ dataDir: folder, nodeId: 'node-5' });
  await one.visit('/s/shirt');
  await one.stop();
  expect(await readdir(join(folder, 'journal'))).toEqual([]);
  expect(await scene.query("select 1 from hits where node = 'node-5'")).toHaveLength(1);
  await rm(folder, { recursive: true });
});
