import { createDiscountCode, listDiscountCodes } from '@vitrine/contract/merchants.ts';
import { listCatalogue } from '@vitrine/contract/catalogue.ts';
import { changeProduct } from '@vitrine/contract/catalogue.products.ts';
import { listShopConnections } from '@vitrine/contract/connections.ts';
import {
  connectShopSync,
  disconnectShopSync,
  listAssignableCodes,
  readShopSync,
  startShopSync,
} from '@vitrine/contract/shop-sync.ts';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import type { Client } from '../../../world/client.ts';
import { granted } from '../../../world/shelves.ts';
import { openWorld, type World } from '../../../world/world.ts';
import { sendWebhook } from '../../orders/orders.testing.ts';
import { openOutsideShop, type OutsideShop } from './shopify.stand-in.testing.ts';
import { runSync, syncShops } from './sync.run.ts';

let world: World;
let staff: Client;
let shop: OutsideShop;
beforeEach(async () => {
  await world?.[Symbol.asyncDispose]();
  world = await openWorld();
  shop = await openOutsideShop();
  Object.assign(world.ctx.config, { shopifyBaseUrl: shop.url });
  staff = await world.signIn('brand@maison.test');
});
afterEach(() => shop.close());
afterAll(() => world[Symbol.asyncDispose]());

const params = { merchant: 'maison-clair' };
const domain = 'maison.myshopify.com';
const hour = 3_600_000;

const connect = (body: Record<string, string> = { access_token: 'shpat_of_the_shop' }, at = domain) =>
  staff.call(connectShopSync, { params, body: { domain: at, ...body } });
const state = async () => granted(await staff.call(readShopSync, { params }));
/** The products of the shop as the catalog has them. */
async function products() {
  const rows = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .selectFrom('products')
      .select(['sku', 'title', 'url', 'image', 'price', 'archived_at'])
      .where('merchant_id', '=', world.people.merchants.maison)
      .where('sku', 'like', 'S-%')
      .orderBy('sku')
      .execute(),
  );
  return rows.map(({ sku, price, archived_at: at }) => [sku, price, at === null ? 'active' : 'archived']);
}
const variant = (n: number, more: object = {}) => ({
  id: n,
  sku: `S-${n}`,
  title: `Soap ${n}`,
  price: '12.50',
  ...more,
});
async function later(ms = 5 * hour): Promise<void> {
  world.clock.advance(ms);
  await syncShops(world.ctx);
}

test('all products are read page by page, and again with what changed', async () => {
  shop.variants = [1, 2, 3, 4, 5].map((n) => variant(n));
  expect(granted(await connect())).toMatchObject({ access: { domain, way: 'token', hint: '…shop' }, last: null });
  await syncShops(world.ctx);
  expect((await state()).last).toMatchObject({ added: 5, changed: 0, archived: 0, skipped: 0 });
  expect(shop.calls).toEqual([
    'shop',
    'shop',
    'productVariants',
    'productVariants 2',
    'productVariants 4',
    'codeDiscountNodes',
  ]);
  const [first] = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('products').selectAll().where('sku', '=', 'S-1').execute(),
  );
  expect(first).toMatchObject({
    title: 'Soap 1',
    category: 'Care',
    description: 'About Soap 1',
    image: 'https://cdn.shopify.example/1.jpg?v=1',
    url: expect.stringMatching(/\/products\/p-1$/),
  });
  shop.variants = [
    variant(1, { price: '13.00' }),
    variant(2, { status: 'DRAFT' }),
    variant(3, { hidden: true }),
    variant(4),
  ];
  await later();
  expect((await state()).last).toMatchObject({ added: 0, changed: 1, archived: 3 });
  expect(await products()).toEqual([
    ['S-1', 1300n, 'active'],
    ['S-2', 1250n, 'archived'],
    ['S-3', 1250n, 'archived'],
    ['S-4', 1250n, 'active'],
    ['S-5', 1250n, 'archived'],
  ]);
});

test('a product comes back when the shop offers it again, but not if the brand archived it', async () => {
  shop.variants = [variant(1), variant(2)];
  granted(await connect());
  await syncShops(world.ctx);
  const { data } = await staff.call(listCatalogue, { params, query: { search: 'Soap 1' } });
  granted(
    await staff.call(changeProduct, {
      params: { ...params, product_id: data[0]?.id ?? '' },
      body: { archived: true },
    }),
  );
  shop.variants = [variant(1), variant(2, { status: 'ARCHIVED' })];
  await later();
  shop.variants = [variant(1), variant(2)];
  await later();
  expect(await products()).toEqual([
    ['S-1', 1250n, 'archived'],
    ['S-2', 1250n, 'active'],
  ]);
});

