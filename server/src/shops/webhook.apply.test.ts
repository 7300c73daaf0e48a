import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../../world/world.ts';
import { clickOfUuid } from '../hits/click-id.ts';
import { newId } from '../platform/ids.ts';
import { processDeliveries } from './shops.jobs.ts';
import { sendWebhook } from '../orders/orders.testing.ts';
import { outcomesOf, shopifyOrder } from './shopify/shopify.testing.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

test('a delivery that keeps failing is set aside in the end', async () => {
  const { findClick } = world.ctx;
  world.ctx.findClick = () => Promise.reject(new Error('the journal is away'));
  const clickId = clickOfUuid(newId(world.clock.now()));
  const body = shopifyOrder(73_000, { note_attributes: [{ name: 'vt_click', value: clickId }] });
  await sendWebhook(world.app, { topic: 'orders/paid', id: 'poison', body });
  let tries = 1;
  for (; (await outcomesOf(world, ['poison']))['poison'] === null && tries < 50; tries += 1) {
    world.clock.advance(7 * 3_600_000);
    await processDeliveries(world.ctx);
  }
  world.ctx.findClick = findClick;
  expect([tries, await outcomesOf(world, ['poison'])]).toEqual([20, { poison: 'failed' }]);
});

test("a backlog of one brand does not delay other brands' deliveries", async () => {
  const now = world.clock.now();
  const deliveryOf = (merchant: 'glow' | 'maison', id: string, at: Date) => ({
    merchant_id: world.people.merchants[merchant],
    source: 'shopify',
    webhook_id: id,
    topic: 'products/update',
    body: '{}',
    received_at: at,
    processed_at: null,
    outcome: null,
  });
  const pile = Array.from({ length: 120 }, (_, place) => deliveryOf('glow', `pile ${place}`, now));
  const later = deliveryOf('maison', 'later', new Date(now.getTime() + 1_000));
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .insertInto('webhook_deliveries')
      .values([...pile, later])
      .execute(),
  );
  world.clock.advance(60_000);
  expect(await processDeliveries(world.ctx)).toBe(101);
  expect(await outcomesOf(world, ['later'])).toEqual({ later: 'kept' });
  expect(await processDeliveries(world.ctx)).toBe(20);
});

test('while a node applies a webhook, another node that gets it again only answers', async () => {
  const second = await world.secondNode();
  const { findClick } = world.ctx;
  const begun = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  world.ctx.findClick = async () => {
    begun.resolve();
    await released.promise;
    return undefined;
  };
  const clickId = clickOfUuid(newId(world.clock.now()));
  const body = shopifyOrder(74_000, { note_attributes: [{ name: 'vt_click', value: clickId }] });
  const webhook = { topic: 'orders/paid', id: 'twice', body };
  const first = sendWebhook(world.app, webhook);
  await begun.promise;
  expect(await sendWebhook(second.app, webhook)).toBe(200);
  const { attempts } = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('webhook_deliveries').select('attempts').where('webhook_id', '=', 'twice').executeTakeFirstOrThrow(),
  );
  // A second attempt would have waited for the lock of the first one until it failed.
  expect(attempts).toBe(0);
  released.resolve();
  expect(await first).toBe(200);
  world.ctx.findClick = findClick;
  expect(await outcomesOf(world, ['twice'])).toEqual({ twice: 'order_stored' });
});
