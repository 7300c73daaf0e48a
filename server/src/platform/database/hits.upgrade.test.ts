import pg from 'pg';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { bareDatabase } from '../../../world/database.ts';
import { firstIdOf } from '../../hits/click-id.ts';
import { newId } from '../ids.ts';
import { migrationNames } from '../version.ts';
import { applyMigrations, migrate } from './migrate.ts';

let url: string;
let client: pg.Client;
beforeEach(async () => {
  const database = await bareDatabase();
  url = database.url;
  client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await database[Symbol.asyncDispose]();
  });
  const names = await migrationNames();
  await applyMigrations(client, new Set(names.filter((name) => name < '0048')));
});

async function storeHit(at: Date, id = newId(at)): Promise<string> {
  await client.query(
    `insert into hits (id, at, merchant_id, merchant_account_id, creator_id, link_id, class, reason, counted,
       rules_version, method, visitor, node)
     values ($1, $2, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'human', 'browser', true, 1, 'GET', '\\x00', 'old')
     on conflict (id) do nothing`,
    [id, at],
  );
  return id;
}

/** Under the names of today: a hit of an earlier version has its texts itself, and no profile. */
const hits = async () => {
  const { rows } = await client.query<{ hit: Record<string, unknown> }>(
    'select to_jsonb(h) as hit from hits h order by id',
  );
  return rows.map(({ hit: { user_agent: agent, language, referrer, ...hit } }) => ({
    own_user_agent: agent,
    own_language: language,
    own_referrer: referrer,
    profile: 0,
    ...hit,
  }));
};
const partitions = async () => (await client.query('select * from hit_partitions() order by before_id')).rows;
const dayMs = 86_400_000;

test('the hits of an earlier version become one partition, and no row is written again', async () => {
  for (const days of [400, 90, 31, 1, 0]) await storeHit(new Date(Date.now() - days * dayMs));
  const file = async (table: string) =>
    (await client.query(`select relfilenode from pg_class where oid = to_regclass('${table}')`)).rows;
  const [rows, before] = [await hits(), await file('hits')];
  await migrate(url);
  expect(await hits()).toEqual(rows);
  expect(await file('hits_first')).toEqual(before);
  expect(await partitions()).toMatchObject([{ name: 'hits_first', from_id: null, is_detaching: false }]);
  const unused = await client.query(
    `select indexrelid::regclass::text as index from pg_index i where indrelid = 'hits_first'::regclass
       and not exists (select from pg_inherits where inhrelid = i.indexrelid)`,
  );
  expect(unused.rows, 'an index was built again').toEqual([]);
});

test('after the upgrade, hits of the same month and of later ones are stored once', async () => {
  const old = await storeHit(new Date());
  await migrate(url);
  const soon = new Date(Date.now() + 70 * dayMs);
  await client.query('select prepare_hits($1), prepare_hits($2)', [new Date(), soon]);
  const next = await storeHit(soon);
  for (const id of [old, next]) await storeHit(new Date(), id);
  await storeHit(new Date());
  expect(await hits()).toHaveLength(3);
  expect(await partitions()).toHaveLength(2);
});

test('hits of a clock that ran ahead stay in the first partition', async () => {
  await storeHit(new Date('2031-05-05T00:00:00Z'));
  await migrate(url);
  expect(await partitions()).toMatchObject([{ name: 'hits_first', before_id: firstIdOf(Date.UTC(2031, 5)) }]);
});

test('an installation without hits begins without partitions', async () => {
  await migrate(url);
  expect(await partitions()).toEqual([]);
  expect((await client.query("select to_regclass('hits_first') as left")).rows).toEqual([{ left: null }]);
});
