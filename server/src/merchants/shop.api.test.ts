import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listCatalogue, listShopProducts, type SentProduct, syncProducts } from '@vitrine/contract/catalogue.ts';
import { listCommissions } from '@vitrine/contract/commissions.ts';
import { listCreators } from '@vitrine/contract/roster.ts';
import { listShopCreators } from '@vitrine/contract/invitations.ts';
import { listShopLinks } from '@vitrine/contract/links.ts';
import {
  type ApiKeyScope,
  apiKeyScope,
  createShopCode,
  endShopCode,
  listDiscountCodes,
  listShopCodes,
} from '@vitrine/contract/merchants.ts';
import { listShopOrders, readOrder, readShopOrder, receiveOrder } from '@vitrine/contract/orders.ts';
import { listBrandPayouts, listShopPayouts } from '@vitrine/contract/payouts.ts';
import type { Client } from '../../world/client.ts';
import { demoApiKey } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { makeHit, orderOf, usd } from '../orders/orders.testing.ts';
import { addApiKey } from './merchants.service.ts';

let world: World;
let shop: Client;
let staff: Client;
beforeAll(async () => {
  world = await openWorld();
  shop = world.shop(demoApiKey);
  staff = await world.signIn('brand@glow.test');
  for (const [orderId, placed_at] of [
    ['A-1', '2026-11-20T12:00:00Z'],
    ['A-2', '2026-11-20T13:00:00Z'],
    ['A-3', '2026-11-20T14:00:00Z'],
  ] as const) {
    const { clickId } = await makeHit(world, 'avaGlow');
    const isCredited = orderId !== 'A-2';
    granted(
      await shop.call(receiveOrder, {
        body: orderOf(world, orderId, { placed_at, ...(isCredited && { click_id: clickId }) }),
      }),
    );
  }
});
afterAll(() => world[Symbol.asyncDispose]());

const merchant = { merchant: 'glow-lab' };

describe('the shop of a brand reads', () => {
  test('its orders by time and outcome, page by page', async () => {
    const ids = async (query: Parameters<typeof shop.call<typeof listShopOrders>>[1]) =>
      granted(await shop.call(listShopOrders, query)).map((order) => order.order_id);
    expect(await ids({})).toEqual(['A-3', 'A-2', 'A-1']);
    expect(await ids({ query: { since: '2026-11-20T13:30:00+01:00', until: '2026-11-20T14:00:00Z' } })).toEqual([
      'A-2',
    ]);
    expect(await ids({ query: { outcome: 'no_touch' } })).toEqual(['A-2']);
    const first = await shop.call(listShopOrders, { query: { limit: 2 } });
    expect(await ids({ query: { limit: 2, cursor: first.meta.next_cursor ?? '' } })).toEqual(['A-1']);
    const wrong = await shop.call(listShopOrders, { query: { since: 'yesterday' } });
    expect([wrong.status, Object.keys(wrong.problem.errors ?? {})]).toEqual([422, ['since']]);
  });

  test('one order as its brand sees it', async () => {
    const own = await shop.call(readShopOrder, { params: { order_id: 'A-1' } });
    const theirs = await staff.call(readOrder, { params: { ...merchant, order_id: 'A-1' } });
    expect(granted(own)).toEqual(granted(theirs));
    const foreign = world.shop('vtk_demo_northwind');
    expect((await foreign.call(readShopOrder, { params: { order_id: 'A-1' } })).status).toBe(404);
  });

  test('creators, codes and payouts as the console lists them', async () => {
    expect(granted(await staff.call(listCreators, { params: merchant }))).toMatchObject(
      granted(await shop.call(listShopCreators)),
    );
    expect(granted(await shop.call(listShopCodes))).toEqual(
      granted(await staff.call(listDiscountCodes, { params: merchant })),
    );
    const page = await shop.call(listShopCreators, { query: { limit: 1 } });
    expect([page.data.length, page.meta.next_cursor]).toEqual([1, null]);
    const wrong = await shop.call(listShopCreators, { query: { cursor: 'nonsense' } });
    expect(wrong.problem.errors).toEqual({ cursor: ['must be the next_cursor of the previous page'] });
    const payouts = await shop.call(listShopPayouts);
    const console = await staff.call(listBrandPayouts, { params: merchant });
    expect([payouts.data, payouts.meta]).toEqual([console.data, console.meta]);
  });

  test('the commissions of its creators with their handles, and no other brand’s', async () => {
    const own = await shop.call(listCommissions, { query: { month: '2026-11' } });
    expect(own.data).toHaveLength(2);
    expect(Object.fromEntries(own.data.map((each) => [each.order_id, [each.creator, each.net]]))).toEqual({
      'A-1': ['ava', usd('720')],
      'A-3': ['ava', usd('720')],
    });
    expect((await world.shop('vtk_demo_northwind').call(listCommissions)).data).toEqual([]);
    const ava = await world.signIn('ava@creators.test');
    expect((await ava.call(listCommissions)).data.some((each) => 'creator' in each)).toBe(false);
  });

  test('the links of its creators, page by page', async () => {
    const all = await shop.call(listShopLinks, { query: { limit: 100 } });
    expect(all.data.length).toBeGreaterThan(1);
    expect(new Set(all.data.map(({ creator }) => creator))).toEqual(new Set(['ava']));
    const first = await shop.call(listShopLinks, { query: { limit: 1 } });
    const second = await shop.call(listShopLinks, { query: { limit: 1, cursor: first.meta.next_cursor ?? '' } });
    expect([...first.data, ...second.data]).toEqual(all.data.slice(0, 2));
  });
});

