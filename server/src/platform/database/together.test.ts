import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bareDatabase } from '../../../world/database.ts';
import { createLog } from '../log.ts';
import { type Database, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { roundTripsOf } from './statements.testing.ts';

const log = createLog('silent');
const usual = { statementMs: 5_000, lockMs: 2_000, idleMs: 10_000 };
let undo: AsyncDisposableStack;
let database: Database;
/** Its transactions can't begin, because PostgreSQL refuses the setting. */
let refused: Database;

beforeAll(async () => {
  undo = new AsyncDisposableStack();
  const { url } = undo.use(await bareDatabase());
  await migrate(url);
  database = undo.adopt(openDatabase({ url, log, limits: usual }), (open) => open.close());
  refused = undo.adopt(openDatabase({ url, log, limits: { ...usual, statementMs: -1 } }), (open) => open.close());
  await database.asLogin('create table notes (body text)');
  await database.asLogin('grant select, insert on notes to vitrine_system');
});
afterAll(() => undo.disposeAsync());

const system = { role: 'system' } as const;
const note = (body: string) => sql<{ body: string }>`insert into notes (body) values (${body}) returning body`;

async function notes(): Promise<string[]> {
  const { rows } = await database.asLogin<{ body: string }>('select body from notes order by body');
  return rows.map(({ body }) => body);
}

test('a transaction of one statement takes one round trip', async () => {
  const trips = await roundTripsOf(database.pool, async () => {
    expect(await database.alone(system, () => note('alone'))).toEqual([{ body: 'alone' }]);
  });
  expect(trips).toHaveLength(1);
  expect(await notes()).toContain('alone');
});

test('a joined begin travels with the first statement, and the commit with the last', async () => {
  const trips = await roundTripsOf(database.pool, () =>
    database.endingWith(
      system,
      async (tx) => {
        await note('first').execute(tx);
        return { statements: [note('last')], result: () => undefined };
      },
      { isJoined: true },
    ),
  );
  expect(trips).toHaveLength(2);
  expect(await notes()).toEqual(expect.arrayContaining(['first', 'last']));
});

test('if the last statement fails, the first is undone', async () => {
  const failing = database.endingWith(
    system,
    async (tx) => {
      await note('undone').execute(tx);
      return { statements: [sql`select 1 / 0`], result: () => undefined };
    },
    { isJoined: true },
  );
  await expect(failing).rejects.toThrow('division by zero');
  expect(await notes()).not.toContain('undone');
});

test('a transaction that can’t begin says why, and leaves a usable connection', async () => {
  const reason = /statement_timeout/;
  await expect(refused.alone(system, () => note('refused alone'))).rejects.toThrow(reason);
  const joined = refused.endingWith(
    system,
    async (tx) => {
      await note('refused').execute(tx);
      return { statements: [note('refused, too')], result: () => undefined };
    },
    { isJoined: true },
  );
  await expect(joined).rejects.toThrow(reason);
  expect((await notes()).filter((body) => body.startsWith('refused'))).toEqual([]);
  const { rows } = await refused.pool.query('select 1 as one');
  expect(rows).toEqual([{ one: 1 }]);
});
