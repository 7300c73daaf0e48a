import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../../world/world.ts';
import { roundTripsOf } from '../platform/database/statements.testing.ts';
import { brandSide, creatorSide, type TestSide } from './conversations.testing.ts';

let world: World;
let creator: TestSide;
let brand: TestSide;
beforeAll(async () => {
  world = await openWorld();
  creator = creatorSide(await world.signIn('ava@creators.test'), world.people.accounts.avaGlow);
  brand = brandSide(await world.signIn('brand@glow.test'), 'glow-lab', world.people.accounts.avaGlow);
  // The session notes its use once a minute.
  await creator.send('Hello');
  await brand.send('Hello');
});
afterAll(() => world[Symbol.asyncDispose]());

/** The beginning of each statement, by round trip. */
async function tripsOf(side: TestSide): Promise<string[][]> {
  const trips = await roundTripsOf(world.ctx.database.pool, async () => {
    expect((await side.send('The parcel has arrived')).status).toBe(201);
  });
  return trips.map((statements) => statements.map((text) => text.trim().slice(0, 50)));
}

// One for the session, one for the storefront. To send it: the thread, the message, the end. The limits, which are off
// here, take one more.
test('a message of a creator takes five round trips to the database', async () => {
  const trips = await tripsOf(creator);
  expect(trips.length, JSON.stringify(trips, null, 1)).toBe(5);
});

test('a message of a brand takes one more, for the brand', async () => {
  const trips = await tripsOf(brand);
  expect(trips.length, JSON.stringify(trips, null, 1)).toBe(6);
});
