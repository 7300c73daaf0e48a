import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { login } from '@vitrine/contract/passwords.ts';
import { requestClosure } from '@vitrine/contract/closures.ts';
import { checkAuditLog } from '@vitrine/contract/operators.ts';
import { readHandle } from '@vitrine/contract/accounts.ts';
import { demoPassword } from '../world/people.ts';
import { granted } from '../world/shelves.ts';
import { openWorld, type World } from '../world/world.ts';
import { eraseDueAccounts } from './erasure.ts';
import { dumpOf, foundIn, plantPerson } from './erasure.testing.ts';
import { erasedTables, keptTables } from './erasure.tables.testing.ts';
import { verifyLedger } from './ledger/ledger.verify.ts';
import { verifyClicksAt } from './figures/figures.verify.ts';
import { proofOf } from './payouts/payouts.testing.ts';

const dayMs = 86_400_000;

async function closeAs(world: World, email: string): Promise<void> {
  const client = await world.signIn(email);
  granted(await client.call(requestClosure, { body: { proof: await proofOf(client) } }));
}

function daysLater(world: World, days: number): void {
  world.clock.set(new Date(world.clock.now().getTime() + days * dayMs));
}

test('an erasure leaves none of a creator’s data in the database, and the books still agree', async () => {
  await using world = await openWorld();
  await closeAs(world, 'ava@creators.test');
  const planted = await plantPerson(world);
  expect(planted.size).toBeGreaterThanOrEqual(40);
  expect(foundIn(await dumpOf(world), planted), 'the positive control').toEqual([...planted.keys()]);

  const clicks = await verifyClicksAt(world.ctx.database.url);

  daysLater(world, 14);
  expect(await eraseDueAccounts(world.ctx)).toBe(1);
  expect(foundIn(await dumpOf(world), planted)).toEqual([]);

  const operator = await world.signIn('operator@vitrine.test');
  expect(granted(await operator.call(checkAuditLog)).broken_at).toBeNull();
  expect(await verifyLedger(world.ctx.database.url)).toMatchObject({ agrees: true });
  expect(await verifyClicksAt(world.ctx.database.url), 'counts are as before').toEqual(clicks);
  expect(await eraseDueAccounts(world.ctx)).toBe(0);
});

test('an erased creator can’t log in, others see a pseudonym, and the handle stays taken', async () => {
  await using world = await openWorld();
  await closeAs(world, 'ava@creators.test');
  daysLater(world, 14);
  await eraseDueAccounts(world.ctx);
  const answer = await world.anonymous.call(login, { body: { email: 'ava@creators.test', password: demoPassword } });
  expect(answer.problem.code).toBe('wrong_credentials');
  expect(granted(await world.anonymous.call(readHandle, { params: { handle: 'ava' } })).state).toBe('taken');
  const { display_name } = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('users').select('display_name').where('id', '=', world.people.users.ava).executeTakeFirstOrThrow(),
  );
  const rest = await dumpOf(world);
  expect(['Lindqvist', 'ava@creators.test'].filter((each) => rest.includes(each))).toEqual([]);
  expect(display_name).toMatch(/^Erased creator [0-9a-f]{4}$/);
});

test('an audit entry that was emptied without an erasure breaks the chain', async () => {
  await using world = await openWorld();
  const operator = await world.signIn('operator@vitrine.test');
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    sql`select redact_audit(array(select seq from audit_entries where details <> '{}' limit 1))`.execute(tx),
  );
  expect(granted(await operator.call(checkAuditLog)).broken_at).not.toBeNull();
});

test('details of the audit log can be emptied by an erasure only, and never changed', async () => {
  await using world = await openWorld();
  const changed = world.ctx.database.as({ role: 'system' }, (tx) =>
    sql`update audit_entries set details = '{}', redacted = true`.execute(tx),
  );
  await expect(changed).rejects.toThrow(/append-only/);
});

test('every table of the database is erased in a stated way or is kept for a stated reason', async () => {
  await using world = await openWorld();
  const { rows } = await world.ctx.database.as({ role: 'system' }, (tx) =>
    sql<{ name: string }>`select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace
      and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'migrations' order by 1`.execute(tx),
  );
  const decided = [...Object.keys(erasedTables), ...Object.keys(keptTables)];
  expect(decided.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});
