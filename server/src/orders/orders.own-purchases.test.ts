import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { receiveOrder } from '@vitrine/contract/orders.ts';
import type { Client } from '../../world/client.ts';
import { demoApiKey } from '../../world/people.ts';
import { openWorld, type World } from '../../world/world.ts';
import { hashCustomer } from './orders.customer.ts';
import { decideOrder } from './orders.decision.ts';
import { storeOrder } from './orders.intake.ts';
import { parseOrder } from './orders.meaning.ts';
import { makeHit, orderOf, readBooks, usd } from './orders.testing.ts';

let world: World;
let shop: Client;
beforeAll(async () => {
  world = await openWorld();
  shop = world.shop(demoApiKey);
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

async function commissionsOf(orderId: string) {
  return (await readBooks(world)).commissions.filter((commission) => commission.order_id === orderId);
}

test('an order from before canonical emails is compared by its exact address', async () => {
  const merchantId = world.people.merchants.glow;
  for (const [orderId, email] of [
    ['old own', 'ava@creators.test'],
    ['old alias', 'ava+serum@creators.test'],
  ] as const) {
    const body = orderOf(world, orderId, { discount_codes: ['AVA10'], customer: { email } });
    const { exact } = hashCustomer(world.ctx, merchantId, email);
    await storeOrder(world.ctx, merchantId, parseOrder(body, body, { exact, canonical: null }, world.clock.now()));
    await decideOrder(world.ctx, merchantId, orderId);
  }
  expect((await commissionsOf('old own'))[0]).toMatchObject({ held_reason: 'self_purchase' });
  expect((await commissionsOf('old alias'))[0]).toMatchObject({ held_reason: null });
});

test('a creator who uses their own code in their own browser is held, even without an address', async () => {
  const browser = Buffer.from('the browser of ava');
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .insertInto('creator_browsers')
      .values({ user_id: world.people.users.ava, browser, seen_at: world.clock.now() })
      .execute(),
  );
  const { clickId } = await makeHit(world, 'avaGlow', { browser: 'the browser of ava' });
  const own = await shop.call(receiveOrder, {
    body: orderOf(world, 'own code', { click_id: clickId, discount_codes: ['AVA10'] }),
  });
  expect(own.data.decision?.outcome).toBe('held_self_purchase');
  const alone = await shop.call(receiveOrder, { body: orderOf(world, 'code alone', { discount_codes: ['AVA10'] }) });
  expect(alone.data.decision?.outcome).toBe('credited');
});

test("a self-purchase by the creator's own address is held, and the address is not stored", async () => {
  const { clickId } = await makeHit(world, 'avaGlow');
  const answer = await shop.call(receiveOrder, {
    body: orderOf(world, 'own', { click_id: clickId, customer: { email: ' AVA@creators.test' } }),
  });
  expect(answer.data.decision).toMatchObject({ outcome: 'held_self_purchase', commission: usd('720') });
  expect((await commissionsOf('own'))[0]).toMatchObject({ state: 'pending', held_reason: 'self_purchase' });
  const kept = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('orders').selectAll().where('order_id', '=', 'own').executeTakeFirstOrThrow(),
  );
  expect(JSON.stringify(kept.body).toLowerCase()).not.toContain('ava@creators');
  expect(kept.customer_hash).toHaveLength(32);
  expect(kept.customer_hash?.equals(createHash('sha256').update('ava@creators.test').digest())).toBe(false);
  const alias = await shop.call(receiveOrder, {
    body: orderOf(world, 'own alias', { click_id: clickId, customer: { email: 'Ava+serum@creators.test' } }),
  });
  expect(alias.data.decision).toMatchObject({ outcome: 'held_self_purchase', commission: usd('720') });
  const shopper = await shop.call(receiveOrder, {
    body: orderOf(world, 'not own', { click_id: clickId, customer: { email: 'someone@shopper.test' } }),
  });
  expect(shopper.data.decision?.outcome).toBe('credited');
});
