import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  giveAdjustments,
  listAdjustments,
  listBrandAdjustments,
  previewAdjustments,
} from '@vitrine/contract/adjustments.ts';
import { failPayout, payPayout, readCashOut, readStatement } from '@vitrine/contract/payouts.ts';
import { readEarnings } from '@vitrine/contract/commissions.ts';
import type { Client } from '../../world/client.ts';
import { effectsOf } from '../../world/effects.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import type { TestEarner } from '../ledger/ledger.testing.ts';
import { verifyLedger } from '../ledger/ledger.verify.ts';
import { addStaff } from '../merchants/merchants.service.ts';
import { approve, earnCurrent, openEarner, proofOf, request } from '../payouts/payouts.testing.ts';

const reason = 'Thanks for a great launch week';
const params = { merchant: 'glow-lab' };
let world: World;
let owner: Client;
let creator: Client;
let earner: TestEarner;
let handle: string;
let email: string;
beforeAll(async () => {
  world = await openWorld();
  owner = await world.signIn('brand@glow.test');
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  ({ creator, earner, email } = await openEarner(world));
  handle = email.split('@')[0] ?? '';
});

type Row = { creator: string; amount: string };

async function give(rows: Row[], kind: 'bonus' | 'correction' = 'bonus', more: object = {}, by = owner) {
  const body = { kind, reason, rows, proof: await proofOf(by) };
  return by.call(giveAdjustments, { params, body, ...more });
}
const one = (amount: string) => [{ creator: handle, amount }];
const balance = async () => {
  const { balances } = granted(await creator.call(readEarnings));
  const [row] = balances;
  return [row?.current.amount, row?.pending.amount, row?.processing.amount, row?.paid.amount];
};
const own = async () => granted(await creator.call(listAdjustments));
const verified = async () => expect(await verifyLedger(world.ctx.database.url)).toMatchObject({ agrees: true });

describe('a bonus', () => {
  test('is in the available balance at once, and its creator is told everywhere', async () => {
    const { answer, audits, events, mails } = await effectsOf(world, () => give(one('2500')));
    const [row] = granted(answer);
    expect(row).toMatchObject({ creator: handle, kind: 'bonus', state: 'available', reason });
    expect(await balance()).toEqual(['2500', '0', '0', '0']);
    expect(events).toEqual([{ kind: 'adjustment-update', to: earner.creatorId }]);
    expect(mails.map((mail) => [mail.kind, mail.recipient])).toEqual([['bonus_given', email]]);
    const entry = audits.find(({ action }) => action === 'bonus.given');
    expect(entry?.details).toMatchObject({ reason, creators: 1, total: '2500', adjustments: [row?.id] });
    const notices = await world.ctx.database.as({ role: 'system' }, (tx) =>
      tx
        .selectFrom('notifications')
        .selectAll()
        .where('user_id', '=', earner.creatorId)
        .where('kind', 'in', ['bonus', 'correction'])
        .execute(),
    );
    expect(notices).toMatchObject([
      {
        kind: 'bonus',
        merchant_id: earner.merchantId,
        payload: { amount: { amount: '2500', currency: 'USD' }, reason },
      },
    ]);
    await verified();
  });

  test('explains itself in the statement', async () => {
    granted(await give(one('2500')));
    const month = world.clock.now().toISOString().slice(0, 7);
    const statement = granted(
      await creator.call(readStatement, { params: { merchant_account_id: earner.merchantAccountId, month } }),
    );
    expect(statement.entries).toMatchObject([{ kind: 'bonus', title: reason, amount: { amount: '2500' } }]);
  });

  test('can be cashed out alone, and is paid with the payout', async () => {
    granted(await give(one('3000')));
    const payout = granted(await request(creator, earner));
    expect([payout.amount.amount, payout.carried.amount, payout.commissions]).toEqual(['3000', '3000', 0]);
    expect((await own())[0]?.state).toBe('processing');
    granted(await approve(owner, 'glow-lab', payout.id));
    granted(await owner.call(payPayout, { params: { ...params, payout_id: payout.id }, body: {} }));
    expect((await own())[0]?.state).toBe('paid');
    expect(await balance()).toEqual(['0', '0', '0', '3000']);
    await verified();
  });

  test('is available again after its payout failed', async () => {
    granted(await give(one('3000')));
    const payout = granted(await request(creator, earner));
    granted(
      await owner.call(failPayout, { params: { ...params, payout_id: payout.id }, body: { reason: 'Wrong IBAN' } }),
    );
    expect((await own())[0]?.state).toBe('available');
    expect(granted(await request(creator, earner)).amount.amount).toBe('3000');
    await verified();
  });

  test('is never divided: a payout up to less than it is refused with the least amount', async () => {
    granted(await give(one('3000')));
    await earnCurrent(world, earner, 2_500n);
    const refused = await request(creator, earner, 2_900n);
    expect(refused.problem.errors).toEqual({
      at_most: ['must be $30.00 or more; bonuses and corrections are always paid whole'],
    });
    const payout = granted(await request(creator, earner, 3_100n));
    expect([payout.amount.amount, payout.commissions]).toEqual(['3000', 0]);
    await verified();
  });

  test.each([
    ['0', 'must be a whole number of minor units, not 0'],
    ['1.5', 'must be a whole number of minor units, not 0'],
    ['-5', 'must be above 0 for a bonus; use a correction to take money'],
    ['1000001', 'must not be above $10,000.00 for one creator at once'],
  ])('of %s is refused: %s', async (amount, text) => {
    expect((await give(one(amount))).problem.errors).toEqual({ 'rows.0.amount': [text] });
    expect(await own()).toEqual([]);
  });

  test('is given once for an Idempotency-Key', async () => {
    const body = { kind: 'bonus', reason, rows: one('500'), proof: await proofOf(owner) } as const;
    const sent = { params, body, headers: { 'idempotency-key': `key ${handle}` } };
    const [first, second] = [await owner.call(giveAdjustments, sent), await owner.call(giveAdjustments, sent)];
    expect(second.data).toEqual(first.data);
    expect(await balance()).toEqual(['500', '0', '0', '0']);
  });

  test('needs the password, and the right to pay', async () => {
    const body = { kind: 'bonus', reason, rows: one('500'), proof: 'vts_wrong' } as const;
    expect((await owner.call(giveAdjustments, { params, body })).problem.code).toBe('step_up_needed');
    await addStaff(world.ctx, world.people.merchants.glow, world.people.users.maisonStaff, 'manager');
    const manager = await world.signIn('brand@maison.test');
    expect((await give(one('500'), 'bonus', {}, manager)).problem.code).toBe('forbidden');
    expect((await manager.call(listBrandAdjustments, { params })).status).toBe(200);
  });
});

