import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../world/database.ts';
import { type Database, openDatabase } from './platform/database/database.ts';
import { createLog } from './platform/log.ts';
import { createReadiness, type Need } from './readiness.ts';

// Each test breaks one thing that the product needs of its database and repairs it again.

let url: string;
let close: () => Promise<void>;
let database: Database;
let owner: pg.Client;
let missing: () => Promise<Need[]>;

beforeAll(async () => {
  const copy = await testDatabase();
  url = copy.url;
  database = openDatabase({ url, log: createLog('silent') });
  owner = new pg.Client({ connectionString: url });
  await owner.connect();
  close = async () => {
    await owner.end();
    await database.close();
    await copy[Symbol.asyncDispose]();
  };
});
afterAll(() => close());
/** A new one each time, since each keeps its last result for a moment. */
beforeEach(() => {
  missing = readinessOf({ roles: ['api', 'redirect', 'worker'] });
});

function readinessOf({
  roles,
  redirect = [],
}: {
  roles: readonly ('api' | 'redirect' | 'worker')[];
  redirect?: Need[];
}) {
  const config = { roles } as Parameters<typeof createReadiness>[0]['config'];
  return createReadiness({ config, database }, () => redirect);
}

async function nowMissing(): Promise<Need[]> {
  return readinessOf({ roles: ['api'] })();
}

test('nothing is missing on a migrated database', async () => {
  expect(await missing()).toEqual([]);
});

test.each([
  {
    what: 'a migration that did not run',
    need: 'migrations',
    broken: `create table kept as select * from migrations; delete from migrations where name like '0041%'`,
    repaired: 'insert into migrations select * from kept on conflict do nothing; drop table kept',
  },
  {
    what: 'a grant that a restore left out',
    need: 'roles',
    broken: 'revoke select on orders from vitrine_app',
    repaired: 'grant select on orders to vitrine_app',
  },
  {
    what: 'a table that the app may not write',
    need: 'write',
    broken:
      'alter table write_checks disable row level security; drop policy app on write_checks; alter table write_checks enable row level security',
    repaired: 'create policy app on write_checks to vitrine_app using (true) with check (true)',
  },
])('$what is named until it is repaired', async ({ need, broken, repaired }) => {
  await owner.query(broken);
  expect(await nowMissing()).toEqual([need]);
  await owner.query(repaired);
  expect(await nowMissing()).toEqual([]);
});

test('a read-only database is not ready for writes', async () => {
  const name = new URL(url).pathname.slice(1);
  await owner.query(`alter database ${name} set default_transaction_read_only = on`);
  const readOnly = openDatabase({ url, log: createLog('silent') });
  const config = { roles: ['worker'] } as unknown as Parameters<typeof createReadiness>[0]['config'];
  expect(await createReadiness({ config, database: readOnly }, () => [])()).toEqual(['write']);
  await readOnly.close();
  await owner.query(`alter database ${name} reset default_transaction_read_only`);
});

test('a database that does not answer is named, without its address', async () => {
  const away = openDatabase({ url: 'postgres://vitrine:secret@127.0.0.1:1/vitrine', log: createLog('silent') });
  const config = { roles: ['api'] } as unknown as Parameters<typeof createReadiness>[0]['config'];
  expect(await createReadiness({ config, database: away }, () => [])()).toEqual(['database']);
  await away.close();
});

test('a node that only redirects needs its links and journal, and no database', async () => {
  await owner.query('revoke select on orders from vitrine_app');
  expect(await readinessOf({ roles: ['redirect'], redirect: ['journal'] })()).toEqual(['journal']);
  expect(await readinessOf({ roles: ['redirect'] })()).toEqual([]);
  await owner.query('grant select on orders to vitrine_app');
});

test('probes that come together share one look at the database', async () => {
  let looks = 0;
  const counted = { ...database, as: (...args: Parameters<Database['as']>) => ((looks += 1), database.as(...args)) };
  const config = { roles: ['api'] } as unknown as Parameters<typeof createReadiness>[0]['config'];
  const ask = createReadiness({ config, database: counted as Database }, () => []);
  await Promise.all([ask(), ask(), ask()]);
  await ask();
  expect(looks).toBe(1);
});
