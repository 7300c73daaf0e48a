import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { receiveRefund } from '@vitrine/contract/orders.ts';
import { cancelPayout, exportPayouts, payPayout, readCashOut, requestPayout } from '@vitrine/contract/payouts.ts';
import type { Client } from '../../world/client.ts';
import { effectsOf } from '../../world/effects.ts';
import { demoApiKey } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { addStaff } from '../merchants/merchants.service.ts';
import { addMethod, american, approve, earnCurrent, openEarner, proofOf, request } from './payouts.testing.ts';

let world: World;
let owner: Client;
beforeAll(async () => {
  world = await openWorld();
  owner = await world.signIn('brand@glow.test');
});
afterAll(() => world[Symbol.asyncDispose]());

const inTheWay = (...obstacles: string[]) => ({
  code: 'payout_in_the_way',
  status: 409,
  errors: { in_the_way: obstacles },
});

describe('the minimum payout', () => {
  test.each([
    { balance: 2_499n, missing: '1', status: 409 },
    { balance: 2_500n, missing: '0', status: 201 },
    { balance: 2_501n, missing: '0', status: 201 },
  ])('of 2500 lets a balance of $balance be requested: $status', async ({ balance, missing, status }) => {
    const { creator, earner } = await openEarner(world);
    await earnCurrent(world, earner, balance);
    const params = { merchant_account_id: earner.merchantAccountId };
    const [row] = granted(await creator.call(readCashOut, { params }));
    expect(row).toMatchObject({ minimum: { amount: '2500', currency: 'USD' }, missing: { amount: missing } });
    expect(row?.in_the_way).toEqual(status === 201 ? [] : ['below_minimum']);
    expect((await request(creator, earner)).status).toBe(status);
  });

  test("applies only to the brand's currency: one cent in another can be requested", async () => {
    const { creator, earner } = await openEarner(world);
    const euros = { ...earner, currency: 'EUR' };
    await earnCurrent(world, earner, 2_000n);
    await earnCurrent(world, euros, 1n);
    const params = { merchant_account_id: earner.merchantAccountId };
    const rows = granted(await creator.call(readCashOut, { params }));
    expect(Object.fromEntries(rows.map((row) => [row.currency, [row.minimum.amount, row.in_the_way]]))).toEqual({
      EUR: ['0', []],
      USD: ['2500', ['below_minimum']],
    });
    expect(granted(await request(creator, euros))).toMatchObject({
      amount: { amount: '1', currency: 'EUR' },
      commissions: 1,
    });
    const dollars = granted(await creator.call(readCashOut, { params })).find((row) => row.currency === 'USD');
    expect([dollars?.current.amount, dollars?.commissions]).toEqual(['2000', 1]);
  });

  test('is reached by the whole commissions within an amount, not by the amount itself', async () => {
    const { creator, earner } = await openEarner(world);
    await earnCurrent(world, earner, 2_400n, 100n, 1n);
    expect((await request(creator, earner, 2_499n)).problem.errors).toEqual({
      at_most: ['covers whole commissions worth $24.00, which is less than this brand’s minimum payout of $25.00'],
    });
    expect(granted(await request(creator, earner, 2_500n))).toMatchObject({
      amount: { amount: '2500' },
      commissions: 2,
    });
  });
});

