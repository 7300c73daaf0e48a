import { afterAll, beforeAll, expect, test } from 'vitest';
import { receiveOrder } from '@vitrine/contract/orders.ts';
import { demoApiKey } from '../../world/people.ts';
import { openWorld, type World } from '../../world/world.ts';
import { roundTripsOf } from '../platform/database/statements.testing.ts';
import { makeHit, orderOf } from './orders.testing.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

/** The beginning of each statement, by round trip. */
async function tripsOf(orderId: string, more: Parameters<typeof orderOf>[2]): Promise<string[][]> {
  const body = orderOf(world, orderId, { customer: { email: `${orderId}@mail.test` }, ...more });
  const trips = await roundTripsOf(world.ctx.database.pool, async () => {
    const answer = await world.shop(demoApiKey).call(receiveOrder, { body });
    expect(answer.data.decision?.outcome).toBe('credited');
  });
  return trips.map((statements) => statements.map((text) => text.trim().slice(0, 50)));
}

// One for the key, one to store the order. To decide it: the order, what it names, what is known of the winner, the end.
test('an order with a click takes six round trips to the database', async () => {
  const { clickId } = await makeHit(world, 'avaGlow', { browser: 'of one' });
  const trips = await tripsOf('by-click', { click_id: clickId });
  expect(trips.length, JSON.stringify(trips, null, 1)).toBe(6);
});

test('an order with a reference takes one more, because a file may have named it by that', async () => {
  const { clickId } = await makeHit(world, 'avaGlow', { browser: 'of another' });
  const trips = await tripsOf('by-reference', { click_id: clickId, reference: '#1001' });
  expect(trips.length, JSON.stringify(trips, null, 1)).toBe(7);
});
