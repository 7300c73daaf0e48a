import { connectShop, disconnectShop, listShopConnections } from '@vitrine/contract/connections.ts';
import { listDeliveries } from '@vitrine/contract/deliveries.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Client } from '../../world/client.ts';
import { mailsAsSent } from '../../world/mails.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { sendWebhook, type Webhook } from '../orders/orders.testing.ts';
import { shopifyOrder } from './shopify/shopify.testing.ts';

let world: World;
let staff: Client;
beforeEach(async () => {
  await world?.[Symbol.asyncDispose]();
  world = await openWorld();
  staff = await world.signIn('brand@maison.test');
  await connect('the-first-secret');
  world.clock.advance(60_000);
});
afterAll(() => world[Symbol.asyncDispose]());

const maison = { merchant: 'maison-clair' };
const shopify = { ...maison, kind: 'shopify' };
const hour = 3_600_000;

const connect = async (secret: string) => granted(await staff.call(connectShop, { params: shopify, body: { secret } }));
async function connection() {
  const { connections } = granted(await staff.call(listShopConnections, { params: maison }));
  return connections.find(({ kind }) => kind === 'shopify');
}
/** What Shopify sends when the app is removed: the shop, with the contact data of its owner. */
function removed(more: Partial<Webhook> = {}) {
  world.clock.advance(1);
  return sendWebhook(world.app, {
    merchant: 'maison-clair',
    secret: 'the-first-secret',
    topic: 'app/uninstalled',
    id: 'removal-1',
    body: { id: 1, myshopify_domain: 'maison.myshopify.com', email: 'owner@maison.test', address1: 'Rue Haute 3' },
    triggeredAt: world.clock.now(),
    ...more,
  });
}
const outcomes = async () =>
  granted(await staff.call(listDeliveries, { params: maison })).map(({ topic, outcome }) => [topic, outcome]);
const pay = (secret: string, id: string) =>
  sendWebhook(world.app, { merchant: 'maison-clair', secret, topic: 'orders/paid', id, body: shopifyOrder(1) });

test('the shop removes the app: the connection ends, its secrets are refused, and the owners get an email', async () => {
  expect(await removed()).toBe(200);
  expect(await connection()).toMatchObject({ state: 'disconnected', disconnected_by: 'shop', secrets: [] });
  expect(await outcomes()).toEqual([['app/uninstalled', 'app_removed']]);
  expect(await pay('the-first-secret', 'late')).toBe(401);
  const mails = (await mailsAsSent(world.ctx, 'brand@maison.test')).filter(({ kind }) => kind === 'shop_removed');
  expect(mails.map(({ subject }) => subject)).toEqual(['Shopify is disconnected from Maison Clair']);
  const stored = await world.ctx.database.as({ role: 'system' }, async (tx) => ({
    bodies: JSON.stringify(await tx.selectFrom('webhook_deliveries').select('body').execute()),
    audit: await tx.selectFrom('audit_entries').select('actor_id').where('action', '=', 'shop.removed').execute(),
  }));
  expect(stored.audit).toEqual([{ actor_id: null }]);
  expect(stored.bodies).not.toMatch(/owner@maison|Rue Haute/);
});

test('a repeat of the report is acknowledged and changes nothing, also after the shop was connected again', async () => {
  const triggeredAt = world.clock.now();
  expect([await removed({ triggeredAt }), await removed({ triggeredAt })]).toEqual([200, 200]);
  world.clock.advance(hour);
  await connect('the-first-secret');
  expect([await removed({ triggeredAt }), await removed({ triggeredAt, id: 'resent' })]).toEqual([200, 200]);
  expect(await connection()).toMatchObject({ state: 'connected', disconnected_by: null });
  expect((await outcomes()).map(([, outcome]) => outcome)).toEqual([
    'removal_known',
    'repeated',
    'repeated',
    'app_removed',
  ]);
  expect(await pay('the-first-secret', 'after')).toBe(200);
});

test('a late report of an app that was replaced refuses its secret and leaves the new one', async () => {
  const triggeredAt = world.clock.now();
  world.clock.advance(60_000);
  await connect('the-second-secret');
  expect(await removed({ triggeredAt })).toBe(200);
  expect((await connection())?.secrets).toHaveLength(1);
  expect([await pay('the-first-secret', 'old'), await pay('the-second-secret', 'new')]).toEqual([401, 200]);
});

test('a report whose time lies ahead counts from when it came', async () => {
  expect(await removed({ triggeredAt: new Date(world.clock.now().getTime() + 24 * hour) })).toBe(200);
  world.clock.advance(hour);
  await connect('the-first-secret');
  expect(await connection()).toMatchObject({ disconnected_by: null });
});

test('after the brand disconnected, the shop may send only what concerns the app and its shoppers', async () => {
  granted(await staff.call(disconnectShop, { params: shopify }));
  expect(await pay('the-first-secret', 'late')).toBe(401);
  expect(await removed()).toBe(200);
  expect(await connection()).toMatchObject({ state: 'disconnected', disconnected_by: 'brand' });
  expect(await outcomes()).toContainEqual(['app/uninstalled', 'removal_known']);
});
