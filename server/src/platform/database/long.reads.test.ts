import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bareDatabase } from '../../../world/database.ts';
import { createLog } from '../log.ts';
import { newId } from '../ids.ts';
import { type Database, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

let undo: AsyncDisposableStack;
let database: Database;

beforeAll(async () => {
  undo = new AsyncDisposableStack();
  const { url } = undo.use(await bareDatabase());
  await migrate(url);
  database = undo.adopt(openDatabase({ url, log: createLog('silent') }), (open) => open.close());
});
afterAll(() => undo.disposeAsync());

/** How often PostgreSQL planned a statement without its values, of some calls in one transaction. */
function generalPlansOf(open: 'as' | 'read', calls: number): Promise<number> {
  const ids = Array.from({ length: 1_000 }, () => newId(new Date()));
  const name = sql.id(`counted_${open}`);
  return database[open]({ role: 'system' }, async (tx) => {
    await sql`prepare ${name} (uuid[]) as select count(*) from users where id = any($1)`.execute(tx);
    for (let call = 0; call < calls; call += 1) await sql`execute ${name} (${sql.lit(`{${ids.join()}}`)})`.execute(tx);
    const { rows } = await sql<{ plans: number }>`
      select generic_plans::integer as plans from pg_prepared_statements where name = ${`counted_${open}`}`.execute(tx);
    return rows[0]?.plans ?? 0;
  });
}

test('a long read is planned for the lists that it has, however often it was made', async () => {
  expect(await generalPlansOf('as', 8)).toBeGreaterThan(0);
  expect(await generalPlansOf('read', 8)).toBe(0);
});
