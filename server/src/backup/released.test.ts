import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { bareDatabase } from '../../world/database.ts';
import { startServerProcess } from '../../world/process.ts';
import { migrationNames } from '../platform/version.ts';
import { restore, temporaryFolder, withClient } from './backup.testing.ts';

// database/released has a backup of the demo for each released version, taken with this key.
const secretKey = 'the secret key of the released fixtures, 32+';
const folder = fileURLToPath(new URL('../../../database/released/', import.meta.url));
const backups = readdirSync(folder);

test.for(backups)('the data of %s is upgraded, verified and served', { timeout: 120_000 }, async (name) => {
  await using database = await bareDatabase();
  const dataDir = await temporaryFolder();
  const { manifest, faults } = await restore({ url: database.url, dataDir }, `${folder}${name}`, secretKey);
  expect(faults).toEqual([]);
  // The file is one of an earlier schema, with figures to lose.
  const newest = await migrationNames();
  expect(manifest.migrations.length).toBeLessThan(newest.length);
  const kept = ['hits', 'orders', 'decisions', 'commissions', 'ledger_entries', 'payouts', 'messages', 'pictures'];
  await withClient(database.url, async (connection) => {
    const { rows } = await connection.query<{ name: string }>('select name from migrations order by name');
    expect(rows.map((row) => row.name)).toEqual(newest);
    for (const table of kept) {
      const before = manifest.tables.find((each) => each.name === table)?.rows;
      const after = await connection.query<{ count: number }>(`select count(*)::int as count from ${table}`);
      expect(before, table).toBeGreaterThan(0);
      expect(after.rows[0]?.count, table).toBe(before);
    }
  });

  await using server = await startServerProcess({
    env: { DATABASE_URL: database.url, DATA_DIR: dataDir, SECRET_KEY: secretKey },
  });
  const call = async (path: string, init: RequestInit) => {
    const response = await fetch(`${server.origin}/api/v1${path}`, init);
    expect(response.status).toBe(200);
    return (await response.json()) as { data: { token: string } };
  };
  const body = JSON.stringify({ email: 'ava@creators.test', password: 'vitrine-demo' });
  const { data } = await call('/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const earnings = await call('/earnings', { headers: { authorization: `Bearer ${data.token}` } });
  expect(JSON.stringify(earnings.data)).toMatch(/"amount":"[1-9]/);
});