test('a pass that was killed between two pages goes on there, and archives only when it is complete', async () => {
  shop.variants = [1, 2, 3, 4].map((n) => variant(n));
  granted(await connect());
  await syncShops(world.ctx);
  shop.variants = [variant(1), variant(4), variant(5), variant(6)];
  world.clock.advance(5 * hour);
  const key = { merchantId: world.people.merchants.maison, kind: 'shopify' } as const;
  await runSync(world.ctx, key, 2);
  expect((await products()).filter(([, , at]) => at === 'archived')).toEqual([]);
  shop.failures = [(response) => response.writeHead(500).end(), (response) => response.destroy()];
  await later(1);
  expect((await state()).failure).toMatchObject({ fault: 'unreachable' });
  expect((await products()).filter(([, , at]) => at === 'archived')).toEqual([]);
  await later(2 * 60_000);
  await later(5 * 60_000);
  expect((await state()).failure).toBeNull();
  expect((await products()).map(([sku, , at]) => `${String(sku)} ${String(at)}`)).toEqual([
    'S-1 active',
    'S-2 archived',
    'S-3 archived',
    'S-4 active',
    'S-5 active',
    'S-6 active',
  ]);
});

test('a shop that suddenly lists nothing keeps its products', async () => {
  shop.variants = [variant(1)];
  granted(await connect());
  await syncShops(world.ctx);
  shop.variants = [];
  await later();
  expect((await state()).failure).toMatchObject({ fault: 'nothing_listed' });
  expect(await products()).toEqual([['S-1', 1250n, 'active']]);
});

test('the allowance of the shop and a 429 are waited for', async () => {
  shop.variants = [1, 2, 3].map((n) => variant(n));
  granted(await connect());
  shop.available = 50;
  const calls = () => shop.calls.filter((call) => call.startsWith('productVariants')).length;
  await syncShops(world.ctx);
  expect(calls()).toBe(1);
  await later(4_999);
  expect(calls()).toBe(1);
  shop.failures = [(response) => response.writeHead(429, { 'retry-after': '7' }).end('{}')];
  await later(1);
  expect(calls()).toBe(2);
  await later(6_999);
  expect(calls()).toBe(2);
  shop.available = 1_000;
  await later(1);
  expect([(await state()).failure, await products()].flat()).toHaveLength(4);
});

test('a client’s token is renewed before it expires, and its secret signs webhooks', async () => {
  shop.variants = [variant(1)];
  granted(await connect({ client_id: shop.client.id, client_secret: shop.client.secret }));
  await syncShops(world.ctx);
  const tokens = () => shop.calls.filter((call) => call === 'token').length;
  expect(tokens()).toBe(2);
  await later();
  expect(tokens()).toBe(2);
  shop.token = 'shpat_the_next_one';
  await later();
  expect([tokens(), (await state()).failure]).toEqual([3, null]);
  for (let n = 0; n < 5; n += 1) await later();
  expect(tokens()).toBe(4);
  staff = await world.signIn('brand@maison.test');
  const webhook = { topic: 'x', id: 'w-1', body: {}, merchant: 'maison-clair', secret: shop.client.secret };
  expect(await sendWebhook(world.app, webhook)).toBe(200);
  await sendWebhook(world.app, { ...webhook, id: 'w-2', topic: 'app/uninstalled' });
  expect((await state()).access).toBeNull();
});

test.each([
  [{ access_token: 'shpat_of_another' }, domain, 'access_token', 'was refused by maison.myshopify.com'],
  [{ client_id: 'client-of-the-app', client_secret: 'shpss_another' }, domain, 'client_secret', 'was refused'],
  [{ access_token: 'shpss_of_the_app' }, domain, 'access_token', 'is the secret of an app'],
  [{ client_id: 'client-of-the-app' }, domain, 'client_secret', 'is missing'],
  [{}, domain, 'client_id', 'is missing'],
  [{ access_token: 'shpat_of_the_shop' }, 'shop.maison.example', 'domain', 'like glow-lab.myshopify.com'],
  [{ access_token: 'shpat_of_the_shop' }, 'evil.example/.myshopify.com', 'domain', 'like glow-lab.myshopify.com'],
])('an access like %j of %s is refused at %s', async (body, at, field, reason) => {
  const { status, problem } = await connect(body, at);
  expect([status, problem?.errors?.[field]?.[0]]).toEqual([422, expect.stringContaining(reason)]);
  expect((await state()).access).toBeNull();
});

