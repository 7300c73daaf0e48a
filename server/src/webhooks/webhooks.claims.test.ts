import { afterAll, beforeAll, expect, test } from 'vitest';
import { testWebhookEndpoint } from '@vitrine/contract/webhooks.ts';
import type { Client } from '../../world/client.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { claimDue } from './webhooks.claims.ts';
import { allowLoopback, openEndpoint } from './webhooks.testing.ts';

let world: World;
let staff: Client;
beforeAll(async () => {
  world = await openWorld();
  allowLoopback(world);
  staff = await world.signIn('brand@glow.test');
});
afterAll(() => world[Symbol.asyncDispose]());

test('a node with little room sends to an endpoint without requests before one that has some, whichever is older', async () => {
  const open = () => openEndpoint(staff, 'glow-lab', 'http://127.0.0.1:1/', ['terms.published']);
  const older = await open();
  world.clock.advance(1_000);
  const younger = await open();
  const testOf = async ({ params }: typeof older) => granted(await staff.call(testWebhookEndpoint, { params }));
  for (let n = 0; n < 4; n += 1) await testOf(older);
  const claimed = async () => (await claimDue(world.ctx, 1)).claimed.map((claim) => claim.endpoint_id);
  expect(await claimed()).toEqual([older.endpoint.id]);
  await testOf(younger);
  expect(await claimed()).toEqual([younger.endpoint.id]);
  await testOf(younger);
  expect([...(await claimed()), ...(await claimed())].toSorted()).toEqual(
    [older.endpoint.id, younger.endpoint.id].toSorted(),
  );
});
