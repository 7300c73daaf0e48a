import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { checkAuditLog, listAuditEntries } from '@vitrine/contract/operators.ts';
import { bareDatabase } from '../../world/database.ts';
import type { Client } from '../../world/client.ts';
import { openWorld, type World } from '../../world/world.ts';
import { anonymous } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import { openDatabase, type Tx } from '../platform/database/database.ts';
import { applyMigrations, migrate } from '../platform/database/migrate.ts';
import { createLog } from '../platform/log.ts';
import { migrationNames } from '../platform/version.ts';
import { checkChain } from './audit.views.ts';

let world: World;
let owner: pg.Client;
let operator: Client;
beforeAll(async () => {
  world = await openWorld();
  owner = new pg.Client({ connectionString: world.ctx.database.url });
  await owner.connect();
  operator = await world.signIn('operator@vitrine.test');
});
afterAll(async () => {
  await owner.end();
  await world[Symbol.asyncDispose]();
});

type Place = 'glow' | 'maison' | undefined;
const chainOf = (place: Place) => (place ? world.people.merchants[place] : '00000000-0000-0000-0000-000000000000');

const write = (client: pg.Client, place: Place, text = 'x', at = new Date()) =>
  client.query(`select record_audit($1, null, null, $2, 'test.done', 'test', $3, '{"a": 1}', '')`, [
    at,
    place ? world.people.merchants[place] : null,
    text,
  ]);
const places: readonly Place[] = ['glow', 'maison', undefined, 'glow', 'maison', undefined, 'glow'];
const isWhole = async () => (await operator.call(checkAuditLog)).data.broken_at === null;

/** Numbers of the entries in a chain, the oldest first. */
async function numbersOf(place: Place): Promise<string[]> {
  const { rows } = await owner.query<{ seq: string }>('select seq from audit_entries where chain = $1 order by seq', [
    chainOf(place),
  ]);
  return rows.map(({ seq }) => seq);
}

/** What someone does who may change everything but knows nothing of the chains. */
async function tamper(text: string, values: unknown[]): Promise<number | null> {
  await owner.query("set session_replication_role = 'replica'");
  const { rowCount } = await owner.query(text, values);
  await owner.query('reset session_replication_role');
  return rowCount;
}

beforeEach(async () => {
  await tamper('delete from audit_entries', []);
  await owner.query('delete from audit_start');
  for (const place of places) await write(owner, place);
});

test('each brand has a chain, and a writer of one waits only for others of the same chain', async () => {
  expect(await isWhole()).toBe(true);
  const { rows } = await owner.query('select chain, count(*)::int from audit_entries group by chain order by 2, 1');
  expect(rows.map(({ count }) => count)).toEqual([2, 2, 3]);
  const second = new pg.Client({ connectionString: world.ctx.database.url });
  await second.connect();
  onTestFinished(() => second.end());
  await owner.query('begin');
  await write(owner, 'glow');
  await second.query("set lock_timeout = '50ms'");
  await write(second, 'maison');
  await write(second, undefined);
  await expect(write(second, 'glow')).rejects.toThrow(/lock timeout/);
  await owner.query('commit');
  expect(await isWhole()).toBe(true);
});

test('transactions that write several chains in opposite orders do not wait for each other forever', async () => {
  const { glow, maison } = world.people.merchants;
  const started = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const writeBoth = (merchants: readonly string[], own: 0 | 1) =>
    world.ctx.database.as({ role: 'system' }, async (tx: Tx) => {
      for (const merchantId of merchants)
        await audit(world.ctx, tx, anonymous, { action: 'both', merchantId, subject: { kind: 'order', id: 'x' } });
      started[own].resolve();
      await started[own === 0 ? 1 : 0].promise;
    });
  for (let round = 0; round < 10; round += 1)
    await Promise.all([writeBoth([glow, maison], 0), writeBoth([maison, glow], 1)]);
  expect(await isWhole()).toBe(true);
});

test.each([
  ["details = '{}'"],
  ["at = at + interval '1 second'"],
  ['actor_id = gen_random_uuid()'],
  ['merchant_id = gen_random_uuid()'],
  ['merchant_id = null'],
  ["action = 'test.undone'"],
  ["subject_id = 'y'"],
  ["request_id = 'y'"],
  ['seen_hash = null'],
  ['seen_seq = seen_seq - 1'],
  ['seen_seq = 0'],
  ['seq = default'],
  ["hash = sha256('x')"],
])('an entry is changed: %s', async (change) => {
  const [, middle] = await numbersOf('glow');
  expect(await tamper(`update audit_entries set ${change} where seq = $1`, [middle])).toBe(1);
  expect(await isWhole()).toBe(false);
});

test('an entry is taken out of the middle of a chain, or from its begin', async () => {
  const [first] = await numbersOf('glow');
  await tamper('delete from audit_entries where seq = $1', [first]);
  expect(await isWhole()).toBe(false);
});

test('entries at the end of a chain are found missing when any brand wrote something later', async () => {
  const maison = await numbersOf('maison');
  await tamper('delete from audit_entries where seq = $1', [maison.at(-1)]);
  expect(await isWhole()).toBe(false);
});

