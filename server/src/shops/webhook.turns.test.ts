import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../../world/world.ts';
import { verifyLedger } from '../ledger/ledger.verify.ts';
import { sendWebhook } from '../orders/orders.testing.ts';
import { outcomesOf, shopifyOrder } from './shopify/shopify.testing.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ webhooksAtOnce: 1 });
});
afterAll(() => world[Symbol.asyncDispose]());

test('a busy node accepts more webhooks than it applies at once, and applies each once', async () => {
  const places = Array.from({ length: 40 }, (_, place) => place);
  const ids = places.map((place) => `busy-${place}`);
  const sent = places.map((place) =>
    sendWebhook(world.app, { topic: 'orders/paid', id: `busy-${place}`, body: shopifyOrder(7_000 + place) }),
  );
  expect(new Set(await Promise.all(sent))).toEqual(new Set([200]));
  await expect
    .poll(async () => Object.values(await outcomesOf(world, ids)), { timeout: 30_000 })
    .toEqual(ids.map(() => 'order_stored'));
  const decisions = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('decisions').select('order_id').where('order_id', 'like', '70%').execute(),
  );
  expect(decisions).toHaveLength(ids.length);
  expect(await verifyLedger(world.ctx.database.url)).toMatchObject({ agrees: true });
});
