import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { openWorld, type World } from '../../../world/world.ts';
import { acceptCurrencies, makeHit } from '../../orders/orders.testing.ts';
import { outcomesOf } from '../shopify/shopify.testing.ts';
import { connectStripe, earnedByOrder, linesOf, stripeSeconds, sendEvent } from './stripe.testing.ts';

// Events as Stripe documents them, with invented people. Beside each body stands what must come of it, calculated by
// hand: Glow Lab pays 15 %. They are delivered in the order of their names.

const folder = join(import.meta.dirname, 'bodies');
const recorded = z.object({
  about: z.string(),
  expected: z.strictObject({
    outcome: z.string(),
    order: z.nullable(z.string()),
    currency: z.optional(z.string()),
    /** Title, quantity, and amount in minor units after discounts, without tax. */
    lines: z.optional(z.array(z.tuple([z.string(), z.int(), z.string()]))),
    /** What the order earns after this event, in minor units. */
    commission: z.optional(z.string()),
  }),
  body: z.looseObject({ id: z.string(), data: z.object({ object: z.looseObject({ created: z.optional(z.int()) }) }) }),
});
const names = readdirSync(folder).toSorted();

let world: World;
let clickId: string;
beforeAll(async () => {
  world = await openWorld();
  await connectStripe(world);
  await acceptCurrencies(world, ['JPY', 'KWD', 'ISK']);
  ({ clickId } = await makeHit(world, 'avaGlow'));
});
afterAll(() => world[Symbol.asyncDispose]());

test.each(names)('%s', async (name) => {
  const text = readFileSync(join(folder, name), 'utf8').replaceAll('{click}', clickId);
  const { about, expected, body } = recorded.parse(JSON.parse(text));
  const ahead = (body.data.object.created ?? 0) - stripeSeconds(world);
  if (ahead > 0) world.clock.advance(ahead * 1_000);
  expect(await sendEvent(world, { body })).toBe(200);
  expect([about, await outcomesOf(world, [body.id])]).toEqual([about, { [body.id]: expected.outcome }]);
  const { order: orderId } = expected;
  if (orderId === null) return;
  const stored = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('orders').select(['currency', 'source']).where('order_id', '=', orderId).executeTakeFirst(),
  );
  if (expected.currency) expect(stored).toEqual({ currency: expected.currency, source: 'stripe' });
  expect(await linesOf(world, orderId)).toEqual(expected.lines);
  if (expected.commission) expect((await earnedByOrder(world, orderId)).toString()).toBe(expected.commission);
});

test('nothing about the shopper is stored, whatever the event', async () => {
  const kept = await world.ctx.database.as({ role: 'system' }, async (tx) =>
    JSON.stringify([
      await tx.selectFrom('webhook_deliveries').select('body').execute(),
      await tx.selectFrom('orders').select('body').execute(),
      await tx.selectFrom('refunds').select('body').execute(),
    ]).toLowerCase(),
  );
  // The card's digits in quotes, because hashes and ids can contain them by chance.
  const personal = ['robin', 'marlow', 'shopper.test', 'pine street', '5550100', '203.0.113.9', '"4242"', 'receipts'];
  expect(personal.filter((word) => kept.includes(word))).toEqual([]);
  expect(kept).not.toContain('xt5ewllds7fjjr1c');
  expect(kept).toContain('dew serum set');
});
