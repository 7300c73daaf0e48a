import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { acceptCurrencies } from '../../orders/orders.testing.ts';
import { openWorld, type World } from '../../../world/world.ts';
import { saveTimeZone } from '../connections.queries.ts';
import { connectWooCommerce, sendWooCommerce } from './woocommerce.testing.ts';

// Deliveries after WooCommerce's documentation and source, with invented people. What each must come to is calculated by
// hand and written beside it, in minor units.

const amounts = z.record(z.string(), z.int());
const recorded = z.strictObject({
  about: z.string(),
  time_zone: z.optional(z.string()),
  deliveries: z.array(z.strictObject({ topic: z.string(), body: z.looseObject({ id: z.int() }) })),
  expected: z.strictObject({
    outcomes: z.array(z.string()),
    placed_at: z.string(),
    currency: z.string(),
    discount_codes: z.optional(z.array(z.string())),
    net: amounts,
    refunded: amounts,
  }),
});

const folder = fileURLToPath(new URL('./bodies/', import.meta.url));
const files = readdirSync(folder).toSorted();
const read = (file: string) => recorded.parse(JSON.parse(readFileSync(`${folder}${file}`, 'utf8')));

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await acceptCurrencies(world, ['JPY', 'KWD']);
  await connectWooCommerce(world);
});
afterAll(() => world[Symbol.asyncDispose]());

async function setTimeZone(timeZone: string): Promise<void> {
  const merchantId = world.people.merchants.glow;
  await world.ctx.database.as({ role: 'app', merchantId }, (tx) =>
    saveTimeZone(tx, merchantId, 'woocommerce', timeZone),
  );
}

async function stored(orderId: string) {
  return world.ctx.database.as({ role: 'system' }, async (tx) => {
    const order = await tx.selectFrom('orders').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow();
    const log = await tx
      .selectFrom('delivery_log')
      .select('outcome')
      .where('order_id', '=', orderId)
      .orderBy('id')
      .execute();
    const lines = await tx.selectFrom('order_lines').selectAll().where('order_id', '=', orderId).execute();
    const refunds = await tx.selectFrom('refund_lines').selectAll().where('order_id', '=', orderId).execute();
    const refunded = new Map<string, number>();
    for (const { line_id: line, amount } of refunds)
      if (amount > 0n) refunded.set(line, (refunded.get(line) ?? 0) + Number(amount));
    return {
      outcomes: log.map(({ outcome }) => outcome),
      placed_at: order.placed_at.toISOString(),
      currency: order.currency,
      discount_codes: order.discount_codes,
      net: Object.fromEntries(lines.map((line) => [line.line_id, Number(line.net)])),
      refunded: Object.fromEntries(refunded),
    };
  });
}

test('there are at least fifteen recorded orders', () => {
  expect(files.length).toBeGreaterThanOrEqual(15);
});

test.each(files)('%s ends at the expected cent', async (file) => {
  const { deliveries, expected, time_zone: timeZone } = read(file);
  if (timeZone) await setTimeZone(timeZone);
  for (const delivery of deliveries) {
    world.clock.advance(1);
    expect((await sendWooCommerce(world.app, delivery)).statusCode).toBe(200);
  }
  expect(await stored(String(deliveries[0]?.body.id))).toEqual({ discount_codes: [], ...expected });
});
