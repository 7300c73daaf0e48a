import {
  connectShop,
  disconnectShop,
  listShopConnections,
  revokeConnectionSecret,
  type ShopConnection,
} from '@vitrine/contract/connections.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Client } from '../../world/client.ts';
import { demoShopifySecret } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { sendWebhook, type Webhook } from '../orders/orders.testing.ts';
import { shopifyOrder } from './shopify/shopify.testing.ts';

let world: World;
let staff: Client;
let next = 0;
beforeEach(async () => {
  await world?.[Symbol.asyncDispose]();
  world = await openWorld();
  staff = await world.signIn('brand@maison.test');
});
afterAll(() => world[Symbol.asyncDispose]());

const maison = { merchant: 'maison-clair' };
const shopify = { ...maison, kind: 'shopify' };
const hour = 3_600_000;

const connect = async (secret: string): Promise<ShopConnection> =>
  granted(await staff.call(connectShop, { params: shopify, body: { secret } }));
async function connection(): Promise<ShopConnection> {
  const { connections } = granted(await staff.call(listShopConnections, { params: maison }));
  const found = connections.find(({ kind }) => kind === 'shopify');
  if (!found) throw new Error('there is no Shopify in the list');
  return found;
}
/** Delivers a webhook to Maison Clair that is signed with this secret. */
function deliver(secret: string, more: Partial<Webhook> = {}): Promise<number> {
  next += 1;
  return sendWebhook(world.app, { topic: 'x', id: `c-${next}`, body: {}, merchant: 'maison-clair', secret, ...more });
}

test('a brand that connects Shopify sees its first webhook arrive', async () => {
  expect(await connection()).toMatchObject({ state: 'not_connected', secrets: [], last_delivery: null });
  expect(await deliver('a-secret-of-maison')).toBe(401);
  const made = await connect('a-secret-of-maison');
  expect(made).toMatchObject({
    state: 'waiting',
    address: `${world.ctx.config.publicUrl}/api/v1/integrations/shopify/maison-clair`,
    secrets: [{ hint: '…ison', expires_at: null }],
    week: { received: 0, wrong_signatures: 1 },
  });
  const body = shopifyOrder(1, { currency: 'EUR', discount_codes: [{ code: 'AVA-CLAIR' }] });
  expect(await deliver('a-secret-of-maison', { topic: 'orders/paid', body })).toBe(200);
  const { orders, connections } = granted(await staff.call(listShopConnections, { params: maison }));
  expect(connections).toContainEqual(await connection());
  expect(await connection()).toMatchObject({
    state: 'connected',
    last_delivery: { topic: 'orders/paid', outcome: 'order_stored' },
    week: { received: 1, problems: 0 },
  });
  expect(orders).toMatchObject([{ source: 'shopify', orders: 1, with_click: 0 }]);
  world.clock.advance(1_000);
  expect(await deliver('a-secret-of-maison', { topic: 'orders/paid', body: { id: 2 } })).toBe(200);
  expect(await connection()).toMatchObject({
    week: { received: 2, problems: 1 },
    last_delivery: { outcome: 'unreadable' },
  });
});

test('an earlier secret stays valid for 48 hours', async () => {
  await connect('the-first-secret');
  const made = await connect('the-second-secret');
  expect(made.secrets.map(({ hint, expires_at }) => [hint, expires_at !== null])).toEqual([
    ['…cret', false],
    ['…cret', true],
  ]);
  world.clock.advance(48 * hour - 1);
  expect([await deliver('the-first-secret'), await deliver('the-second-secret')]).toEqual([200, 200]);
  world.clock.advance(1);
  expect([await deliver('the-first-secret'), await deliver('the-second-secret')]).toEqual([401, 200]);
});

test('entering the same secret again adds nothing, and makes an expiring one the newest', async () => {
  await connect('the-first-secret');
  expect((await connect('the-first-secret')).secrets).toHaveLength(1);
  await connect('the-second-secret');
  const [newest, other, ...more] = (await connect('the-first-secret')).secrets;
  expect([newest?.expires_at, other?.expires_at === null, more]).toEqual([null, false, []]);
  world.clock.advance(49 * hour);
  expect([await deliver('the-first-secret'), await deliver('the-second-secret')]).toEqual([200, 401]);
});

