import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { exportEverything } from '@vitrine/contract/settings.ts';
import { openTicket } from '@vitrine/contract/support.ts';
import { openWorld } from '../world/world.ts';
import { exportData } from './data-export.testing.ts';
import { exportedTables, leftOutTables } from './data-export.tables.testing.ts';

test("a creator's data export is one file with everything of theirs and nothing of other users (S27)", async () => {
  await using world = await openWorld();
  const ava = await world.signIn('ava@creators.test');
  expect((await ava.call(exportEverything, { body: { proof: 'none' } })).problem.code).toBe('step_up_needed');
  const data = await exportData(ava);
  expect(data).toMatchObject({ format: 'vitrine-export', version: 3 });
  expect(Object.keys(data.parts)).toEqual(
    expect.arrayContaining(['profile', 'storefronts', 'links', 'figures_by_day', 'commissions', 'payouts', 'messages']),
  );
  expect(data.parts['profile']).toMatchObject([{ display_name: 'Ava Lindqvist' }]);
  expect(data.parts['placements']?.length).toBeGreaterThan(0);
  const accounts = new Set(data.parts['placements']?.map((row) => row['merchant_account_id']));
  expect(accounts.has(world.people.accounts.noorNorthwind)).toBe(false);
  expect(JSON.stringify(data.parts)).not.toMatch(/password_hash|token_hash|sealed/);
  // The security log says when a password was set or changed; no other part may mention one.
  const { security_log: _log, ...others } = data.parts;
  expect(JSON.stringify(others)).not.toMatch(/password/);
});

test('it contains every row of a table that is read in pieces, in order', async () => {
  await using world = await openWorld();
  const { merchants, accounts, users } = world.people;
  const ava = await world.signIn('ava@creators.test');
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    sql`insert into messages (merchant_id, thread_id, seq, creator_id, side, sender_id, client_id, body, created_at)
      select t.merchant_id, t.id, t.last_seq + n, t.creator_id, 'creator', ${users.ava}::uuid, 'piece-' || n, 'Piece ' || n, ${world.clock.now()}
      from threads t, generate_series(1, 2500) n
      where t.merchant_id = ${merchants.glow}::uuid and t.merchant_account_id = ${accounts.avaGlow}::uuid`.execute(tx),
  );
  const bodies = (await exportData(ava)).parts['messages']?.map(({ body }) => String(body)) ?? [];
  expect(bodies.filter((body) => body.startsWith('Piece '))).toEqual(
    Array.from({ length: 2_500 }, (_, index) => `Piece ${index + 1}`),
  );
});

