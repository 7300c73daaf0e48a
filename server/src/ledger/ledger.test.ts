import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readEarnings } from '@vitrine/contract/commissions.ts';
import { openWorld, type World } from '../../world/world.ts';
import { sha256 } from '../platform/ids.ts';
import type { Posting } from './ledger.queries.ts';
import { post } from './ledger.service.ts';
import { asOwner, type TestEarner } from './ledger.testing.ts';

let world: World;
let ava: TestEarner;
let avaInParis: TestEarner;
let noor: TestEarner;
let count = 0;

beforeAll(async () => {
  world = await openWorld();
  const { merchants, accounts, users } = world.people;
  ava = { merchantId: merchants.glow, merchantAccountId: accounts.avaGlow, creatorId: users.ava, currency: 'USD' };
  avaInParis = {
    merchantId: merchants.maison,
    merchantAccountId: accounts.avaMaison,
    creatorId: users.ava,
    currency: 'EUR',
  };
  noor = {
    merchantId: merchants.northwind,
    merchantAccountId: accounts.noorNorthwind,
    creatorId: users.noor,
    currency: 'USD',
  };
});
afterAll(() => world[Symbol.asyncDispose]());

function adjustment(of: TestEarner, amount: bigint, more: Partial<Posting> = {}): Posting {
  count += 1;
  return {
    ...of,
    key: `adjustment:${count}`,
    kind: 'adjustment',
    reference: 'a test',
    occurredAt: world.clock.now(),
    entries: [
      { account: 'current', amount },
      { account: 'merchant', amount: -amount },
    ],
    ...more,
  };
}

const posted = (posting: Posting) =>
  world.ctx.database.as({ role: 'app', merchantId: posting.merchantId }, (tx) => post(tx, posting));

async function balance(of: TestEarner, kind: string): Promise<bigint> {
  const row = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .selectFrom('ledger_accounts')
      .select('balance')
      .where('merchant_account_id', '=', of.merchantAccountId)
      .where('kind', '=', kind)
      .where('currency', '=', of.currency)
      .executeTakeFirst(),
  );
  return row?.balance ?? 0n;
}

describe('earnings', () => {
  test("show zeroes in the brand's currency before anything is earned", async () => {
    const answer = await (await world.signIn('noor@creators.test')).call(readEarnings);
    expect(answer.data.balances).toEqual([
      {
        merchant_account_id: noor.merchantAccountId,
        merchant_display_name: 'Northwind Outfitters',
        currency: 'USD',
        current: { amount: '0', currency: 'USD' },
        pending: { amount: '0', currency: 'USD' },
        processing: { amount: '0', currency: 'USD' },
        paid: { amount: '0', currency: 'USD' },
        payout_minimum: { amount: '2500', currency: 'USD' },
        next_maturing: null,
        blocked_by: 'nothing_current',
      },
    ]);
  });

  test('list what blocks a payout', async () => {
    const client = await world.signIn('ava@creators.test');
    const blocked = async () =>
      (await client.call(readEarnings)).data.balances.find((entry) => entry.currency === 'EUR')?.blocked_by;
    await posted(adjustment(avaInParis, 2_499n));
    expect(await blocked()).toBe('below_minimum');
    await posted(adjustment(avaInParis, 1n));
    expect(await blocked()).toBeNull();
    await posted(adjustment(avaInParis, -2_600n));
    expect(await blocked()).toBe('negative_balance');
    await posted(adjustment(avaInParis, 100n));
    expect(await blocked()).toBe('nothing_current');
  });

  test('are for creators, and each sees their own', async () => {
    expect((await world.anonymous.call(readEarnings)).status).toBe(401);
    expect((await (await world.signIn('brand@glow.test')).call(readEarnings)).status).toBe(403);
    expect((await (await world.signIn('max@creators.test')).call(readEarnings)).status).toBe(403);
    const balances = (await (await world.signIn('noor@creators.test')).call(readEarnings)).data.balances;
    expect(balances.map((entry) => entry.merchant_account_id)).toEqual([noor.merchantAccountId]);
  });
});

