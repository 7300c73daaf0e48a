import { setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { receiveOrder } from '@vitrine/contract/orders.ts';
import type { Client } from '../../world/client.ts';
import { demoApiKey } from '../../world/people.ts';
import { openWorld, type World } from '../../world/world.ts';
import { makeHit, orderOf } from '../orders/orders.testing.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { clickOf, from, type ServedRedirector, serveRedirector, silent } from '../redirector.testing.ts';
import { deleteOldData } from './retention.jobs.ts';
import { insertAged } from './retention.testing.ts';

// A run is stopped where it has locks, for as long as it takes to follow a link, to drain the click and to report and
// decide an order. The locks that anyone waits for are read from PostgreSQL.

vi.setConfig({ testTimeout: 60_000 });

let world: World;
let shop: Client;
let redirector: ServedRedirector;
let owner: pg.Client;
let patient: Database;
const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(world.clock.now().getTime() - days * dayMs);

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: world.ctx.database.url });
  await client.connect();
  return client;
}

beforeAll(async () => {
  world = await openWorld();
  shop = world.shop(demoApiKey);
  owner = await connect();
  // The run is stopped for longer than it would wait for a lock.
  const limits = { statementMs: 0, lockMs: 0, idleMs: 10_000 };
  patient = openDatabase({ url: world.ctx.database.url, log: silent, limits });
  await owner.query(
    `insert into links (merchant_id, id, merchant_account_id, creator_id, code, destination, created_at)
     values ($1, $2, $3, $4, 'shirt', 'https://shop.glowlab.example/products/dew-serum', $5)`,
    [
      world.people.merchants.glow,
      newId(world.clock.now()),
      world.people.accounts.avaGlow,
      world.people.users.ava,
      world.clock.now(),
    ],
  );
  // Only the oldest entries of the log are deleted, so it begins with those of the tests.
  await owner.query("set session_replication_role = 'replica'");
  await owner.query('delete from audit_entries');
  await owner.query('reset session_replication_role');
  await owner.query('create table gate ()');
  await owner.query(`create function wait_at_gate() returns trigger language plpgsql security definer as $$
    begin
      lock table gate;
      return coalesce(new, old);
    end $$`);
  redirector = await serveRedirector({
    dataDir: world.ctx.config.dataDir,
    nodeId: 'node-2',
    publicUrl: 'http://portal.example',
    trustProxy: ['127.0.0.1'],
    variants: world.ctx.config.variants,
    pg: { url: world.ctx.database.url },
    browserMarks: world.ctx.browserMarks,
    log: silent,
    clock: world.clock,
  });
});
afterAll(async () => {
  await redirector.stop();
  await owner.end();
  await patient.close();
  await world[Symbol.asyncDispose]();
});

/** What transactions other than the run wait for. The run itself waits at the gate, or to detach a month. */
async function waiting(): Promise<string[]> {
  const { rows } = await owner.query<{ query: string }>(
    `select a.query from pg_locks l join pg_stat_activity a using (pid) where a.datname = current_database()
       and not l.granted and l.relation is distinct from 'gate'::regclass and a.application_name <> 'vitrine retention'`,
  );
  return rows.map(({ query }) => query);
}

async function isStopped(at: string): Promise<boolean> {
  const { rows } = await owner.query(
    `select from pg_locks l join pg_stat_activity a using (pid) where a.datname = current_database() and not l.granted
       and (l.relation = 'gate'::regclass or a.application_name = 'vitrine retention') and a.query like $1`,
    [`%${at}%`],
  );
  return rows.length > 0;
}

async function followAndBuy(orderId: string): Promise<void> {
  world.clock.advance(1_000);
  const click = await redirector.visit('/s/shirt', from('203.0.113.9'));
  await redirector.redirector.drainNow();
  const { data } = await shop.call(receiveOrder, { body: orderOf(world, orderId, { click_id: clickOf(click) }) });
  expect(data.decision?.outcome).toBe('credited');
}

/** Fails as soon as anyone waits for the run; otherwise the work would wait as long as the run is stopped. */
async function withoutWaiting(work: Promise<void>): Promise<void> {
  let isOver = false;
  const watch = async () => {
    while (!isOver) {
      expect(await waiting()).toEqual([]);
      await turn();
    }
  };
  await Promise.all([work.finally(() => (isOver = true)), watch()]);
}

async function hold(statement: string): Promise<() => Promise<void>> {
  const holder = await connect();
  await holder.query('begin');
  await holder.query(statement);
  return async () => {
    await holder.query('rollback');
    await holder.end();
  };
}

async function runAgain(): Promise<void> {
  await owner.query('delete from retention_runs');
  await deleteOldData({ ...world.ctx, database: patient, log: silent });
}

/** As before the first run. */
beforeEach(async () => {
  await owner.query("update hits_kept set kept_from = '1970-01-01', addresses_from = '1970-01-01'");
});

const outcome = async () => (await owner.query<{ outcome: string }>('select outcome from retention_runs')).rows;

const places = [
  { table: 'hits_kept', change: 'update', at: 'update hits_kept set kept_from' },
  { table: 'hits', change: 'update of address', at: 'update hits h set address' },
  { table: 'events', change: 'delete', at: 'delete from "events"' },
  { table: 'audit_entries', change: 'delete', at: 'forget_audit' },
] as const;

test.each(places)('no click and no order waits for a run that is stopped in `$at`', async ({ table, change, at }) => {
  const old = await makeHit(world, 'avaGlow', { at: daysAgo(100) });
  await owner.query("update hits set address = '\\x01' where id = $1", [old.hitId]);
  await insertAged(owner, 'events', daysAgo(60));
  await owner.query("select record_audit($1, null, null, null, 'test.done', 'test', 'x', '{}', '')", [
    daysAgo(8 * 365),
  ]);
  await owner.query(`create trigger gate before ${change} on ${table} for each row execute function wait_at_gate()`);
  const release = await hold('lock table gate');
  const run = runAgain();
  await expect.poll(() => isStopped(at), { timeout: 30_000 }).toBe(true);
  await withoutWaiting(followAndBuy(`stopped in ${at}`));
  expect(await isStopped(at), 'it was stopped all the time').toBe(true);
  await release();
  await run;
  await owner.query(`drop trigger gate on ${table}`);
  expect(await outcome()).toEqual([{ outcome: 'complete' }]);
});

test('no click and no order waits for a run that waits to detach a month', async () => {
  await makeHit(world, 'avaGlow', { at: daysAgo(500) });
  const release = await hold('select count(*) from hits');
  let isOver = false;
  // A run gives up after some seconds; the next one then waits in its place.
  const runs = (async () => {
    while (!isOver) await runAgain();
  })();
  await expect.poll(() => isStopped('detach partition'), { timeout: 30_000 }).toBe(true);
  await withoutWaiting(followAndBuy('while a month is detached'));
  isOver = true;
  await release();
  await runs;
  await runAgain();
  expect(await outcome()).toEqual([{ outcome: 'complete' }]);
});
