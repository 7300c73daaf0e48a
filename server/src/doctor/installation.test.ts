import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServerProcess } from '../../world/process.ts';
import { openWorld, type World } from '../../world/world.ts';
import { openJobs } from '../platform/jobs/jobs.ts';
import { createLog } from '../platform/log.ts';
import { checkBackups } from './backups.check.ts';
import { checkClicks, checkLedger } from './books.check.ts';
import { checkClock } from './clock.check.ts';
import { checkDatabase } from './database.check.ts';
import { checkEmails, checkJobs } from './queues.check.ts';
import { checkSecrets } from './secrets.check.ts';

// What the doctor finds in the database and the data folder.

let world: World;
let owner: pg.Client;
let folder: string;
beforeAll(async () => {
  world = await openWorld();
  owner = new pg.Client({ connectionString: world.ctx.database.url });
  await owner.connect();
  folder = await mkdtemp(join(tmpdir(), 'vitrine-doctor-'));
});
afterAll(async () => {
  await owner.end();
  await world[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

test('database: a migrated one is fine; missing grants come with the SQL that adds them', async () => {
  expect((await checkDatabase(world.ctx)).map(({ level }) => level)).toEqual(['ok', 'ok', 'ok', 'ok']);
  await owner.query('revoke select on orders from vitrine_app');
  const [, , grants] = await checkDatabase(world.ctx);
  expect(grants).toMatchObject({
    level: 'error',
    text: expect.stringContaining('grant select on orders to vitrine_app;'),
  });
  await owner.query('grant select on orders to vitrine_app');
});

test('database: migrations that are missing or of a newer version are named', async () => {
  await owner.query(`insert into migrations (name, hash, version) values ('9001_loyalty.sql', '', '3.2.0')`);
  expect((await checkDatabase(world.ctx)).at(-1)).toMatchObject({
    level: 'error',
    text: expect.stringContaining('Start version 3.2.0 or newer'),
  });
  await owner.query(`delete from migrations where name = '9001_loyalty.sql'`);
  const { rows } = await owner.query(`delete from migrations where name like '0044%' returning name, hash`);
  expect((await checkDatabase(world.ctx)).at(-1)).toMatchObject({
    level: 'warning',
    text: expect.stringContaining('1 migrations did not run yet, from 0044_write_checks.sql'),
  });
  await owner.query('insert into migrations (name, hash) values ($1, $2)', [rows[0].name, rows[0].hash]);
});

test('clock: a machine that is a minute behind gets a warning', async () => {
  const at = (offsetMs: number) => ({ now: () => new Date(Date.now() + offsetMs) });
  const { database } = world.ctx;
  expect(await checkClock({ clock: at(0), database })).toMatchObject({ level: 'ok' });
  expect(await checkClock({ clock: at(-30_000), database })).toMatchObject({
    level: 'warning',
    text: expect.stringMatching(/clock is (29|30) s behind/),
  });
  expect(await checkClock({ clock: at(3_600_000), database })).toMatchObject({ level: 'error' });
});

test('secrets: a weak key, a file that others can read, and demo passwords are found', async () => {
  const environment = join(folder, '.env');
  await writeFile(environment, 'SECRET_KEY=secret', { mode: 0o600 });
  const strong = { ...world.ctx, config: { ...world.ctx.config, dataDir: folder } };
  expect(await checkSecrets(strong, { environment })).toMatchObject([
    { level: 'warning', text: expect.stringContaining('demo passwords or keys') },
  ]);
  await chmod(environment, 0o644);
  const weak = { ...strong, config: { ...strong.config, secretKey: 'x'.repeat(32), production: true } };
  expect(await checkSecrets(weak, { environment })).toMatchObject([
    { level: 'error', text: expect.stringContaining('easy to guess') },
    { level: 'warning', text: expect.stringContaining(`chmod 600 ${environment}`) },
    { level: 'error', text: expect.stringContaining('npm run demo -- --remove') },
  ]);
});

test('backups: none, an old one, and one of yesterday', async () => {
  expect(await checkBackups(world.ctx)).toMatchObject({ level: 'warning' });
  const add = (hours: number, outcome: string) =>
    owner.query('insert into backups (id, started_at, file_name, outcome) values (gen_random_uuid(), $1, $$$$, $2)', [
      new Date(world.clock.now().getTime() - hours * 3_600_000),
      outcome,
    ]);
  await add(1, 'failed');
  await add(24 * 9, 'complete');
  expect(await checkBackups(world.ctx)).toMatchObject({ level: 'error', text: expect.stringContaining('9 days ago') });
  await add(24, 'complete');
  expect(await checkBackups(world.ctx)).toMatchObject({ level: 'ok', text: expect.stringContaining('24 hours ago') });
});

test('jobs: one that failed for good is an error, one that waits too long a warning', async () => {
  const jobs = await openJobs({ url: world.ctx.database.url, log: createLog('silent') });
  expect(await checkJobs(world.ctx)).toMatchObject({ level: 'ok' });
  await jobs.soon('deliver_mails');
  await owner.query(`update graphile_worker._private_jobs set run_at = $1`, [
    new Date(world.clock.now().getTime() - 3_600_000),
  ]);
  expect(await checkJobs(world.ctx)).toMatchObject({
    level: 'warning',
    text: expect.stringContaining('deliver_mails'),
  });
  await owner.query('update graphile_worker._private_jobs set attempts = max_attempts');
  expect(await checkJobs(world.ctx)).toMatchObject({ level: 'error', text: expect.stringContaining('deliver_mails') });
  await jobs.close();
});

test('emails: one that could not be sent is a warning', async () => {
  await owner.query(`update mails set sent_at = now()`);
  expect(await checkEmails(world.ctx)).toMatchObject({ level: 'ok' });
  await owner.query(`insert into mails (id, recipient, kind, subject, text, html, created_at, failed_at, failure, attempts)
    values (gen_random_uuid(), 'ava@creators.test', 'password_reset', 's', 't', 'h', now(), now(), 'mailbox is full', 8)`);
  expect(await checkEmails(world.ctx)).toMatchObject({
    level: 'warning',
    text: expect.stringContaining('1 emails could not be sent'),
  });
});

test('ledger and clicks: correct books, then a balance and a count that someone changed', async () => {
  expect(await checkLedger(world.ctx)).toMatchObject({ level: 'ok' });
  expect(await checkClicks(world.ctx)).toMatchObject({ level: 'ok' });
  await owner.query(`set session_replication_role = replica;
    insert into ledger_accounts (merchant_id, merchant_account_id, creator_id, currency, kind, balance, last_hash)
      select merchant_id, id, creator_id, 'USD', 'pending', 500, '' from merchant_accounts limit 1;
    insert into link_totals (merchant_id, merchant_account_id, creator_id, link_id, hits, clicks)
      select merchant_id, merchant_account_id, creator_id, id, 9, 9 from links limit 1;
    set session_replication_role = origin`);
  expect(await checkLedger(world.ctx)).toMatchObject({ level: 'error', text: expect.stringContaining('Stop payouts') });
  expect(await checkClicks(world.ctx)).toMatchObject({
    level: 'error',
    text: expect.stringContaining('and 9 clicks'),
  });
});

test('the command works with and without a server, and its exit code is the worst line', async () => {
  const doctor = async (env: Record<string, string>) => {
    const { PATH = '' } = process.env;
    const child = spawn(process.execPath, ['run/doctor.mjs'], {
      cwd: fileURLToPath(new URL('../../../', import.meta.url)),
      env: { PATH, DATA_DIR: folder, DATABASE_URL: world.ctx.database.url, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    return { said, code };
  };
  const stopped = await doctor({ PORT: '1' });
  expect(stopped.said).toMatch(/^ok +address +not checked, because no server runs here/m);
  expect(stopped.said).toMatch(/^error +clicks /m);
  expect(stopped.code).toBe(2);
  expect(await doctor({ PORT: 'abc' })).toEqual({
    said: 'error    settings  PORT must be a port number, like 3000\n',
    code: 2,
  });
  // The key is generated in DATA_DIR if SECRET_KEY is not set.
  expect(await doctor({ DATA_DIR: '/proc/vitrine/data' })).toEqual({
    said: expect.stringMatching(/^error +settings +The folder \/proc\/vitrine can't be created: ENOENT.*\n$/),
    code: 2,
  });
  const env = { DATABASE_URL: world.ctx.database.url, SECRET_KEY: 'the doctor and the server share it', ROLES: 'api' };
  await using server = await startServerProcess({ env });
  const running = await doctor({ ...env, PORT: new URL(server.origin).port });
  expect(running.said).toMatch(/^ok +address +http\S+ answers$/m);
});
