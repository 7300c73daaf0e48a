import { afterAll, beforeAll, expect, test } from 'vitest';
import { receiveRefund } from '@vitrine/contract/orders.ts';
import { effectsOf } from '../../world/effects.ts';
import { demoApiKey } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { earn, type TestEarner } from '../ledger/ledger.testing.ts';
import { openEarner } from '../payouts/payouts.testing.ts';
import { lockCommission } from './commissions.queries.ts';
import { matureCommissions } from './commissions.maturity.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const open = () => openEarner(world, { withMethod: false });
const due = (of: TestEarner, amount: bigint) => earn(world.ctx, of, { amount, maturesAt: world.clock.now() });

async function balanceOf(of: TestEarner) {
  const rows = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .selectFrom('ledger_accounts')
      .select(['kind', 'balance'])
      .where('merchant_account_id', '=', of.merchantAccountId)
      .execute(),
  );
  const balance = (kind: string) => rows.find((row) => row.kind === kind)?.balance ?? 0n;
  return { pending: balance('pending'), current: balance('current') };
}

test.each([100, 101])('all of %i due commissions of one creator become available in one run', async (count) => {
  const { earner } = await open();
  for (let made = 0; made < count; made += 1) await due(earner, 10n);
  expect(await matureCommissions(world.ctx)).toBe(count);
  expect(await balanceOf(earner)).toEqual({ pending: 0n, current: BigInt(count) * 10n });
});

test('only what refunds left of a commission becomes available; a fully refunded one stays reversed', async () => {
  const { earner } = await open();
  const [some, all] = [await due(earner, 999n), await due(earner, 500n)];
  const shop = world.shop(demoApiKey);
  const refund = async (
    orderId: string,
    part: { amount: { amount: string; currency: string } } | { quantity: number },
  ) =>
    granted(
      await shop.call(receiveRefund, {
        params: { order_id: orderId },
        body: { refund_id: 'r', lines: [{ line_id: '1', ...part }] },
      }),
    );
  // A third of 99.90 reverses a third of 9.99.
  await refund(some.orderId, { amount: { amount: '3330', currency: 'USD' } });
  await refund(all.orderId, { quantity: 1 });
  expect(await matureCommissions(world.ctx)).toBe(1);
  expect(await balanceOf(earner)).toEqual({ pending: 0n, current: 666n });
});

test('a commission that is locked is skipped, and becomes available in the next run', async () => {
  const { earner } = await open();
  const [locked] = [await due(earner, 300n), await due(earner, 200n)];
  await world.ctx.database.as({ role: 'app', merchantId: earner.merchantId }, async (tx) => {
    await lockCommission(tx, earner.merchantId, locked.id);
    expect(await matureCommissions(world.ctx)).toBe(1);
  });
  expect(await balanceOf(earner)).toEqual({ pending: 300n, current: 200n });
  expect(await matureCommissions(world.ctx)).toBe(1);
  expect(await balanceOf(earner)).toEqual({ pending: 0n, current: 500n });
});

test('creators and brands are independent, and each creator is notified of their own orders', async () => {
  const [glow, maison] = [await open(), await openEarner(world, { merchant: 'maison', withMethod: false })];
  await due(glow.earner, 100n);
  await due(maison.earner, 70n);
  await due(maison.earner, 7n);
  const { answer, events } = await effectsOf(world, () => matureCommissions(world.ctx));
  expect(answer).toBe(3);
  const notified = (of: TestEarner) =>
    events.filter((event) => event.to === of.creatorId && event.kind === 'commission-update').length;
  expect([events.length, notified(glow.earner), notified(maison.earner)]).toEqual([3, 1, 2]);
  expect((await balanceOf(glow.earner)).current).toBe(100n);
  expect((await balanceOf(maison.earner)).current).toBe(77n);
});