describe('a request', () => {
  test.each([
    ['without bank details', { withMethod: false }, ['no_method']],
    ['with too little and without bank details', { withMethod: false, cents: 1n }, ['below_minimum', 'no_method']],
    ['with an amount and without bank details', { withMethod: false, atMost: 5_000n }, ['no_method']],
  ] as const)('%s is refused', async (_title, given, obstacles) => {
    const { cents = 5_000n, atMost } = { cents: undefined, atMost: undefined, ...given };
    const { creator, earner } = await openEarner(world, { withMethod: given.withMethod });
    await earnCurrent(world, earner, cents);
    const { problem } = await request(creator, earner, atMost);
    expect(problem).toMatchObject({
      ...inTheWay(...obstacles),
      message: `This payout can’t be requested: ${obstacles.join(', ')}`,
    });
  });

  test('with an amount is refused while new bank details wait', async () => {
    const { creator, earner } = await openEarner(world);
    await earnCurrent(world, earner, 5_000n);
    await addMethod(creator, american);
    expect((await request(creator, earner, 5_000n)).problem).toMatchObject(inTheWay('cooling_off'));
  });

  test('in a currency that was never earned has nothing to pay', async () => {
    const { creator, earner } = await openEarner(world);
    await earnCurrent(world, earner, 5_000n);
    expect((await request(creator, { ...earner, currency: 'JPY' })).problem).toMatchObject(inTheWay('nothing_current'));
  });

  test.each(['0', '01', '-5', '1.5', '1e3', '', '12345678901234567'])(
    'with the amount "%s" is invalid',
    async (typed) => {
      const ava = await world.signIn('ava@creators.test');
      const refused = await ava.call(requestPayout, {
        params: { merchant_account_id: world.people.accounts.avaGlow },
        body: { currency: 'USD', at_most: typed },
      });
      expect(refused.problem).toMatchObject({
        status: 422,
        errors: { at_most: ['must be a whole number of minor units'] },
      });
    },
  );

  test('with an amount deducts the debt of refunds before it fills up', async () => {
    const { creator, earner } = await openEarner(world);
    const [first] = await earnCurrent(world, earner, 3_000n);
    const paid = granted(await request(creator, earner)).id;
    granted(await approve(owner, 'glow-lab', paid));
    granted(await owner.call(payPayout, { params: { merchant: 'glow-lab', payout_id: paid }, body: {} }));
    const shop = world.shop(demoApiKey);
    const whole = { refund_id: 'R', lines: [{ line_id: '1', quantity: 1 }] };
    granted(await shop.call(receiveRefund, { params: { order_id: first?.orderId ?? '' }, body: whole }));
    await earnCurrent(world, earner, 4_000n, 2_000n, 1_000n);
    const payout = granted(await request(creator, earner, 3_999n));
    expect([payout.amount.amount, payout.carried.amount, payout.commissions]).toEqual(['3000', '-3000', 2]);
  });

  test('goes to the bank details of that moment, even if they change before the export', async () => {
    const { creator, earner } = await openEarner(world);
    await earnCurrent(world, earner, 5_000n);
    const { id } = granted(await request(creator, earner));
    await addMethod(creator, american);
    granted(await approve(owner, 'glow-lab', id));
    const file = await owner.call(exportPayouts, {
      params: { merchant: 'glow-lab' },
      body: { proof: await proofOf(owner) },
    });
    const line = file.data.split('\r\n').find((row) => row.includes(id));
    expect(line).toContain('"FR7630006000011234567890189"');
    expect(line).not.toContain('000123456789');
  });

  test('is in the audit log, on both screens, and in the inbox of each owner but not of other staff', async () => {
    const { creator, earner } = await openEarner(world);
    await addStaff(world.ctx, earner.merchantId, world.people.users.northwindStaff, 'owner');
    await addStaff(world.ctx, earner.merchantId, world.people.users.maisonStaff, 'manager');
    await earnCurrent(world, earner, 2_000n, 1_000n);
    const { answer, audits, events, mails } = await effectsOf(world, () => request(creator, earner));
    const { id } = granted(answer);
    expect(audits).toEqual([
      {
        action: 'payout.requested',
        actor: earner.creatorId,
        subject: id,
        details: { amount: '3000', currency: 'USD', commissions: 2 },
      },
    ]);
    expect(events).toEqual([
      { kind: 'payout-update', to: earner.creatorId },
      { kind: 'payout-update', to: earner.merchantId },
    ]);
    expect(mails.map((mail) => `${mail.kind} ${mail.recipient}`).sort()).toEqual([
      'payout_requested brand@glow.test',
      'payout_requested brand@northwind.test',
    ]);
    expect(mails[0]?.text).toContain(`${world.ctx.config.publicUrl}/brand/glow-lab/payouts`);
  });
});

test('a canceled payout gives each commission back, so that the next request has the same ones', async () => {
  const { creator, earner } = await openEarner(world);
  await earnCurrent(world, earner, 2_600n, 2_700n);
  const params = { merchant_account_id: earner.merchantAccountId };
  const first = granted(await request(creator, earner, 2_600n));
  granted(await creator.call(cancelPayout, { params: { ...params, payout_id: first.id } }));
  const again = granted(await request(creator, earner, 2_600n));
  expect([again.amount, again.commissions]).toEqual([first.amount, 1]);
  expect(again.id).not.toBe(first.id);
});
