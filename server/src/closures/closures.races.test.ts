import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { requestClosure, undoClosure } from '@vitrine/contract/closures.ts';
import { startServerProcess } from '../../world/process.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { eraseDueAccounts } from '../erasure.ts';
import { asOwner } from '../ledger/ledger.testing.ts';
import { proofOf } from '../payouts/payouts.testing.ts';

vi.setConfig({ testTimeout: 120_000 });

const dayMs = 86_400_000;

async function userOf(world: World) {
  return world.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .selectFrom('users')
      .select(['email', 'display_name', 'user_status'])
      .where('id', '=', world.people.users.ava)
      .executeTakeFirstOrThrow(),
  );
}

test('of ten requests at once, one closes the account and sends one email', async () => {
  await using world = await openWorld();
  const ava = await world.signIn('ava@creators.test');
  const proof = await proofOf(ava);
  const answers = await Promise.all(Array.from({ length: 10 }, () => ava.call(requestClosure, { body: { proof } })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ problem }) => problem.code))).toEqual(
    new Set(['conflict']),
  );
  const mails = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('mails').select('id').where('kind', '=', 'account_closing').execute(),
  );
  expect(mails).toHaveLength(1);
});

test('an undo at the moment of the erasure either keeps all of the account or is refused', async () => {
  await using world = await openWorld();
  const second = await world.secondNode();
  const ava = await world.signIn('ava@creators.test');
  granted(await ava.call(requestClosure, { body: { proof: await proofOf(ava) } }));
  const lastMoment = world.clock.now().getTime() + 14 * dayMs - 1;
  world.clock.set(new Date(lastMoment));
  const again = await world.signIn('ava@creators.test');
  // The clock of the node that erases is a little ahead.
  const ahead = { ...second.ctx, clock: { ...second.ctx.clock, now: () => new Date(lastMoment + 1) } };
  const [undone, erased] = await Promise.all([again.call(undoClosure), eraseDueAccounts(ahead)]);
  const { email } = await userOf(world);
  if (erased === 1) {
    expect(['conflict', 'unauthenticated', 'forbidden']).toContain(undone.problem.code);
    expect(email).toMatch(/@erased\.invalid$/);
  } else {
    expect(undone.status).toBe(200);
    expect(email).toBe('ava@creators.test');
  }
});

test('two nodes that erase at once erase once', async () => {
  await using world = await openWorld();
  const second = await world.secondNode();
  const ava = await world.signIn('ava@creators.test');
  granted(await ava.call(requestClosure, { body: { proof: await proofOf(ava) } }));
  world.clock.set(new Date(world.clock.now().getTime() + 14 * dayMs));
  const runs = await Promise.all([eraseDueAccounts(world.ctx), eraseDueAccounts(second.ctx)]);
  const rest = await eraseDueAccounts(world.ctx);
  expect(runs.reduce((sum, erased) => sum + erased, rest)).toBe(1);
  const entries = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('audit_entries').select('seq').where('action', '=', 'account.erased').execute(),
  );
  expect(entries).toHaveLength(1);
});

test('a process killed in the middle of an erasure leaves nothing half erased, and the next run completes it', async () => {
  await using world = await openWorld();
  const ava = await world.signIn('ava@creators.test');
  granted(await ava.call(requestClosure, { body: { proof: await proofOf(ava) } }));
  const { url } = world.ctx.database;
  await asOwner(url, async (client) => {
    // Everything before the emails is erased by then, in a transaction that waits here.
    await client.query('begin');
    await client.query('lock table idempotency_keys in exclusive mode');
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    await other.query('set role vitrine_system');
    await other.query(`update closures set erase_after = '2026-01-02', requested_at = '2026-01-01'`);
    await other.query('reset role');
    await using server = await startServerProcess({
      env: { DATABASE_URL: url, ROLES: 'worker,api', NODE_ID: 'other' },
    });
    await other.query(`select graphile_worker.add_job('erase_accounts', job_key := 'erase_accounts')`);
    await expect
      .poll(
        async () =>
          (
            await other.query(
              `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%idempotency_keys%' and datname = current_database()`,
            )
          ).rowCount,
        { timeout: 60_000, interval: 20 },
      )
      .toBeGreaterThan(0);
    server.child.kill('SIGKILL');
    await server.ended;
    await client.query('rollback');
    await other.end();
  });
  expect(await userOf(world)).toMatchObject({ email: 'ava@creators.test', display_name: 'Ava Lindqvist' });
  await expect.poll(async () => eraseDueAccounts(world.ctx), { timeout: 30_000 }).toBe(1);
  expect(await userOf(world)).toMatchObject({
    display_name: expect.stringMatching(/^Erased creator/),
    user_status: 90,
  });
});
