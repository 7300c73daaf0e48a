import { afterAll, beforeAll, expect, test } from 'vitest';
import { listCommissions, readEarnings, releaseCommission } from '@vitrine/contract/commissions.ts';
import { explainOrder } from '@vitrine/contract/decisions.ts';
import { receiveOrder } from '@vitrine/contract/orders.ts';
import { cancelPayout, requestPayout } from '@vitrine/contract/payouts.ts';
import { demoApiKey } from '../../world/people.ts';
import { openWorld, type World } from '../../world/world.ts';
import { lockOrder } from '../orders/orders.queries.ts';
import { makeHit, orderOf, readBooks, usd } from '../orders/orders.testing.ts';
import { releaseExpiredHolds } from './commissions.expiry.ts';
import { holdInHindsight } from './commissions.hindsight.ts';
import { matureCommissions } from './commissions.maturity.ts';

const dayMs = 86_400_000;
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

async function earn(orderId: string, more: Parameters<typeof orderOf>[2] = {}): Promise<void> {
  const { clickId } = await makeHit(world, 'avaGlow');
  await world.shop(demoApiKey).call(receiveOrder, { body: orderOf(world, orderId, { click_id: clickId, ...more }) });
}

async function hold(orderId: string): Promise<number> {
  const merchantId = world.people.merchants.glow;
  return world.ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    await lockOrder(tx, merchantId, orderId);
    return holdInHindsight(world.ctx, tx, { merchant_id: merchantId, order_id: orderId }, 'click_reuse');
  });
}

async function commissionOf(orderId: string) {
  return (await readBooks(world)).commissions.find((commission) => commission.order_id === orderId);
}

async function balance() {
  const ava = await world.signIn('ava@creators.test');
  const [first] = (await ava.call(readEarnings)).data.balances;
  return { current: first?.current.amount, pending: first?.pending.amount };
}

test('a hold that the brand does not decide expires by itself, once, and the explanation says so to both sides', async () => {
  await earn('own', { customer: { email: 'ava@creators.test' } });
  const ava = await world.signIn('ava@creators.test');
  const expiresAt = new Date(world.clock.now().getTime() + 30 * dayMs);
  expect((await ava.call(listCommissions)).data[0]).toMatchObject({
    held_reason: 'self_purchase',
    hold_expires_at: expiresAt.toISOString(),
  });
  world.clock.set(new Date(expiresAt.getTime() - 1));
  expect(await releaseExpiredHolds(world.ctx)).toBe(0);
  world.clock.set(expiresAt);
  const runs = await Promise.all(Array.from({ length: 5 }, () => releaseExpiredHolds(world.ctx)));
  expect(runs.reduce((sum, released) => sum + released, 0)).toBe(1);
  await matureCommissions(world.ctx);
  expect(await commissionOf('own')).toMatchObject({ state: 'available', held_reason: null, reversed: 0n });
  const later = await world.signIn('ava@creators.test');
  expect((await later.call(explainOrder, { params: { order_id: 'own' } })).data.lines[0]?.hold).toEqual({
    state: 'expired',
    at: expiresAt.toISOString(),
    reason: null,
    expires_at: null,
  });
  const log = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .selectFrom('audit_entries')
      .select(['actor_id', 'details'])
      .where('action', '=', 'commission.released')
      .execute(),
  );
  expect(log).toEqual([
    {
      actor_id: null,
      details: { held_reason: 'self_purchase', order_id: 'own', reason: 'expired without a decision' },
    },
  ]);
});

test('an available commission that is held goes back to pending, is in no payout, and matures again', async () => {
  await earn('late');
  world.clock.advance(31 * dayMs);
  await matureCommissions(world.ctx);
  const before = await balance();
  expect(await hold('late')).toBe(1);
  expect(await hold('late')).toBe(0);
  expect(await commissionOf('late')).toMatchObject({ state: 'pending', held_reason: 'click_reuse' });
  const during = await balance();
  expect(BigInt(before.current ?? 0) - BigInt(during.current ?? 0)).toBe(720n);
  expect(BigInt(during.pending ?? 0) - BigInt(before.pending ?? 0)).toBe(720n);
  world.clock.advance(30 * dayMs);
  expect(await releaseExpiredHolds(world.ctx)).toBe(1);
  await matureCommissions(world.ctx);
  await matureCommissions(world.ctx);
  expect(await balance()).toEqual(before);
  expect((await readBooks(world)).sum).toBe('0');
  // The brand has decided, so it is never held again.
  expect(await hold('late')).toBe(0);
});

test('a commission that the brand released is not held again', async () => {
  await earn('released');
  expect(await hold('released')).toBe(1);
  const { id } = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('commissions').select('id').where('order_id', '=', 'released').executeTakeFirstOrThrow(),
  );
  const staff = await world.signIn('brand@glow.test');
  await staff.call(releaseCommission, { params: { merchant: 'glow-lab', commission_id: id } });
  expect(await hold('released')).toBe(0);
  expect(await commissionOf('released')).toMatchObject({ state: 'pending', held_reason: null });
});

test('with a hold and a payout at the same time, the money is in one of them, never in both', async () => {
  for (let round = 0; round < 5; round += 1) {
    const orderId = `race-${round}`;
    await earn(orderId, {
      lines: [{ line_id: '1', sku: 'serum', title: 'Dew Serum', quantity: 10, unit_price: usd('4800') }],
    });
    world.clock.advance(31 * dayMs);
    await matureCommissions(world.ctx);
    const ava = await world.signIn('ava@creators.test');
    const params = { merchant_account_id: world.people.accounts.avaGlow };
    const [, requested] = await Promise.all([
      hold(orderId),
      ava.call(requestPayout, { params, body: { currency: 'USD' } }),
    ]);
    if (requested.status === 201) await ava.call(cancelPayout, { params: { ...params, payout_id: requested.data.id } });
    const { commissions, sum, balances } = await readBooks(world);
    const held = commissions.filter((row) => row.held_reason !== null);
    const available = commissions.filter((row) => row.state === 'available');
    expect(held.every((row) => row.state === 'pending')).toBe(true);
    const total = available.reduce((all, row) => all + row.amount - row.reversed, 0n);
    expect(balances.find((row) => row.kind === 'current')?.balance ?? 0n).toBe(total);
    expect(sum).toBe('0');
  }
});