describe('a posting', () => {
  test('with a key that was posted before, ten at once or later, returns the first one', async () => {
    const before = await balance(noor, 'current');
    const posting = adjustment(noor, 500n);
    const ids = await Promise.all(Array.from({ length: 10 }, () => posted(posting)));
    expect(new Set([...ids, await posted(posting)]).size).toBe(1);
    expect(await balance(noor, 'current')).toBe(before + 500n);
  });

  test('with the key of a different posting is refused', async () => {
    const posting = adjustment(noor, 500n);
    await posted(posting);
    await expect(posted({ ...posting, reference: 'another' })).rejects.toMatchObject({ code: 'VT005' });
  });

  test('that does not sum to zero, or is empty, is refused', async () => {
    await expect(
      posted(
        adjustment(noor, 5n, {
          entries: [
            { account: 'current', amount: 5n },
            { account: 'merchant', amount: -4n },
          ],
        }),
      ),
    ).rejects.toMatchObject({ code: 'VT002' });
    await expect(posted(adjustment(noor, 5n, { entries: [] }))).rejects.toMatchObject({ code: 'VT002' });
  });

  test('outside the scope of its merchant or creator is refused', async () => {
    const elsewhere = (scope: Parameters<World['ctx']['database']['as']>[0]) =>
      world.ctx.database.as(scope, (tx) => post(tx, adjustment(noor, 5n)));
    await expect(elsewhere({ role: 'app', merchantId: ava.merchantId })).rejects.toMatchObject({ code: 'VT003' });
    await expect(elsewhere({ role: 'app', creatorId: noor.creatorId })).rejects.toMatchObject({ code: 'VT003' });
    await expect(elsewhere({ role: 'system' })).rejects.toMatchObject({ code: 'VT003' });
    await expect(
      elsewhere({ role: 'app', merchantId: noor.merchantId, creatorId: ava.creatorId }),
    ).rejects.toMatchObject({ code: 'VT003' });
    await expect(elsewhere({ role: 'public' })).rejects.toMatchObject({ code: '42501' });
  });

  test('to an account of another brand is refused', async () => {
    const foreign = { ...adjustment(noor, 5n), merchantAccountId: ava.merchantAccountId };
    await expect(posted(foreign)).rejects.toThrow(/returned no rows/);
  });

  test('never makes pending, processing or paid negative, and pays out only what is there', async () => {
    const current = await balance(noor, 'current');
    const move = (
      kind: Posting['kind'],
      from: 'pending' | 'current' | 'processing' | 'paid',
      to: 'pending' | 'current' | 'processing' | 'paid',
      amount: bigint,
    ) =>
      posted(
        adjustment(noor, 1n, {
          kind,
          entries: [
            { account: to, amount },
            { account: from, amount: -amount },
          ],
        }),
      );
    await expect(move('maturity', 'pending', 'current', 1n)).rejects.toMatchObject({
      constraint: 'ledger_accounts_owed_check',
    });
    await expect(move('payout_cancel', 'processing', 'current', 1n)).rejects.toMatchObject({
      constraint: 'ledger_accounts_owed_check',
    });
    await expect(move('adjustment', 'paid', 'current', 1n)).rejects.toMatchObject({
      constraint: 'ledger_accounts_owed_check',
    });
    await expect(move('payout_request', 'current', 'processing', current + 1n)).rejects.toMatchObject({
      code: 'VT004',
    });
    await move('payout_request', 'current', 'processing', current);
    await move('payout_paid', 'processing', 'paid', current);
    await posted(adjustment(noor, -40n));
    expect([await balance(noor, 'current'), await balance(noor, 'paid')]).toEqual([-40n, current]);
  });

  test("of one creator does not wait for another creator's at the same brand", async () => {
    const { openMerchantAccount } = await import('../creators/creators.service.ts');
    const second = {
      ...noor,
      creatorId: ava.creatorId,
      merchantAccountId: await openMerchantAccount(world.ctx, noor.merchantId, ava.creatorId),
    };
    await world.ctx.database.as({ role: 'app', merchantId: noor.merchantId }, async (tx) => {
      await post(tx, adjustment(second, 5n));
      await posted(adjustment(noor, 5n));
      await post(tx, adjustment(second, 6n));
    });
    expect(await balance(second, 'current')).toBe(11n);
  });

  test('by two at once to the same accounts in opposite order succeeds for both', async () => {
    const before = await balance(noor, 'pending');
    const both = (amount: bigint, entries: Posting['entries']) =>
      Array.from({ length: 10 }, () => posted(adjustment(noor, amount, { entries })));
    await Promise.all([
      ...both(1n, [
        { account: 'pending', amount: 1n },
        { account: 'current', amount: 1n },
        { account: 'merchant', amount: -2n },
      ]),
      ...both(1n, [
        { account: 'merchant', amount: -2n },
        { account: 'current', amount: 1n },
        { account: 'pending', amount: 1n },
      ]),
    ]);
    expect(await balance(noor, 'pending')).toBe(before + 20n);
  });

  test('can be verified by anyone: each hash is that of the previous one and the line', async () => {
    for (const amount of [500n, -1n, 250n]) await posted(adjustment(noor, amount));
    const rows = await asOwner(
      world.ctx.database.url,
      async (owner) =>
        (
          await owner.query<{ hash: Buffer; line: string }>(
            `
      select e.hash, ledger_line(e.account_seq, t.id, t.kind, t.key, t.reference, t.occurred_at, t.recorded_at, e.amount, e.currency) as line
      from ledger_entries e join ledger_transactions t on t.id = e.transaction_id join ledger_accounts a on a.id = e.account_id
      where a.merchant_account_id = $1 and a.kind = 'current' order by e.account_seq`,
            [noor.merchantAccountId],
          )
        ).rows,
    );
    let head = sha256(`${noor.merchantAccountId}|USD|current`);
    for (const { hash, line } of rows) {
      head = sha256(Buffer.concat([head, Buffer.from(line)]));
      expect(hash).toEqual(head);
    }
    expect(rows.at(-1)?.line).toMatch(
      /^\d+\|[0-9a-f-]{36}\|adjustment\|2026-11-2\dT[\d:.]+Z\|[\dT:.-]+Z\|250\|USD\|"adjustment:\d+"\|"a test"$/,
    );
  });
});
