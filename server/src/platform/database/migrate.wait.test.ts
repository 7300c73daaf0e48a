import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../world/database.ts';
import { lockMigrations, migrate, MigrationWaitError } from './migrate.ts';

// A node that starts while another one migrates.

let database: Awaited<ReturnType<typeof testDatabase>>;
let other: pg.Client;

beforeEach(async () => {
  database = await testDatabase();
  other = new pg.Client({ connectionString: database.url });
  other.on('error', () => undefined);
  await other.connect();
  await lockMigrations(other);
});
afterEach(async () => {
  await other.end();
  await database[Symbol.asyncDispose]();
});

test('waits, says so, and goes on when the other one is done', async () => {
  const waits = Promise.withResolvers<void>();
  const started = migrate(database.url, { onWait: waits.resolve });
  await waits.promise;
  await other.end();
  expect(await started).toEqual([]);
});

test('gives up after its limit, with the statement that finds the other one', async () => {
  const refused = await migrate(database.url, { longestMs: 60 }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(MigrationWaitError);
  const [, statement = ''] = /\n(select .*);$/.exec(String(refused)) ?? [];
  const gone = new Promise((resolve) => other.once('end', resolve));
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await owner.query(statement);
  await owner.end();
  await gone;
  expect(await migrate(database.url)).toEqual([]);
});
