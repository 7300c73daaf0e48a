import { listShopConnections, connectShop, disconnectShop } from '@vitrine/contract/connections.ts';
import { connectShopSync, disconnectShopSync, readShopSync } from '@vitrine/contract/shop-sync.ts';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import type { Client } from '../../../world/client.ts';
import { takePrograms } from '../../../production/guide.testing.ts';
import { granted } from '../../../world/shelves.ts';
import { openWorld, type World } from '../../../world/world.ts';
import { sendWebhook } from '../../orders/orders.testing.ts';
import { shopifyOrder, shopifyRefund } from '../shopify/shopify.testing.ts';
import { openOutsideShop, type OutsideShop, webhooksOf } from './shopify.stand-in.testing.ts';
import { runSync, syncShops } from './sync.run.ts';

// The permissions that the guide lets the owner copy are enough for everything.
const [scopes = ''] = takePrograms('shopify', 1);

let world: World;
let staff: Client;
let shop: OutsideShop;
beforeEach(async () => {
  await world?.[Symbol.asyncDispose]();
  world = await openWorld();
  shop = await openOutsideShop();
  shop.currency = 'USD';
  shop.scopes = scopes.trim().split(',');
  shop.variants = [{ id: 1, sku: 'S-1', title: 'Soap', price: '12.50' }];
  Object.assign(world.ctx.config, { shopifyBaseUrl: shop.url, publicUrl: 'https://portal.example' });
  staff = await world.signIn('brand@glow.test');
});
afterEach(() => shop.close());
afterAll(() => world[Symbol.asyncDispose]());

const params = { merchant: 'glow-lab' };
const domain = 'glow.myshopify.com';
const address = 'https://portal.example/api/v1/integrations/shopify/glow-lab';
const hour = 3_600_000;
const all = [
  'ORDERS_CREATE',
  'ORDERS_PAID',
  'ORDERS_UPDATED',
  'ORDERS_CANCELLED',
  'REFUNDS_CREATE',
  'DISPUTES_CREATE',
  'DISPUTES_UPDATE',
  'APP_UNINSTALLED',
];

const connect = (body: Record<string, string> = { client_id: shop.client.id, client_secret: shop.client.secret }) =>
  staff.call(connectShopSync, { params, body: { domain, ...body } });
const state = async () => granted(await staff.call(readShopSync, { params }));
const topics = async () => (await state()).webhooks?.topics.map(({ topic, state: is }) => `${topic} ${is}`);
const changes = () => shop.calls.filter((call) => /Create|Delete/.test(call));
const secrets = async () =>
  granted(await staff.call(listShopConnections, { params }))
    .connections.find(({ kind }) => kind === 'shopify')
    ?.secrets.map(({ hint, of_app: ofApp, expires_at: until }) => [hint, ofApp, until !== null]);
async function later(ms = 5 * hour): Promise<void> {
  world.clock.advance(ms);
  await syncShops(world.ctx);
}
const gid = (n: number) => `gid://shopify/WebhookSubscription/${n}`;

/** What the shop sends to its subscriptions, delivered to the address that each has. */
async function happen(topic: string, body: object): Promise<number[]> {
  const statuses: number[] = [];
  for (const { uri, headers, payload } of webhooksOf(shop, topic, body)) {
    expect(new URL(uri).origin).toBe('https://portal.example');
    const answer = await world.app.inject({ method: 'POST', url: new URL(uri).pathname, headers, payload });
    statuses.push(answer.statusCode);
  }
  return statuses;
}

test('with a client given, every topic is subscribed once, and a later sync creates nothing', async () => {
  granted(await connect());
  expect((await state()).webhooks).toBeNull();
  await syncShops(world.ctx);
  expect(shop.subscriptions.map(({ topic, uri, format }) => [topic, uri, format])).toEqual(
    all.map((topic) => [topic, address, 'JSON']),
  );
  expect(await topics()).toEqual([
    'orders/create created',
    'orders/paid created',
    'orders/updated created',
    'orders/cancelled created',
    'refunds/create created',
    'disputes/create created',
    'disputes/update created',
    'app/uninstalled created',
  ]);
  expect((await state()).last?.added).toBe(1);
  shop.calls = [];
  await later();
  expect(changes()).toEqual([]);
  expect(new Set((await topics())?.map((each) => each.split(' ')[1]))).toEqual(new Set(['existing']));
});