test('it contains tickets, security log, codes and acceptances, and only those of that creator', async () => {
  await using world = await openWorld();
  const { users, merchants, accounts } = world.people;
  const ava = await world.signIn('ava@creators.test');
  const noor = await world.signIn('noor@creators.test');
  for (const [creator, subject] of [
    [ava, 'A question of Ava'],
    [noor, 'A question of Noor'],
  ] as const)
    await creator.call(openTicket, { body: { kind: 'help', subject, body: 'Where do I find my statements?' } });
  const at = world.clock.now();
  await world.ctx.database.as({ role: 'system' }, async (tx) => {
    for (const [userId, version] of [
      [users.ava, '2026-01-01'],
      [users.noor, '2025-01-01'],
    ] as const)
      await tx
        .insertInto('legal_acceptances')
        .values({ user_id: userId, document: 'terms-of-use', version, accepted_at: at })
        .execute();
    for (const [merchantId, accountId, note] of [
      [merchants.glow, accounts.avaGlow, 'Come in, Ava'],
      [merchants.northwind, accounts.noorNorthwind, 'Come in, Noor'],
    ] as const) {
      const { id } = await tx
        .insertInto('invitations')
        .values({
          merchant_id: merchantId,
          id: crypto.randomUUID(),
          code_hash: Buffer.from(note.padEnd(32)),
          hint: 'abcd',
          email: null,
          note,
          terms_version: null,
          created_by: null,
          created_at: at,
          expires_at: at,
          revoked_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('invitation_acceptances')
        .values({ merchant_id: merchantId, invitation_id: id, merchant_account_id: accountId, accepted_at: at })
        .execute();
    }
  });
  const { parts } = await exportData(ava);
  expect(parts['tickets']).toMatchObject([{ subject: 'A question of Ava', state: 'open' }]);
  expect(parts['legal_acceptances']).toMatchObject([{ document: 'terms-of-use', version: '2026-01-01' }]);
  expect(parts['invitation_acceptances']).toMatchObject([{ merchant: 'Glow Lab', note: 'Come in, Ava' }]);
  expect(parts['discount_codes']?.map((row) => row['merchant_account_id'])).toContain(accounts.avaGlow);
  expect(parts['discount_codes']?.some((row) => row['merchant_account_id'] === accounts.noorNorthwind)).toBe(false);
  expect(parts['security_log']).toEqual(
    expect.arrayContaining([expect.objectContaining({ action: 'session.opened', at: expect.any(String) })]),
  );
  const own = (await exportData(noor)).parts;
  expect(own['tickets']).toMatchObject([{ subject: 'A question of Noor' }]);
  expect(own['invitation_acceptances']).toMatchObject([{ note: 'Come in, Noor' }]);
});

test('it contains the pictures themselves, and only those of that user', async () => {
  await using world = await openWorld();
  const { ava, noor } = world.people.users;
  const picture = { merchant_id: null, purpose: 'avatar', width: 1, height: 1, created_at: world.clock.now() };
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .insertInto('pictures')
      .values([
        { ...picture, id: crypto.randomUUID(), code: 'a'.repeat(22), owner_id: ava, bytes: Buffer.from('of Ava') },
        { ...picture, id: crypto.randomUUID(), code: 'n'.repeat(22), owner_id: noor, bytes: Buffer.from('of Noor') },
      ])
      .execute(),
  );
  const { parts, files } = await exportData(await world.signIn('ava@creators.test'));
  const file = `pictures/${'a'.repeat(22)}.webp`;
  expect([...files.keys()]).toEqual(['data.json', file]);
  expect(files.get(file)?.toString()).toBe('of Ava');
  expect(parts['pictures']).toMatchObject([{ file, purpose: 'avatar' }]);
});

test.each([
  ['brand@glow.test', [{ display_name: 'Glow Lab', role: 'owner' }], [{ subject: 'A question of staff' }]],
  ['operator@vitrine.test', [], []],
])('%s exports their profile, brands, tickets and security log', async (email, brands, tickets) => {
  await using world = await openWorld();
  const client = await world.signIn(email);
  await client.call(openTicket, {
    body: { kind: 'help', subject: 'A question of staff', body: 'Where do I find the terms?' },
  });
  const { parts } = await exportData(client);
  expect(parts['profile']).toMatchObject([{ email }]);
  expect(parts['memberships']).toMatchObject(brands);
  expect(parts['tickets']).toMatchObject(tickets);
  expect(parts['security_log']).toEqual(
    expect.arrayContaining([expect.objectContaining({ action: 'session.opened' })]),
  );
  expect(parts['commissions']).toEqual([]);
});

test('every table of the database is in the export or is left out for a stated reason', async () => {
  await using world = await openWorld();
  const tables = await world.ctx.database.as({ role: 'system' }, async (tx) => {
    const { rows } = await sql<{ name: string }>`
      select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by 1`.execute(tx);
    return rows.map(({ name }) => name).filter((name) => name !== 'migrations');
  });
  const decided = [...Object.keys(exportedTables), ...Object.keys(leftOutTables)];
  expect(
    tables.filter((table) => !decided.includes(table)),
    'not decided yet',
  ).toEqual([]);
  expect(
    decided.filter((table) => !tables.includes(table)),
    'no such table',
  ).toEqual([]);
  expect(
    Object.keys(exportedTables).filter((table) => table in leftOutTables),
    'decided twice',
  ).toEqual([]);
  const { parts } = await exportData(await world.signIn('ava@creators.test'));
  expect(new Set(Object.values(exportedTables))).toEqual(new Set(Object.keys(parts)));
});
