import { expect, test } from 'vitest';
import { sql } from 'kysely';
import { openWorld } from '../../world/world.ts';
import { retentionSettings } from '../config.retention.ts';
import { retentionRules } from './retention.rules.ts';
import { agingTables, lastingTables } from './retention.tables.testing.ts';

test('every table has a rule or a reason to stay', async () => {
  await using world = await openWorld();
  const tables = await world.ctx.database.as({ role: 'system' }, async (tx) => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and not relispartition`.execute(tx);
    return rows.map(({ name }) => name);
  });
  expect([...agingTables, ...Object.keys(lastingTables)].toSorted()).toEqual(tables.toSorted());
});

test('every setting is used', () => {
  const used = new Set<string>(retentionRules.map(({ setting }) => setting));
  const elsewhere = ['KEEP_ADDRESSES_DAYS', 'KEEP_ANSWERS_DAYS', 'KEEP_AUDIT_DAYS'];
  expect(Object.keys(retentionSettings).filter((name) => !used.has(name) && !elsewhere.includes(name))).toEqual([]);
});
