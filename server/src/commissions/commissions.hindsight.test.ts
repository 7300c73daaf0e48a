import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { declineCommission, listCommissions } from '@vitrine/contract/commissions.ts';
import { receiveRefund } from '@vitrine/contract/orders.ts';
import { effectsOf } from '../../world/effects.ts';
import { demoApiKey } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { earn, type TestEarner } from '../ledger/ledger.testing.ts';
import { openEarner, request } from '../payouts/payouts.testing.ts';
import { releaseExpiredHolds } from './commissions.expiry.ts';
import { holdInHindsight } from './commissions.hindsight.ts';
import { matureCommissions } from './commissions.maturity.ts';

const dayMs = 86_400_000;
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const inDays = (days: number) => new Date(world.clock.now().getTime() + days * dayMs);
const hold = (of: TestEarner, orderId: string) =>
  world.ctx.database.as({ role: 'app', merchantId: of.merchantId }, (tx) =>
    holdInHindsight(world.ctx, tx, { merchant_id: of.merchantId, order_id: orderId }, 'click_reuse'),
  );

describe('a hold added later', () => {
  test('is in the audit log without an actor, and notifies the creator', async () => {
    const { creator, earner } = await openEarner(world);
    const { id, orderId } = await earn(world.ctx, earner, { amount: 500n, maturesAt: inDays(10) });
    const { answer, audits, events, mails } = await effectsOf(world, () => hold(earner, orderId));
    expect(answer).toBe(1);
    expect(audits).toEqual([
      {
        action: 'commission.held',
        actor: null,
        subject: id,
        details: { held_reason: 'click_reuse', order_id: orderId },
      },
    ]);
    expect(events).toEqual([{ kind: 'commission-update', to: earner.creatorId }]);
    expect(mails).toEqual([]);
    expect(granted(await creator.call(listCommissions))).toMatchObject([{ id, held_reason: 'click_reuse' }]);
  });

  test.each([
    { matures: 29, ends: 30 },
    { matures: 30, ends: 30 },
    { matures: 45, ends: 45 },
  ])('on a commission that matures in $matures days ends after $ends days', async ({ matures, ends }) => {
    const { creator, earner } = await openEarner(world);
    const { orderId } = await earn(world.ctx, earner, { amount: 500n, maturesAt: inDays(matures) });
    await hold(earner, orderId);
    const [row] = granted(await creator.call(listCommissions));
    expect(row?.hold_expires_at).toBe(inDays(ends).toISOString());
  });

  test('leaves commissions in a payout as they are, and records nothing', async () => {
    const { creator, earner } = await openEarner(world);
    const { orderId } = await earn(world.ctx, earner, { amount: 5_000n, maturesAt: world.clock.now() });
    await matureCommissions(world.ctx);
    granted(await request(creator, earner));
    const { answer, audits, events } = await effectsOf(world, () => hold(earner, orderId));
    expect([answer, audits, events]).toEqual([0, [], []]);
    expect(granted(await creator.call(listCommissions))).toMatchObject([{ state: 'processing', held_reason: null }]);
  });

  test('moves back only what refunds left of an available commission, and gives back the same', async () => {
    const { creator, earner } = await openEarner(world);
    const { orderId } = await earn(world.ctx, earner, { amount: 5_000n, maturesAt: world.clock.now() });
    await matureCommissions(world.ctx);
    const shop = world.shop(demoApiKey);
    const half = [{ line_id: '1', amount: { amount: '25000', currency: 'USD' } }];
    granted(await shop.call(receiveRefund, { params: { order_id: orderId }, body: { refund_id: 'r', lines: half } }));
    const balances = async () => {
      const rows = await world.ctx.database.as({ role: 'system' }, (tx) =>
        tx
          .selectFrom('ledger_accounts')
          .select(['kind', 'balance'])
          .where('merchant_account_id', '=', earner.merchantAccountId)
          .orderBy('kind')
          .execute(),
      );
      return Object.fromEntries(rows.map((row) => [row.kind, row.balance]));
    };
    expect(await balances()).toMatchObject({ current: 2_500n, pending: 0n });
    expect(await hold(earner, orderId)).toBe(1);
    expect(await balances()).toMatchObject({ current: 0n, pending: 2_500n });
    expect((await request(creator, earner)).problem.errors).toEqual({ in_the_way: ['nothing_current'] });
    world.clock.advance(30 * dayMs);
    await releaseExpiredHolds(world.ctx);
    await matureCommissions(world.ctx);
    expect(await balances()).toMatchObject({ current: 2_500n, pending: 0n });
  });

  test('is not added to a commission that the brand declined or refunds reversed', async () => {
    const { earner } = await openEarner(world);
    const held = await earn(world.ctx, earner, { amount: 500n, maturesAt: inDays(10), held: 'self_purchase' });
    const staff = await world.signIn('brand@glow.test');
    const params = { merchant: 'glow-lab', commission_id: held.id };
    granted(await staff.call(declineCommission, { params, body: { reason: 'Bought by yourself' } }));
    expect(await hold(earner, held.orderId)).toBe(0);
    const refunded = await earn(world.ctx, earner, { amount: 500n, maturesAt: inDays(10) });
    const whole = { refund_id: 'r', lines: [{ line_id: '1', quantity: 1 }] };
    granted(await world.shop(demoApiKey).call(receiveRefund, { params: { order_id: refunded.orderId }, body: whole }));
    expect(await hold(earner, refunded.orderId)).toBe(0);
  });
});
