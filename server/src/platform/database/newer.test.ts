import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../../world/database.ts';
import { productVersion } from '../version.ts';
import { migrate } from './migrate.ts';
import { NewerDatabase } from './newer.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

let copy: Awaited<ReturnType<typeof testDatabase>>;
let owner: pg.Client;
beforeAll(async () => {
  copy = await testDatabase();
  owner = new pg.Client({ connectionString: copy.url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await copy[Symbol.asyncDispose]();
});

async function addMigration(name: string, version: string | null): Promise<void> {
  await owner.query(`delete from migrations where name like '9%'`);
  await owner.query(`insert into migrations (name, hash, version) values ($1, '', $2)`, [name, version]);
}

test('each migration names the version that ran it', async () => {
  const { rows } = await owner.query('select distinct version from migrations');
  expect(rows).toEqual([{ version: await productVersion() }]);
});

test('a database from before versions were recorded is migrated', async () => {
  await owner.query('alter table migrations drop column version');
  expect(await migrate(copy.url)).toEqual([]);
  const { rows } = await owner.query('select distinct version from migrations');
  expect(rows).toEqual([{ version: null }]);
});

test.each([
  ['9001_loyalty.sql', '3.2.0', 'Start version 3.2.0 or newer.'],
  ['9001_loyalty.sql', await productVersion(), `Start a newer build of version ${await productVersion()}.`],
  ['9001_loyalty.sql', null, 'Start the version that added it, or a newer one.'],
])('the unknown migration %s of version %s is refused: %s', async (name, version, advice) => {
  await addMigration(name, version);
  const refused = await migrate(copy.url).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(NewerDatabase);
  expect(String(refused)).toContain('it has the migration 9001_loyalty.sql');
  expect(String(refused)).toContain(advice);
});

/** Runs a command on the database, and returns what it says on standard error. */
async function run(args: string[]): Promise<{ said: string; code: number }> {
  const { PATH = '', TMPDIR = '/tmp' } = process.env;
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: {
      PATH,
      DATABASE_URL: copy.url,
      DATA_DIR: `${TMPDIR}/vitrine-newer-${process.pid}`,
      PORT: '0',
      ROLES: 'worker',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { said, code };
}

test.each([
  ['the server', ['run/serve.mjs'], 'Vitrine could not start:\n'],
  ['npm run ledger:verify', ['run/verify.mjs', 'ledger'], 'Could not verify: '],
  ['npm run clicks:verify', ['run/verify.mjs', 'clicks'], 'Could not verify: '],
])('on a newer database, %s ends with one readable line', async (_name, args, begin) => {
  await addMigration('9001_loyalty.sql', '3.2.0');
  expect(await run(args)).toEqual({
    said: `${begin}The database is newer than this version of Vitrine (${await productVersion()}): it has the migration 9001_loyalty.sql. Start version 3.2.0 or newer.\n`,
    code: 1,
  });
});
