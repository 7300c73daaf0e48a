import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from '../../../world/database.ts';
import { hasPgbouncer, type Pooler, startPooler } from '../../../world/pooler.ts';
import { createLog } from '../log.ts';
import { ConfigError } from '../../config.ts';
import { type Database, openDatabase } from './database.ts';
import { refuseWrongPooling, refuseWrongRole } from './pooler.ts';

describe.skipIf(!hasPgbouncer)('PgBouncer on the way to PostgreSQL', () => {
  let direct: Awaited<ReturnType<typeof testDatabase>>;
  const poolers = new Map<string, Pooler>();
  const through = (mode: string) => poolers.get(mode)?.url ?? '';

  beforeAll(async () => {
    direct = await testDatabase();
    for (const mode of ['session', 'transaction', 'statement'] as const)
      poolers.set(mode, await startPooler(direct.url, { mode }));
  });
  afterAll(async () => {
    for (const pooler of poolers.values()) await pooler[Symbol.asyncDispose]();
    await direct[Symbol.asyncDispose]();
  });

  const refusal = (url: string, directUrl: string) =>
    refuseWrongPooling({ url, directUrl }).then(
      () => undefined,
      (error: unknown) => (error instanceof ConfigError ? error.message : error),
    );

  test.each(['transaction', 'session'])(
    'mode %s is accepted for DATABASE_URL beside a direct address',
    async (mode) => {
      expect(await refusal(through(mode), direct.url)).toBeUndefined();
    },
  );

  test('mode session is accepted for both addresses', async () => {
    expect(await refusal(through('session'), through('session'))).toBeUndefined();
  });

  test('mode statement is refused for DATABASE_URL, with the line that is right', async () => {
    const message = await refusal(through('statement'), direct.url);
    expect(message).toMatch(/^DATABASE_URL goes through a pooler in statement mode/);
    expect(message).toMatch(/\npool_mode = transaction$/);
  });

  test('mode transaction is refused for DATABASE_DIRECT_URL, with the line that is right', async () => {
    const message = await refusal(direct.url, through('transaction'));
    expect(message).toMatch(/^DATABASE_DIRECT_URL goes through a pooler that gives each transaction another session/);
    const { pathname, port } = new URL(direct.url);
    const name = pathname.slice(1);
    expect(message).toContain(`\n${name}_direct = host=127.0.0.1 port=${port} dbname=${name} pool_mode=session`);
  });

  test('mode transaction is refused for DATABASE_URL alone', async () => {
    expect(await refusal(through('transaction'), through('transaction'))).toMatch(
      /^DATABASE_DIRECT_URL is not set, and/,
    );
  });

  test('role and limits are those of the transaction, and end with it', async () => {
    await using pooler = await startPooler(direct.url, { poolSize: 1 });
    await using stack = new AsyncDisposableStack();
    const database = openDatabase({ url: pooler.url, directUrl: direct.url, log: createLog('silent') });
    stack.defer(() => database.close());
    await refuseWrongRole(database);
    const seen = await database.as({ role: 'public' }, async (tx) =>
      tx
        .selectNoFrom((eb) => [
          eb.fn<string>('current_setting', [eb.val('role')]).as('role'),
          eb.fn<string>('current_setting', [eb.val('statement_timeout')]).as('statement'),
          eb.fn<string>('current_setting', [eb.val('lock_timeout')]).as('lock'),
        ])
        .executeTakeFirst(),
    );
    expect(seen).toEqual({ role: 'vitrine_public', statement: '5s', lock: '2s' });
    const { rows } = await database.pool.query(
      `select current_setting('role') as role, current_setting('statement_timeout') as statement`,
    );
    expect(rows).toEqual([{ role: 'none', statement: '0' }]);
  });

  test('a statement with values runs on every session, also on one that never saw it', async () => {
    await using stack = new AsyncDisposableStack();
    const database = openDatabase({ url: through('transaction'), directUrl: direct.url, log: createLog('silent') });
    stack.defer(() => database.close());
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        database.as({ role: 'app' }, async (tx) => {
          const { rows } = await sql<{ n: number }>`select ${n}::int as n`.execute(tx);
          return rows[0]?.n;
        }),
      ),
    );
    expect(answers).toEqual(Array.from({ length: 40 }, (_, n) => n));
  });

  test('a transaction that runs as another role than it set is refused', async () => {
    await using stack = new AsyncDisposableStack();
    const database = openDatabase({ url: direct.url, log: createLog('silent') });
    stack.defer(() => database.close());
    const elsewhere: Pick<Database, 'as'> = { as: (_scope, work) => database.as({ role: 'public' }, work) };
    await expect(refuseWrongRole(elsewhere)).rejects.toThrow(/runs as vitrine_public.*\npool_mode = transaction$/s);
  });
});