describe('a correction', () => {
  test('downward below zero is carried, and the next payout is reduced by it', async () => {
    granted(await give(one('-4000'), 'correction'));
    expect(await balance()).toEqual(['-4000', '0', '0', '0']);
    expect((await request(creator, earner)).problem.errors?.['in_the_way']).toContain('negative_balance');
    await earnCurrent(world, earner, 7_500n);
    const [row] = granted(
      await creator.call(readCashOut, { params: { merchant_account_id: earner.merchantAccountId } }),
    );
    expect([row?.current.amount, row?.carried.amount, row?.commissions]).toEqual(['3500', '-4000', 1]);
    const payout = granted(await request(creator, earner));
    expect([payout.amount.amount, payout.carried.amount]).toEqual(['3500', '-4000']);
    await verified();
  });

  test('takes a bonus back, also when both are in no payout yet', async () => {
    granted(await give(one('2500')));
    world.clock.advance(1_000);
    granted(await give(one('-2500'), 'correction'));
    expect(await balance()).toEqual(['0', '0', '0', '0']);
    expect((await own()).map((row) => [row.kind, row.amount.amount])).toEqual([
      ['correction', '-2500'],
      ['bonus', '2500'],
    ]);
    await verified();
  });
});

describe('a list', () => {
  test('is read line by line, with the problem of each', async () => {
    const list = ['handle;amount', `@${handle};25,50`, 'nobody;1.00', 'ava;1,234', `${handle};3.00`, 'ava;-2', ''].join(
      '\n',
    );
    const plan = granted(await owner.call(previewAdjustments, { params, body: { kind: 'bonus', list } }));
    expect(plan.lines.map(({ line, creator: who, amount, problem }) => [line, who, amount?.amount, problem])).toEqual([
      [2, handle, '2550', null],
      [3, 'nobody', '100', 'unknown_creator'],
      [4, 'ava', undefined, 'bad_amount'],
      [5, handle, '300', 'repeated_creator'],
      [6, 'ava', '-200', 'repeated_creator'],
    ]);
    expect(plan.total.amount).toBe('2550');
    expect(await own()).toEqual([]);
  });

  test('with more than 500 creators is refused with their number', async () => {
    const list = Array.from({ length: 501 }, (_, index) => `creator${index}, 1.00`).join('\n');
    const answer = await owner.call(previewAdjustments, { params, body: { kind: 'bonus', list } });
    expect(answer.problem.errors).toEqual({ list: ['has 501 creators; at most 500 can be given at once'] });
  });

  test('is given as a whole or not at all', async () => {
    const rows = [{ creator: 'ava', amount: '100' }, ...one('100'), { creator: 'noor', amount: '100' }];
    const answer = await give(rows);
    expect(answer.problem.errors).toEqual({ 'rows.2.creator': ['noor is not a creator of this brand'] });
    expect(await own()).toEqual([]);
    expect(granted(await give(rows.slice(0, 2)))).toHaveLength(2);
    await verified();
  });

  test('of the brand finds a creator by the start of the handle, and never shows another brand’s', async () => {
    granted(await give(one('700')));
    const query = { search: handle.slice(0, -1) };
    const rows = granted(await owner.call(listBrandAdjustments, { params, query }));
    expect(rows.map((row) => row.creator)).toContain(handle);
    const other = await world.signIn('brand@northwind.test');
    expect((await other.call(listBrandAdjustments, { params })).status).toBe(404);
    const elsewhere = { merchant: 'northwind-outfitters' };
    expect(granted(await other.call(listBrandAdjustments, { params: elsewhere }))).toEqual([]);
  });
});

test('ten payouts at once take a bonus once', async () => {
  granted(await give(one('9000')));
  const answers = await Promise.all(Array.from({ length: 10 }, () => request(creator, earner)));
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
  expect(await balance()).toEqual(['0', '0', '9000', '0']);
  await verified();
});
