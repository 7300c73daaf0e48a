import { readHealth, retryJob } from '@vitrine/contract/monitoring.ts';
import { listAuditEntries } from '@vitrine/contract/operators.ts';
import { receiveOrder } from '@vitrine/contract/orders.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../world/client.ts';
import { openWorld, type World } from '../../world/world.ts';
import { clickOfUuid } from '../hits/click-id.ts';
import { orderOf } from '../orders/orders.testing.ts';
import { demoApiKeys } from '../platform/demo.secrets.ts';
import { newId } from '../platform/ids.ts';
import { verifyDaily } from './verification.jobs.ts';

let world: World;
let operator: Client;
beforeAll(async () => {
  world = await openWorld();
  operator = await world.signIn('operator@vitrine.test');
});
afterAll(async () => world[Symbol.asyncDispose]());

/** A task of the queue that failed `attempts` times of ten. */
async function failedTask(attempts: number): Promise<string> {
  const { pool } = world.ctx.database;
  const added = await pool.query<{ id: string }>(
    `select id::text from graphile_worker.add_job('deliver_mails', max_attempts := 10)`,
  );
  const id = added.rows[0]?.id ?? '';
  await pool.query(
    `update graphile_worker._private_jobs set attempts = $2, last_error = 'the mail server refused', run_at = now() + interval '1 hour'
     where id = $1`,
    [id, attempts],
  );
  return id;
}

async function nextRun(id: string): Promise<{ isDue: boolean; attempts: number } | undefined> {
  const { rows } = await world.ctx.database.pool.query<{ isDue: boolean; attempts: number }>(
    `select run_at <= now() as "isDue", attempts from graphile_worker.jobs where id = $1`,
    [id],
  );
  return rows[0];
}

test('a new installation has nothing that waits or failed, and was never verified', async () => {
  const { data } = await operator.call(readHealth);
  expect(data).toMatchObject({
    orders: { waiting: 0, oldest_at: null },
    deliveries: { waiting: 0, oldest_at: null },
    emails: { waiting: 0, oldest_at: null },
    emails_failed: 0,
    jobs: [],
    verifications: { ledger: null, clicks: null },
    backup: null,
    retention: null,
    product: { schema: expect.stringMatching(/^\d{4}[a-z]?_/), version: expect.stringMatching(/^\d+\.\d+/) },
  });
  expect(data.disk.total_bytes).toBeGreaterThan(data.disk.free_bytes);
  expect(data.database.bytes).toBeGreaterThan(1_000_000);
  expect(data.database.version).toMatch(/^\d+/);
});

test('the last complete backup is shown, and not a failed one', async () => {
  const add = (hoursAgo: number, outcome: string, bytes: number) =>
    world.ctx.database.as({ role: 'system' }, (tx) => {
      const startedAt = new Date(world.clock.now().getTime() - hoursAgo * 3_600_000);
      const row = { id: newId(startedAt), started_at: startedAt, file_name: 'a-backup', outcome, bytes: BigInt(bytes) };
      return tx.insertInto('backups').values(row).execute();
    });
  await add(30, 'complete', 1_000);
  await add(6, 'complete', 2_000);
  await add(1, 'failed', 3_000);
  const { data } = await operator.call(readHealth);
  const sixHoursAgo = new Date(world.clock.now().getTime() - 6 * 3_600_000);
  expect(data.backup).toEqual({ started_at: sixHoursAgo.toISOString(), bytes: 2_000 });
});

test('an order that waits is shown since when', async () => {
  const at = world.clock.now();
  const body = orderOf(world, 'waits', { click_id: clickOfUuid(newId(at)), placed_at: at.toISOString() });
  await world.shop(demoApiKeys.glow).call(receiveOrder, { body });
  const { data } = await operator.call(readHealth);
  expect(data.orders).toEqual({ waiting: 1, oldest_at: at.toISOString() });
});

test('the daily verification is shown with what it found', async () => {
  await verifyDaily(world.ctx);
  const { data } = await operator.call(readHealth);
  expect(data.verifications.ledger).toMatchObject({ agrees: true, finding: expect.stringMatching(/entries/) });
  expect(data.verifications.clicks).toMatchObject({ agrees: true, ended_at: world.clock.now().toISOString() });
});

test('a task that failed is shown with its error, until it is run again', async () => {
  const id = await failedTask(3);
  const shown = (await operator.call(readHealth)).data.jobs;
  expect(shown).toMatchObject([{ id, task: 'deliver_mails', attempts: 3, error: 'the mail server refused' }]);
  expect(shown[0]?.next_attempt_at).not.toBeNull();

  const retried = await operator.call(retryJob, { params: { job_id: id } });
  expect([retried.status, retried.data]).toEqual([200, { task: 'deliver_mails' }]);
  expect(await nextRun(id)).toEqual({ isDue: true, attempts: 0 });
  const { data } = await operator.call(listAuditEntries, { query: {} });
  expect(data[0]).toMatchObject({ action: 'job.retried', details: { task: 'deliver_mails' } });
});

test('a task that was given up has no next attempt, and can be run again', async () => {
  const id = await failedTask(10);
  const shown = (await operator.call(readHealth)).data.jobs.find((job) => job.id === id);
  expect(shown?.next_attempt_at).toBeNull();
  await operator.call(retryJob, { params: { job_id: id } });
  expect(await nextRun(id)).toEqual({ isDue: true, attempts: 0 });
});

test.each(['999999', '-1', '1;drop', 'x'.repeat(200)])('there is no task %s to run again', async (id) => {
  expect((await operator.call(retryJob, { params: { job_id: id } })).status).toBe(404);
});

test('a task that has not failed, or that runs at the moment, is left alone', async () => {
  const { pool } = world.ctx.database;
  const { rows } = await pool.query<{ id: string }>(`select id::text from graphile_worker.add_job('notify_unread')`);
  const fresh = rows[0]?.id ?? '';
  expect((await operator.call(retryJob, { params: { job_id: fresh } })).status).toBe(404);

  const running = await failedTask(2);
  await pool.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker' where id = $1`, [
    running,
  ]);
  expect((await operator.call(retryJob, { params: { job_id: running } })).status).toBe(404);
});

test('the last deletion of old data is shown by table', async () => {
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    sql`insert into retention_runs (day, started_at, ended_at, outcome, note, deleted)
      values ('2026-11-19', '2026-11-19T00:00:00Z', '2026-11-19T00:00:09Z', 'partial', 'in use', '{"events": 3}'),
        ('2026-11-20', '2026-11-20T00:00:00Z', null, null, '', '{"events": 1}')`.execute(tx),
  );
  expect((await operator.call(readHealth)).data.retention).toEqual({
    ended_at: '2026-11-19T00:00:09.000Z',
    complete: false,
    note: 'in use',
    seconds: 9,
    deleted: [{ table: 'events', rows: 3 }],
  });
});
