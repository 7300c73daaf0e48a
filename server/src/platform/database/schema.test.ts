import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from '../../../world/world.ts';
import { generated } from './generate.ts';

let world: World;
let owner: pg.Client;
beforeAll(async () => {
  world = await openWorld();
  owner = new pg.Client({ connectionString: world.ctx.database.url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await world[Symbol.asyncDispose]();
});

/** Tables without tenant rows: the variants, and the migrations' own table. */
const open = ['projects', 'migrations'];

test('every table has forced row-level security with a policy for the app role and one for the system role', async () => {
  const found = await owner.query<{ name: string; forced: boolean; policies: string[] }>(`
    select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
           array(select distinct r::text from pg_policies p, unnest(p.roles) r where p.tablename = c.relname and p.schemaname = 'public') as policies
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`);
  const unguarded = found.rows
    .filter((table) => !open.includes(table.name))
    .filter(
      (table) => !table.forced || !table.policies.includes('vitrine_app') || !table.policies.includes('vitrine_system'),
    );
  expect(unguarded.map((table) => table.name)).toEqual([]);
});

test('a transaction without a scope sees no row of any table', async () => {
  const tables = await owner.query<{ name: string }>(
    `select distinct table_name as name from information_schema.role_table_grants where grantee = 'vitrine_app' and privilege_type = 'SELECT' and table_schema = 'public'`,
  );
  const seen: string[] = [];
  for (const { name } of tables.rows.filter((table) => !open.includes(table.name))) {
    await owner.query(`begin; set local role vitrine_app`);
    const { rows } = await owner.query(`select 1 from ${name} limit 1`);
    await owner.query('rollback');
    if (rows.length > 0) seen.push(name);
  }
  expect(seen).toEqual([]);
});

test('a brand sees only its own creators and products, even without a where clause', async () => {
  const { glow } = world.people.merchants;
  const seen = await world.ctx.database.as({ role: 'app', merchantId: glow }, async (tx) => ({
    merchants: await tx.selectFrom('merchants').select('id').execute(),
    accounts: await tx.selectFrom('merchant_accounts').select('merchant_id').execute(),
    keys: await tx.selectFrom('api_keys').select('merchant_id').execute(),
  }));
  expect(seen.merchants.map((row) => row.id)).toEqual([glow]);
  expect(new Set([...seen.accounts, ...seen.keys].map((row) => row.merchant_id))).toEqual(new Set([glow]));
});

test('a creator sees their own accounts at all brands, and no secret of a brand', async () => {
  const seen = await world.ctx.database.as({ role: 'app', creatorId: world.people.users.ava }, async (tx) => ({
    accounts: await tx.selectFrom('merchant_accounts').select('creator_id').execute(),
    keys: await tx.selectFrom('api_keys').select('id').execute(),
    orders: await tx.selectFrom('orders').select('order_id').execute(),
  }));
  expect(seen.accounts.map((row) => row.creator_id)).toEqual([world.people.users.ava, world.people.users.ava]);
  expect([seen.keys, seen.orders]).toEqual([[], []]);
});

describe('the roles of the product', () => {
  test('own nothing and cannot bypass a policy', async () => {
    const roles = await owner.query(
      `select rolname from pg_roles where rolname like 'vitrine\\_%' and (rolbypassrls or rolsuper or rolcreaterole or rolcanlogin)`,
    );
    expect(roles.rows).toEqual([]);
  });

  test('cannot read a password, a token or an email as the app', async () => {
    for (const statement of [
      'select email from users',
      'select * from users',
      'insert into ledger_entries default values',
    ]) {
      await owner.query('begin; set local role vitrine_app');
      await expect(owner.query(statement), statement).rejects.toThrow(/permission denied/);
      await owner.query('rollback');
    }
  });
});

test('the committed schema.sql and table types match the migrations', async () => {
  if (process.env['VITRINE_TEST_POSTGRES'] === '15') return;
  for (const { file, text } of await generated(world.ctx.database.url)) {
    expect(await readFile(file, 'utf8'), `${file.pathname} is stale: npm run gen`).toBe(text);
  }
});
