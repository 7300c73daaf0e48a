import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@vitrine/contract/endpoints.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { testDatabase } from '../world/database.ts';
import { demoPassword } from '../world/people.ts';
import { hasReplicas, type PostgresServer, startPrimary } from '../world/replica.ts';
import { type Population, populateDatabase } from '../world/world.ts';
import { readConfig } from './config.ts';
import { migrate } from './platform/database/migrate.ts';
import { allowReplica, type ReadOutcome } from './platform/database/replica.ts';
import { usualPatience } from './platform/patience.ts';
import { type RunningServer, startServer } from './server.ts';

// A server whose long reads go to a streaming replica.

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

describe.skipIf(!hasReplicas)('a server with DATABASE_READ_URL', () => {
  let primary: PostgresServer;
  let replica: PostgresServer;
  let population: Population;
  let running: RunningServer;
  let dataDir: string;

  const start = (readUrl: string) =>
    startServer({
      ...readConfig({
        DATABASE_URL: primary.url('vitrine'),
        DATABASE_READ_URL: readUrl,
        DATA_DIR: dataDir,
        ROLES: 'api',
        PORT: '0',
        DEMO: '0',
        RATE_LIMITS: '0',
        LOG_LEVEL: 'silent',
      }),
      // A busy machine replays late; what is never replayed is still noticed.
      patience: { ...usualPatience, replica: 2_000 },
    });

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'vitrine-replicated-'));
    primary = await startPrimary();
    await primary.query('create database vitrine');
    await primary.query('create database other');
    await primary.query('create role other login superuser');
    await migrate(primary.url('vitrine'));
    population = await populateDatabase(primary.url('vitrine'));
    replica = await primary.replicate();
    running = await start(replica.url('vitrine'));
  });
  afterAll(async () => {
    await running?.stop();
    await replica?.[Symbol.asyncDispose]();
    await primary?.[Symbol.asyncDispose]();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function tokenOf(email: string): Promise<string> {
    const answer = await fetch(`${running.url}/api/v1/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: demoPassword }),
    });
    const { data } = (await answer.json()) as { data: { token: string } };
    return data.token;
  }

  const counted = (outcome: ReadOutcome) => running.ctx.database.replica?.counts().get(outcome) ?? 0;
  const stateOf = () => running.ctx.database.replica?.state();

  /** A read as a call makes it. */
  const zoneOf = () =>
    allowReplica(() =>
      running.ctx.database.read({ role: 'app', creatorId: population.people.users.ava }, async (tx) => {
        const { rows } = await sql<{ zone: string; isReplica: boolean }>`
          select time_zone as zone, pg_is_in_recovery() as "isReplica" from users where id = ${population.people.users.ava}`.execute(
          tx,
        );
        return rows[0];
      }),
    );
  const setZone = (zone: string) =>
    primary.query(`update users set time_zone = '${zone}' where id = '${population.people.users.ava}'`, 'vitrine');

  test('every call that is declared for it is answered by the replica', async () => {
    const tokens = { creator: await tokenOf('ava@creators.test'), brand: await tokenOf('brand@glow.test') };
    const declared = [...endpoints.values()].filter(({ readsReplica }) => readsReplica === true);
    const ofStorefront = '/merchant-accounts/{merchant_account_id}/analytics';
    expect(declared.map(({ path }) => path).toSorted()).toEqual([
      '/brand/{merchant}/analytics',
      '/brand/{merchant}/analytics/csv',
      '/brand/{merchant}/creators',
      '/brand/{merchant}/creators/csv',
      '/brand/{merchant}/creators/{merchant_account_id}/figures',
      '/brand/{merchant}/overview',
      ...['creators', 'figures'].map((part) => `/brand/{merchant}/products/{product_id}/${part}`),
      ...['csv', 'filtered', 'links', 'overview', 'products', 'traffic'].map((table) => `${ofStorefront}/${table}`),
      '/overview',
    ]);
    const [product] = await primary.query<{ id: string }>(
      "select p.id from products p join merchants m on m.id = p.merchant_id where m.slug = 'glow-lab' limit 1",
      'vitrine',
    );
    for (const { path, access } of declared) {
      const before = counted('replica');
      const address = path
        .replace('{merchant_account_id}', population.people.accounts.avaGlow)
        .replace('{merchant}', 'glow-lab')
        .replace('{product_id}', product?.id ?? '');
      const answer = await fetch(`${running.url}/api/v1${address}`, {
        headers: { authorization: `Bearer ${access[0] === 'brand' ? tokens.brand : tokens.creator}` },
      });
      expect([path, answer.status]).toEqual([path, 200]);
      expect(counted('replica') - before, path).toBeGreaterThan(0);
    }
  });

  test('a read outside of such calls stays on the primary', async () => {
    const read = running.ctx.database.read({ role: 'public' }, async (tx) =>
      sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(tx),
    );
    expect((await read).rows).toEqual([{ is: false }]);
  });

  test('what was just committed is in the answer of the replica', async () => {
    for (const zone of Array.from({ length: 20 }, (_, n) => `Etc/GMT+${n % 12}`)) {
      await setZone(zone);
      expect(await zoneOf()).toEqual({ zone, isReplica: true });
    }
  });

  test('the lag is a metric, and an idle primary has none', async () => {
    await primary.query('select pg_switch_wal()');
    const metrics = async () => (await fetch(`${running.url}/metrics`)).text();
    await expect.poll(metrics).toMatch(/^vitrine_replica_lag_seconds 0$/m);
  });

  test('while replay is paused, the primary answers, and the metric says so', async () => {
    await replica.query('select pg_wal_replay_pause()');
    await setZone('Europe/Madrid');
    expect(await zoneOf()).toEqual({ zone: 'Europe/Madrid', isReplica: false });
    await expect.poll(stateOf, { timeout: 30_000 }).toBe('behind');
    expect(await zoneOf()).toEqual({ zone: 'Europe/Madrid', isReplica: false });
    const metrics = await (await fetch(`${running.url}/metrics`)).text();
    expect(metrics).toMatch(/^vitrine_replica_reads_total\{outcome="behind"\} 2$/m);
    expect(Number(/^vitrine_replica_lag_seconds (.*)$/m.exec(metrics)?.[1])).toBeGreaterThan(0);
    await replica.query('select pg_wal_replay_resume()');
    await expect.poll(stateOf, { timeout: 30_000 }).toBe('close');
    expect(await zoneOf()).toEqual({ zone: 'Europe/Madrid', isReplica: true });
  });

  test('a read that the replica cancels because of its replay is repeated on the primary', async () => {
    await primary.query('create table passing as select 1 as n; grant select on passing to vitrine_app', 'vitrine');
    await replica.query('alter system set max_standby_streaming_delay = 0');
    await replica.query('select pg_reload_conf()');
    // Between two statements, the replica would end the connection instead of the statement.
    const sleeping = `select from pg_stat_activity where state = 'active' and query like 'select pg_sleep%'`;
    const alterWhileItSleeps = async () => {
      await expect.poll(async () => (await replica.query(sleeping)).length, { timeout: 30_000 }).toBe(1);
      await primary.query('alter table passing add column more int', 'vitrine');
    };
    const places: boolean[] = [];
    const read = allowReplica(() =>
      running.ctx.database.read({ role: 'app' }, async (tx) => {
        const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is from passing`.execute(tx);
        places.push(rows[0]?.is === true);
        if (places.length === 1)
          await Promise.all([sql`select pg_sleep(60) from passing`.execute(tx), alterWhileItSleeps()]);
        return places;
      }),
    );
    expect(await read).toEqual([true, false]);
    expect(counted('canceled')).toBe(1);
  });

  test('while the replica does not answer, and while it is down, the primary answers', async () => {
    await replica.freeze();
    await expect.poll(stateOf, { timeout: 30_000 }).toBe('away');
    expect(await zoneOf()).toMatchObject({ isReplica: false });
    await replica.thaw();
    await expect.poll(stateOf, { timeout: 30_000 }).toBe('close');
    await replica.kill();
    expect(await zoneOf()).toMatchObject({ isReplica: false });
    await expect.poll(stateOf, { timeout: 30_000 }).toBe('away');
    {
      // Its absence doesn't stop a start either.
      const other = await start(replica.url('vitrine'));
      await other.stop();
    }
    await replica.start();
    await expect.poll(stateOf, { timeout: 30_000 }).toBe('close');
    expect(await zoneOf()).toMatchObject({ isReplica: true });
  });

  test('an address that is not a replica of this database is refused at the start', async () => {
    await expect(start(primary.url('vitrine'))).rejects.toThrow('DATABASE_READ_URL is not a replica');
    await expect(start(replica.url('other'))).rejects.toThrow(
      'DATABASE_READ_URL names the database other, but DATABASE_URL names vitrine',
    );
    const stranger = replica.url('vitrine').replace('vitrine@', 'other@');
    await expect(start(stranger)).rejects.toThrow('DATABASE_READ_URL logs in as other, but DATABASE_URL as vitrine');
    await using elsewhere = await testDatabase();
    await expect(start(elsewhere.url)).rejects.toThrow('DATABASE_READ_URL is another PostgreSQL');
    await expect(start(replica.url('missing'))).rejects.toThrow('DATABASE_READ_URL is not valid');
  });

  test('a replica that was promoted is not read from, and refused at the next start', async () => {
    await replica.query('select pg_promote()');
    expect(await zoneOf()).toMatchObject({ isReplica: false });
    await expect.poll(stateOf, { timeout: 30_000 }).toBe('promoted');
    await expect(start(replica.url('vitrine'))).rejects.toThrow('DATABASE_READ_URL is not a replica');
  });
});
