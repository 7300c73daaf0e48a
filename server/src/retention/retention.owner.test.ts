import { tmpdir } from 'node:os';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { bareDatabase } from '../../world/database.ts';
import { readConfig } from '../config.ts';
import { systemClock } from '../platform/clock.ts';
import { openDatabase } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrate.ts';
import { giveToOrdinaryUser } from '../platform/database/rights.testing.ts';
import { silent } from '../redirector.testing.ts';
import { deleteOldData } from './retention.jobs.ts';
import { retentionRules } from './retention.rules.ts';
import { insertAged } from './retention.testing.ts';

test('an ordinary user that owns the database can delete by every rule', { timeout: 60_000 }, async () => {
  const bare = await bareDatabase();
  onTestFinished(() => bare[Symbol.asyncDispose]());
  const roles = 'vitrine_app, vitrine_public, vitrine_redirect, vitrine_system';
  const { url } = await giveToOrdinaryUser(bare.url, '', `grant ${roles}`);
  await migrate(url);
  const administrator = new pg.Client({ connectionString: bare.url });
  await administrator.connect();
  const query = async (text: string) => (await administrator.query<Record<string, unknown>>(text)).rows;

  const old = new Date(Date.now() - 4_000 * 86_400_000);
  const id = "'00000000-0000-7000-8000-000000000000'::uuid";
  await insertAged(administrator, 'product_imports', old, { id, merchant_id: id });
  for (const { table } of retentionRules) {
    const ofImport = table === 'product_import_rows' ? { import_id: id, merchant_id: id } : {};
    await insertAged(administrator, table, old, ofImport);
  }
  for (const time of [old, new Date(Date.now() - 100 * 86_400_000)]) {
    await administrator.query('select prepare_hits($1)', [time]);
    await insertAged(administrator, 'hits', time, { id: 'first_hit_id($1)', class: "'human'", browser_mark: 'null' });
    await administrator.query(`select record_audit($1, null, null, null, 'test.done', 'test', 'x', '{}', '')`, [time]);
  }

  const database = openDatabase({ url, log: silent });
  const config = readConfig({ DATA_DIR: tmpdir(), SECRET_KEY: 'x'.repeat(32) });
  await deleteOldData({ config, clock: systemClock, database, log: silent });
  await database.close();
  expect(await query('select outcome, note, deleted from retention_runs')).toEqual([
    {
      outcome: 'complete',
      note: '',
      deleted: {
        ...Object.fromEntries(retentionRules.map(({ table, clear }) => [clear ? `${table} (content)` : table, 1])),
        // Also that of the device.
        sessions: 2,
        'hits (addresses)': 1,
        audit_entries: 1,
      },
    },
  ]);
  expect(await query('select address from hits'), 'the old month was dropped').toEqual([{ address: null }]);
  await administrator.end();
});