test('a missing permission and another currency are named', async () => {
  shop.scopes = ['read_products'];
  const lacking = await connect();
  expect(lacking.problem?.errors?.['access_token']?.[0]).toContain('without the permission read_discounts');
  shop.scopes = ['read_products', 'read_discounts'];
  shop.currency = 'USD';
  const other = await connect({ access_token: 'shpat_of_the_shop' }, 'https://admin.shopify.com/store/maison/products');
  expect(other.problem?.errors?.['domain']?.[0]).toBe('is a shop that sells in USD, and the brand’s currency is EUR');
});

test('a redirect is not followed, and an endless answer is cut off', async () => {
  shop.failures = [(response) => response.writeHead(302, { location: `${shop.url}/elsewhere` }).end()];
  expect((await connect()).problem?.errors?.['domain']?.[0]).toContain('there is no shop');
  shop.failures = [
    (response) => {
      const more = () => {
        if (!response.destroyed) response.write('x'.repeat(1_000_000), () => setImmediate(more));
      };
      more();
    },
  ];
  expect((await connect()).problem?.errors?.['domain']?.[0]).toContain('the answer is too long');
  expect(shop.calls).toEqual(['shop', 'shop']);
});

test('a product that the catalog can’t take is skipped with its reason', async () => {
  shop.variants = [
    variant(1),
    variant(2, { sku: 'S-1' }),
    variant(3, { price: 'free' }),
    variant(4, { sku: undefined }),
  ];
  granted(await connect());
  await syncShops(world.ctx);
  const { last } = await state();
  expect([last?.added, last?.skipped, last?.reasons.map(({ sku }) => sku)]).toEqual([2, 2, ['S-1', 'S-3']]);
  const found = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('products').select('sku').where('sku', '=', 'shopify:4').execute(),
  );
  expect(found).toHaveLength(1);
});

test('codes of the shop can be assigned, end with it, and are not assigned again by themselves', async () => {
  shop.variants = [variant(1)];
  shop.codes = [
    { code: 'Noor10', title: 'Noor', status: 'ACTIVE' },
    { code: 'SOON', title: 'Later', status: 'SCHEDULED', endsAt: '2027-01-01T00:00:00Z' },
    { code: 'OLD', title: 'Over', status: 'EXPIRED' },
    { code: 'no spaces', title: 'Odd', status: 'ACTIVE' },
  ];
  granted(await connect());
  await syncShops(world.ctx);
  const assignable = async () =>
    granted(await staff.call(listAssignableCodes, { params })).map(({ code, status }) => [code, status]);
  expect(await assignable()).toEqual([
    ['NOOR10', 'active'],
    ['SOON', 'scheduled'],
  ]);
  granted(await staff.call(createDiscountCode, { params, body: { code: 'NOOR10', creator: 'ava' } }));
  expect(await assignable()).toEqual([['SOON', 'scheduled']]);
  const ended = async () =>
    granted(await staff.call(listDiscountCodes, { params })).find(({ code }) => code === 'NOOR10')?.ended_at;
  const [noor, ...others] = shop.codes;
  shop.codes = others;
  await later();
  const endedAt = await ended();
  expect([endedAt !== null, (await state()).last?.codes_ended]).toEqual([true, 1]);
  shop.codes = noor ? [noor, ...others] : others;
  await later();
  expect([await ended(), await assignable()]).toEqual([endedAt, [['SOON', 'scheduled']]]);
});

test('another brand neither sees nor starts nor ends a sync', async () => {
  granted(await connect());
  const other = await world.signIn('brand@glow.test');
  const creator = await world.signIn('ava@creators.test');
  for (const who of [other, creator])
    expect([
      (await who.call(readShopSync, { params })).status,
      (await who.call(startShopSync, { params })).status,
      (await who.call(connectShopSync, { params, body: { domain, access_token: 'shpat_of_the_shop' } })).status,
      (await who.call(disconnectShopSync, { params })).status,
    ]).toEqual(who === other ? [404, 404, 404, 404] : [403, 403, 403, 403]);
  expect((await state()).access).not.toBeNull();
  expect(JSON.stringify([await state(), await staff.call(listShopConnections, { params })])).not.toContain('shpat_of');
  granted(await staff.call(startShopSync, { params }));
  expect(granted(await staff.call(disconnectShopSync, { params })).access).toBeNull();
  expect((await staff.call(startShopSync, { params })).status).toBe(404);
});
