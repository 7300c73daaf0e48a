import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fuzz, openFuzz, plainReads, sendAll } from './fuzz.testing.ts';

let fuzz: Fuzz;
beforeAll(async () => {
  fuzz = await openFuzz();
});
afterAll(() => fuzz.world[Symbol.asyncDispose]());

/** What orders could have before there was a ceiling. A thousand of them are more than an int8 holds. */
const once = '9007199254740991';
const many = 1_100;

test('orders of the largest amounts, in any number, make no read fail', async () => {
  const database = new pg.Client({ connectionString: fuzz.world.ctx.database.url });
  await database.connect();
  try {
    await database.query('set session_replication_role = replica');
    const { rows } = await database.query<{ names: string }>(
      `select string_agg(column_name, ', ') as names from information_schema.columns
       where table_name = 'commissions' and is_generated = 'NEVER'`,
    );
    const columns = rows[0]?.names;
    const changes = [
      `update order_lines set unit_price = ${once}, quantity = 1, discount = 0, net = ${once}`,
      `update commissions set amount = ${once}, base = ${once}`,
      `insert into commissions (${columns}) select ${columns} from (
        select (jsonb_populate_record(null::commissions, to_jsonb(c) || jsonb_build_object('id', gen_random_uuid(), 'line_id', 'more ' || n))).*
        from (select distinct on (merchant_account_id) c.* from commissions c order by merchant_account_id, id) c,
          generate_series(1, ${many}) n) more`,
    ];
    for (const change of changes) await database.query(change);
    expect(await sendAll(fuzz, plainReads(fuzz))).toEqual([]);
  } finally {
    await database.end();
  }
});