describe('the shop of a brand sends products', () => {
  const serum: SentProduct = {
    sku: 'sync-1',
    title: 'Night Serum',
    url: 'https://shop.glowlab.example/p/night-serum',
    price: usd('5200'),
    description: 'For the night',
    compare_at_price: usd('6000'),
  };
  const send = async (products: SentProduct[]) => granted(await shop.call(syncProducts, { body: { products } }));

  test('that are added, changed, left alone or refused one by one', async () => {
    expect(await send([serum])).toMatchObject({ created: 1, products: [{ position: 0, outcome: 'created' }] });
    const { sku, title, url } = serum;
    const result = await send([
      { ...serum, sku: 'sync-2', url: 'https://elsewhere.example/p' },
      { sku, title, url, price: usd('4900'), compare_at_price: null },
      { ...serum, sku: 'sync-3', price: { amount: '1', currency: 'EUR' }, compare_at_price: null },
      { ...serum, sku: 'sync-4', title: 'Day Serum' },
    ]);
    expect(result).toMatchObject({ created: 1, updated: 1, unchanged: 0, refused: 2 });
    expect(result.products.map(({ position, outcome, field }) => [position, outcome, field])).toEqual([
      [0, 'refused', 'url'],
      [1, 'updated', null],
      [2, 'refused', 'currency'],
      [3, 'created', null],
    ]);
    expect(await send([{ ...serum, price: usd('4900'), compare_at_price: null }])).toMatchObject({ unchanged: 1 });
    const listed = await shop.call(listShopProducts, { query: { search: 'night serum' } });
    expect(listed.data).toMatchObject([
      { sku: 'sync-1', price: usd('4900'), compare_at_price: null, description: 'For the night', in_stock: true },
    ]);
    const query = { search: 'night serum' };
    expect(granted(await staff.call(listCatalogue, { params: merchant, query }))).toEqual(listed.data);
  });

  test('in batches of at most 500', async () => {
    const many = Array.from({ length: 501 }, (_, index) => ({ ...serum, sku: `many-${index}` }));
    const answer = await shop.call(syncProducts, { body: { products: many } });
    expect([answer.status, answer.problem.errors]).toEqual([
      422,
      { products: ['must have at most 500 products, not 501'] },
    ]);
    expect(await send(many.slice(0, 500))).toMatchObject({ created: 500, refused: 0 });
  });
});

test('a shop assigns a code and ends it once, after which it earns nothing', async () => {
  const made = granted(await shop.call(createShopCode, { body: { code: 'shop-5', creator: 'ava' } }));
  expect(made).toMatchObject({ code: 'SHOP-5', creator: 'ava', ended_at: null });
  const buy = async (orderId: string) =>
    (await shop.call(receiveOrder, { body: orderOf(world, orderId, { discount_codes: ['SHOP-5'] }) })).data.decision
      ?.outcome;
  expect(await buy('code-before')).toBe('credited');
  const end = () => shop.call(endShopCode, { params: { code: 'shop-5' } });
  const ended = granted(await end());
  world.clock.advance(60_000);
  expect(granted(await end())).toEqual(ended);
  expect(await buy('code-after')).not.toBe('credited');
  expect((await shop.call(endShopCode, { params: { code: 'NOOR15' } })).status).toBe(404);
});

test('each call needs the permission of its key', async () => {
  const product = { sku: 'no', title: 'No', url: 'https://shop.glowlab.example/no', price: usd('1') };
  const without = async (scope: ApiKeyScope, more: ApiKeyScope[] = []) => {
    const scopes = apiKeyScope.options.filter((each) => each !== scope && !more.includes(each));
    const { key } = await addApiKey(world.ctx, world.people.merchants.glow, { name: scope, scopes });
    return world.shop(key);
  };
  const refused = [
    await (await without('orders:read')).call(listShopOrders),
    await (await without('orders:read')).call(readShopOrder, { params: { order_id: 'A-1' } }),
    await (await without('products:write')).call(syncProducts, { body: { products: [product] } }),
    await (await without('products:read', ['products:write'])).call(listShopProducts),
    await (await without('codes:write')).call(createShopCode, { body: { code: 'NEVER', creator: 'ava' } }),
    await (await without('codes:write')).call(endShopCode, { params: { code: 'AVA10' } }),
    await (await without('codes:read', ['codes:write'])).call(listShopCodes),
    await (await without('creators:read')).call(listShopCreators),
    await (await without('links:read')).call(listShopLinks),
    await (await without('commissions:read')).call(listCommissions),
    await (await without('payouts:read')).call(listShopPayouts),
  ];
  expect(refused.map(({ status }) => status)).toEqual(Array.from({ length: 11 }, () => 403));
  expect(refused[0]?.problem.message).toBe('This API key needs the permission orders:read');
});