test('an order reaches Vitrine through the webhooks that it created, and its creator earns', async () => {
  granted(await connect());
  await syncShops(world.ctx);
  const order = { ...shopifyOrder(7001), processed_at: world.clock.now().toISOString(), financial_status: 'paid' };
  const code = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .selectFrom('discount_codes')
      .select('code')
      .where('merchant_id', '=', world.people.merchants.glow)
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow(),
  );
  const discount_codes = [{ code: code.code, amount: '6.00', type: 'fixed_amount' }];
  expect(await happen('orders/create', { ...order, discount_codes })).toEqual([200]);
  expect(await happen('orders/paid', { ...order, discount_codes })).toEqual([200]);
  const commissions = () =>
    world.ctx.database.as({ role: 'system' }, (tx) =>
      tx.selectFrom('commissions').selectAll().where('order_id', '=', '7001').execute(),
    );
  const earned = await commissions();
  expect(earned.length).toBeGreaterThan(0);
  // The same event by a webhook that was made by hand: another id, signed with the shop's secret.
  granted(await staff.call(connectShop, { params: { ...params, kind: 'shopify' }, body: { secret: 'of-the-shop' } }));
  const byHand = { topic: 'orders/paid', id: 'by-hand', body: { ...order, discount_codes }, secret: 'of-the-shop' };
  expect(await sendWebhook(world.app, byHand)).toBe(200);
  expect(await commissions()).toEqual(earned);
  const refund = shopifyRefund(71, 7001, [{ line_item_id: 11, quantity: 1, subtotal: '45.00' }]);
  expect(await happen('refunds/create', refund)).toEqual([200]);
  expect(await sendWebhook(world.app, { ...byHand, topic: 'refunds/create', id: 'by-hand-2', body: refund })).toBe(200);
  const refunds = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('refunds').select('refund_id').where('order_id', '=', '7001').execute(),
  );
  expect(refunds).toHaveLength(1);
});

test('webhooks of an earlier address are replaced, one in another format too, and those of others stay', async () => {
  const node = (id: number, topic: string, uri: string, format = 'JSON') => ({ id: gid(id), topic, uri, format });
  shop.subscriptions = [
    node(1001, 'ORDERS_CREATE', 'https://old.example/api/v1/integrations/shopify/glow-lab'),
    node(1002, 'ORDERS_PAID', address),
    node(1003, 'ORDERS_UPDATED', address, 'XML'),
    node(1004, 'ORDERS_CREATE', 'https://erp.example/hooks'),
    node(1005, 'ORDERS_CREATE', 'https://old.example/api/v1/integrations/shopify/lab'),
  ];
  granted(await connect());
  await syncShops(world.ctx);
  const kept = shop.subscriptions.map(({ topic, uri, format }) => `${topic} ${uri} ${format}`).toSorted();
  expect(kept).toEqual(
    [
      ...all.map((topic) => `${topic} ${address} JSON`),
      'ORDERS_CREATE https://erp.example/hooks JSON',
      'ORDERS_CREATE https://old.example/api/v1/integrations/shopify/lab JSON',
    ].toSorted(),
  );
  expect((await topics())?.filter((each) => each.endsWith('existing'))).toEqual(['orders/paid existing']);
});

test('a refused topic says why, doesn’t stop the sync, and is tried again', async () => {
  shop.scopes = ['read_products', 'read_discounts', 'read_orders'];
  const earlier = { id: gid(900), topic: 'ORDERS_CREATE', format: 'JSON' };
  shop.subscriptions = [{ ...earlier, uri: 'https://old.example/api/v1/integrations/shopify/glow-lab' }];
  shop.refused = {
    ORDERS_CREATE: {
      message: 'This app is not approved to subscribe to webhook topics containing protected customer data.',
    },
    ORDERS_PAID: { message: 'Access denied. Required access: `read_orders` access scope.', denied: true },
    REFUNDS_CREATE: { message: 'Too many webhooks' },
  };
  granted(await connect());
  await syncShops(world.ctx);
  const refused = (await state()).webhooks?.topics.filter((each) => each.state === 'refused');
  expect(refused?.map(({ topic, reason, detail }) => [topic, reason, detail])).toEqual([
    ['orders/create', 'customer_data', ''],
    ['orders/paid', 'scope_missing', 'read_orders'],
    ['refunds/create', 'other', 'Too many webhooks'],
    ['disputes/create', 'scope_missing', 'read_shopify_payments_disputes'],
    ['disputes/update', 'scope_missing', 'read_shopify_payments_disputes'],
  ]);
  expect([(await state()).failure, (await state()).last?.added]).toEqual([null, 1]);
  // What still arrives at the earlier address is not given up.
  expect(shop.subscriptions.some(({ id }) => id === gid(900))).toBe(true);
  shop.scopes.push('read_shopify_payments_disputes');
  shop.refused = {};
  await later();
  expect((await state()).webhooks?.topics.every((each) => each.state !== 'refused')).toBe(true);
  expect(shop.subscriptions).toHaveLength(8);
});

test('an app that may not even list its webhooks still syncs its products', async () => {
  const denied = {
    errors: [{ message: 'Access denied for webhookSubscriptions field.', extensions: { code: 'ACCESS_DENIED' } }],
  };
  granted(await connect());
  const key = { merchantId: world.people.merchants.glow, kind: 'shopify' } as const;
  await runSync(world.ctx, key, 1);
  shop.failures = [(response) => response.writeHead(200).end(JSON.stringify(denied))];
  await later(1);
  expect(new Set((await topics())?.map((each) => each.split(' ')[1]))).toEqual(new Set(['refused']));
  expect((await state()).last?.added).toBe(1);
});

