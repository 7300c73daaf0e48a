import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { bareDatabase } from '../../../world/database.ts';
import { migrate } from './migrate.ts';
import { describeRights } from './rights.ts';
import { giveToOrdinaryUser } from './rights.testing.ts';

async function query<Row extends object>(url: string, ...statements: string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) rows = (await client.query<Row>(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

async function rightsIn(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await describeRights(client);
  } finally {
    await client.end();
  }
}

let database: { url: string };
beforeEach(async () => {
  const made = await bareDatabase();
  onTestFinished(() => made[Symbol.asyncDispose]());
  database = made;
});

test('a database restored without the roles gets all grants and policies again at the next start', async () => {
  await migrate(database.url);
  const before = await rightsIn(database.url);
  // What is left when a dump is restored on a server that has no such roles.
  await query(
    database.url,
    'drop owned by vitrine_app, vitrine_public, vitrine_redirect, vitrine_system',
    'grant execute on function count_picture(uuid, timestamptz, integer) to public',
  );
  expect((await rightsIn(database.url)).length).toBeLessThan(before.length / 2);
  await migrate(database.url);
  expect(await rightsIn(database.url)).toEqual(before);
});

test('policies of the former owner become those of the new one', async () => {
  await migrate(database.url);
  const { url, name } = await giveToOrdinaryUser(
    database.url,
    '',
    'grant vitrine_app, vitrine_public, vitrine_redirect, vitrine_system',
  );
  await query(
    database.url,
    `do $$ declare t regclass; begin
       for t in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') loop
         execute format('alter table %s owner to ${name}', t);
       end loop; end $$`,
  );
  await migrate(url);
  const owners = await query<{ roles: string }>(
    database.url,
    `select distinct array_to_string(roles, ',') as roles from pg_policies where policyname = 'owner'`,
  );
  expect(owners).toEqual([{ roles: name }]);
});

test('a user who may not use the roles gets the SQL that allows it', async () => {
  const { url, name } = await giveToOrdinaryUser(database.url, '');
  const refusal = await migrate(url).then(String, String);
  const [problem, ...fix] = refusal.split('\n');
  expect(problem).toContain(
    `user ${name} may not create or use the roles vitrine_app, vitrine_public, vitrine_redirect, vitrine_system. ` +
      'Run this as an administrator of the database, then start again:',
  );
  expect(fix).toEqual([
    expect.stringContaining(`grant vitrine_app, vitrine_public, vitrine_redirect, vitrine_system to ${name}`),
  ]);
  await query(database.url, ...fix);
  expect((await migrate(url)).length).toBeGreaterThan(0);
});

test('a user who may not create tables gets the SQL that allows it', async () => {
  const name = `guest_${randomBytes(4).toString('hex')}`;
  await query(database.url, `create role ${name} login password 'secret'`);
  const url = new URL(database.url);
  [url.username, url.password] = [name, 'secret'];
  await expect(migrate(url.href)).rejects.toThrow(
    new RegExp(
      `may not create tables.*\ngrant create on database \\w+ to ${name};\ngrant create on schema public to ${name};`,
    ),
  );
});