test('of many secrets the five newest are valid', async () => {
  for (let n = 1; n <= 7; n += 1) {
    world.clock.advance(1_000);
    await connect(`secret-number-${n}`);
  }
  const statuses = [];
  for (let n = 1; n <= 7; n += 1) statuses.push(await deliver(`secret-number-${n}`));
  expect(statuses).toEqual([401, 401, 200, 200, 200, 200, 200]);
});

test('of a hundred secrets entered at once one is the newest', async () => {
  await Promise.all(Array.from({ length: 100 }, (_, n) => connect(`at-once-number-${n}`)));
  const { secrets } = await connection();
  expect(secrets.filter(({ expires_at }) => expires_at === null)).toHaveLength(1);
  expect(secrets).toHaveLength(5);
});

test('a revoked secret is refused right away, and revoking the last one disconnects the shop', async () => {
  const [first] = (await connect('the-first-secret')).secrets;
  const [second] = (await connect('the-second-secret')).secrets;
  const revoke = (id = '') => staff.call(revokeConnectionSecret, { params: { ...shopify, secret_id: id } });
  expect(granted(await revoke(first?.id))).toMatchObject({ state: 'waiting', secrets: [{ id: second?.id }] });
  expect([await deliver('the-first-secret'), await deliver('the-second-secret')]).toEqual([401, 200]);
  expect(granted(await revoke(second?.id))).toMatchObject({
    state: 'disconnected',
    disconnected_by: 'brand',
    secrets: [],
  });
  expect(await deliver('the-second-secret')).toBe(401);
});

test('a disconnected shop is refused until it is connected again', async () => {
  await connect('the-first-secret');
  await deliver('the-first-secret');
  expect(granted(await staff.call(disconnectShop, { params: shopify }))).toMatchObject({ state: 'disconnected' });
  expect(await deliver('the-first-secret')).toBe(401);
  world.clock.advance(1_000);
  expect(await connect('the-first-secret')).toMatchObject({ state: 'waiting', disconnected_at: null });
  expect(await deliver('the-first-secret')).toBe(200);
  expect((await connection()).state).toBe('connected');
});

test.each([
  ['', 'must have 8 to 200'],
  ['short', 'must have 8 to 200'],
  ['has a space in it', 'has a space'],
  ['shpat_0123456789abcdef0123456789abcdef', 'is an access token of an app at Shopify'],
  ['x'.repeat(201), 'must have 8 to 200'],
  ['https://shop.example/webhooks', 'is an address'],
])('a secret like %j is refused with what would be right', async (secret, reason) => {
  const { status, problem } = await staff.call(connectShop, { params: shopify, body: { secret } });
  expect([status, problem?.errors?.['secret']?.[0]]).toEqual([422, expect.stringContaining(reason)]);
  expect((await connection()).state).toBe('not_connected');
});

test('a kind of shop that is unknown is not found', async () => {
  const params = { ...maison, kind: 'fax' };
  expect((await staff.call(connectShop, { params, body: { secret: 'long-enough' } })).status).toBe(404);
});

test('a key of WooCommerce’s REST API is not taken for the secret of its webhooks', async () => {
  const body = { secret: `cs_${'0123456789'.repeat(4)}` };
  const { problem } = await staff.call(connectShop, { params: { ...maison, kind: 'woocommerce' }, body });
  expect(problem?.errors?.['secret']).toEqual([expect.stringContaining('is a key of WooCommerce’s REST API')]);
});

test('a secret belongs to one brand, and no answer contains it', async () => {
  await connect('the-first-secret');
  expect(await deliver('the-first-secret', { merchant: 'glow-lab' })).toBe(401);
  expect(await deliver(demoShopifySecret)).toBe(401);
  const answer = await staff.call(listShopConnections, { params: maison });
  expect(JSON.stringify(answer)).not.toContain('the-first-secret');
});