test('a process that dies between two webhooks goes on there, and one created twice is there once', async () => {
  granted(await connect());
  const key = { merchantId: world.people.merchants.glow, kind: 'shopify' } as const;
  await runSync(world.ctx, key, 5);
  expect([shop.subscriptions.length, (await state()).running?.reads]).toEqual([3, 'webhooks']);
  // Created at Shopify, but the process died before it was noted.
  shop.subscriptions.push({ id: gid(555), topic: 'ORDERS_CANCELLED', uri: address, format: 'JSON' });
  shop.failures = [(response) => response.writeHead(500).end()];
  await later(1);
  expect((await state()).failure?.fault).toBe('unreachable');
  expect(shop.subscriptions).toHaveLength(4);
  await later(2 * 60_000);
  expect(shop.subscriptions.map(({ topic }) => topic).toSorted()).toEqual(all.toSorted());
  expect((await topics())?.filter((each) => !each.endsWith('refused'))).toHaveLength(8);
  expect((await state()).last?.added).toBe(1);
});

test('the allowance of the shop is waited for between two webhooks', async () => {
  granted(await connect());
  shop.available = 50;
  await syncShops(world.ctx);
  expect(changes()).toEqual([]);
  await later(5_000);
  expect(changes()).toEqual(['webhookSubscriptionCreate ORDERS_CREATE']);
  shop.available = 1_000;
  await later(5_000);
  expect(shop.subscriptions).toHaveLength(8);
});

test('an installation without https creates no webhooks and says so', async () => {
  Object.assign(world.ctx.config, { publicUrl: 'http://portal.example' });
  granted(await connect());
  await syncShops(world.ctx);
  expect((await state()).webhooks).toEqual({ obstacle: 'not_https', topics: [] });
  expect([shop.subscriptions, (await state()).last?.added]).toEqual([[], 1]);
});

test('a token alone creates no webhooks; with the API secret key of its app it does', async () => {
  granted(await connect({ access_token: shop.token }));
  await syncShops(world.ctx);
  expect((await state()).webhooks).toEqual({ obstacle: 'secret_missing', topics: [] });
  granted(await connect({ access_token: shop.token, api_secret_key: shop.client.secret }));
  await syncShops(world.ctx);
  expect(shop.subscriptions).toHaveLength(8);
  expect(await happen('orders/create', shopifyOrder(7002))).toEqual([200]);
});

test.each([
  [{ access_token: 'shpat_of_the_shop', api_secret_key: 'shpat_of_the_shop' }, 'is an access token'],
  [{ client_id: 'client-of-the-app', client_secret: 'shpss_of_the_app', api_secret_key: 'shpss_x_y_z' }, 'belongs to'],
])('an API secret key in %j is refused', async (body, reason) => {
  const { status, problem } = await connect(body);
  expect([status, problem?.errors?.['api_secret_key']?.[0]]).toEqual([422, expect.stringContaining(reason)]);
});

test('the secrets of the shop and of its app are replaced one by one', async () => {
  const enter = (secret: string) =>
    staff.call(connectShop, { params: { ...params, kind: 'shopify' }, body: { secret } });
  granted(await enter('of-the-shop'));
  granted(await connect());
  world.clock.advance(49 * hour);
  staff = await world.signIn('brand@glow.test');
  expect((await secrets())?.toSorted()).toEqual([
    ['…_app', true, false],
    ['…shop', false, false],
  ]);
  granted(await enter('of-the-shop-2'));
  shop.client.secret = 'shpss_of_the_app_2';
  granted(await connect());
  expect((await secrets())?.toSorted()).toEqual([
    ['…_app', true, true],
    ['…op-2', false, false],
    ['…pp_2', true, false],
    ['…shop', false, true],
  ]);
});

test('disconnecting deletes the webhooks of the app, and removing the access leaves them', async () => {
  granted(await connect());
  await syncShops(world.ctx);
  granted(await staff.call(disconnectShopSync, { params }));
  expect(shop.subscriptions).toHaveLength(8);
  granted(await connect());
  shop.subscriptions.push({ id: gid(1), topic: 'ORDERS_PAID', uri: 'https://erp.example/hooks', format: 'JSON' });
  granted(await staff.call(disconnectShop, { params: { ...params, kind: 'shopify' } }));
  expect(shop.subscriptions.map(({ uri }) => uri)).toEqual(['https://erp.example/hooks']);
});

test('disconnecting works although Shopify doesn’t answer', async () => {
  granted(await connect());
  await syncShops(world.ctx);
  shop.failures = [(response) => response.destroy()];
  const { state: now } = granted(await staff.call(disconnectShop, { params: { ...params, kind: 'shopify' } }));
  expect([now, (await state()).access, shop.subscriptions.length]).toEqual(['disconnected', null, 8]);
});