test('a whole chain is found missing', async () => {
  await tamper('delete from audit_entries where chain = $1', [chainOf('maison')]);
  expect(await isWhole()).toBe(false);
});

test('the newest entries of the whole log can be cut off without a trace, as before', async () => {
  const glow = await numbersOf('glow');
  await tamper('delete from audit_entries where seq = $1', [glow.at(-1)]);
  expect(await isWhole()).toBe(true);
});

test.each([
  ['its chain', 'chain = $2'],
  ['its chain and its brand', 'chain = $2, merchant_id = $2'],
  ['its chain, after the others there', 'chain = $2, merchant_id = $2, previous_hash = $3'],
])('an entry is moved to another brand: %s', async (_, change) => {
  const [, middle] = await numbersOf('glow');
  const { rows } = await owner.query('select hash from audit_entries where chain = $1 order by seq desc limit 1', [
    chainOf('maison'),
  ]);
  const values = [middle, chainOf('maison'), rows[0].hash];
  const used = change.includes('$3') ? values : values.slice(0, 2);
  await tamper(`update audit_entries set ${change} where seq = $1`, used);
  expect(await isWhole()).toBe(false);
});

test('two entries of one chain change places', async () => {
  const [first, second] = await numbersOf('glow');
  await owner.query('alter table audit_entries alter column seq set generated by default');
  expect(await tamper('update audit_entries set seq = -seq where seq in ($1, $2)', [first, second])).toBe(2);
  await owner.query('alter table audit_entries alter column seq set generated always');
  expect(await isWhole()).toBe(false);
});

test('an entry of an earlier version with a whole address is shown without its secrets, and fits its chain', async () => {
  const url = 'https://me:s3cret@shop.example/feed.csv?token=s3cret';
  await owner.query(
    `select record_audit(now(), null, null, null, 'product_feed.saved', 'merchant', 'old', $1::jsonb, '')`,
    [JSON.stringify({ url, every_hours: 6 })],
  );
  const { data } = await operator.call(listAuditEntries, { query: { subject: 'old' } });
  expect(data.map(({ details }) => details)).toEqual([{ url: 'https://…@shop.example/feed.csv?…', every_hours: 6 }]);
  expect(await isWhole()).toBe(true);
});

test('a chain whose entries are all old loses them, and goes on', async () => {
  const years = 8 * 365 * 86_400_000;
  await tamper('delete from audit_entries', []);
  for (const place of places) await write(owner, place, 'old', new Date(Date.now() - years));
  for (const place of ['glow', undefined] as const) await write(owner, place);
  const { rows } = await owner.query("select forget_audit(now() - interval '7 years', 4) as gone");
  expect(rows).toEqual([{ gone: 4 }]);
  expect(await isWhole()).toBe(true);
  await owner.query("select forget_audit(now() - interval '7 years', 1000)");
  expect(await numbersOf('maison')).toEqual([]);
  expect(await isWhole()).toBe(true);
  for (const place of places) await write(owner, place);
  expect(await isWhole()).toBe(true);
  await tamper('delete from audit_entries where seq = $1', [(await numbersOf('maison'))[0]]);
  expect(await isWhole()).toBe(false);
});

test('100 entries of three chains, written at once on eight connections, are whole, and each follows the one before', async () => {
  const clients = Array.from({ length: 8 }, () => new pg.Client({ connectionString: world.ctx.database.url }));
  onTestFinished(async () => void (await Promise.all(clients.map((client) => client.end()))));
  await Promise.all(clients.map((client) => client.connect()));
  await Promise.all(
    clients.map(async (client, index) => {
      for (let n = 0; n < 13; n += 1) await write(client, places[(index + n) % places.length]);
    }),
  );
  expect((await operator.call(checkAuditLog)).data).toMatchObject({ broken_at: null, entries: places.length + 8 * 13 });
});

test('the one chain of an earlier version stays verified after the upgrade, and goes on for entries without a brand', async () => {
  const database = await bareDatabase();
  onTestFinished(() => database[Symbol.asyncDispose]());
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  onTestFinished(() => client.end());
  const names = await migrationNames();
  await applyMigrations(client, new Set(names.filter((name) => name < '0092')));
  for (const place of places) await write(client, place, 'old', new Date(Date.now() - 200 * 86_400_000));
  await client.query("select forget_audit(now() - interval '180 days', 2)");
  await migrate(database.url);
  const opened = openDatabase({ url: database.url, log: createLog('silent') });
  onTestFinished(() => opened.close());
  const check = () => opened.as({ role: 'system' }, checkChain);
  expect(await check()).toMatchObject({ broken_at: null, entries: 5 });
  for (const place of places) await write(client, place);
  expect(await check()).toMatchObject({ broken_at: null, entries: 12 });
  await client.query("set session_replication_role = 'replica'");
  await client.query("update audit_entries set subject_id = 'y' where seq = 4");
  expect(await check()).toMatchObject({ broken_at: { seq: '4' } });
});
