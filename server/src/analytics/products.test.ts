import { afterAll, beforeAll, expect, test } from 'vitest';
import { listCatalogue } from '@vitrine/contract/catalogue.ts';
import { receiveOrder, receiveRefund } from '@vitrine/contract/orders.ts';
import { listProductCreators, readProductFigures } from '@vitrine/contract/catalogue.products.ts';
import { addPlacement, changePlacement, removePlacement } from '@vitrine/contract/storefront.ts';
import type { Client } from '../../world/client.ts';
import { demoApiKey } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { openMerchantAccount } from '../creators/creators.service.ts';
import { countClicks } from '../figures/figures.testing.ts';
import { orderOf, usd } from '../orders/orders.testing.ts';

const merchant = 'glow-lab';
let world: World;
let staff: Client;
let serum: string;

const place = async (email: string, account: string) =>
  granted(
    await (await world.signIn(email)).call(addPlacement, {
      params: { merchant_account_id: account },
      body: { product_id: serum },
    }),
  );

async function click(account: string, link: string, clicks: readonly { at: string; clicks: number }[]): Promise<void> {
  await world.ctx.database.as({ role: 'system' }, async (tx) => {
    const owner = await tx
      .selectFrom('merchant_accounts')
      .select(['merchant_id', 'id as merchant_account_id', 'creator_id'])
      .where('id', '=', account)
      .executeTakeFirstOrThrow();
    await countClicks(tx, owner, link, clicks);
  });
}

let noorGlow: string;
beforeAll(async () => {
  world = await openWorld();
  staff = await world.signIn('brand@glow.test');
  const { data } = await staff.call(listCatalogue, { params: { merchant }, query: { search: 'serum' } });
  serum = data.find(({ sku }) => sku === 'serum')?.id ?? '';
  const { people } = world;
  noorGlow = await openMerchantAccount(world.ctx, people.merchants.glow, people.users.noor);
  const avas = await place('ava@creators.test', people.accounts.avaGlow);
  const noors = await place('noor@creators.test', noorGlow);
  await click(people.accounts.avaGlow, avas.link_id, [
    { at: '2026-11-18', clicks: 5 },
    { at: '2026-09-01', clicks: 100 },
  ]);
  await click(noorGlow, noors.link_id, [{ at: '2026-11-19', clicks: 2 }]);
  const shop = world.shop(demoApiKey);
  const sell = async (orderId: string, sku: string, quantity: number) => {
    const lines = [{ line_id: '1', sku, title: sku, quantity, unit_price: usd('4800') }];
    granted(await shop.call(receiveOrder, { body: orderOf(world, orderId, { discount_codes: ['AVA10'], lines }) }));
  };
  await sell('one', 'serum', 2);
  await sell('two', 'serum', 1);
  await sell('three', 'brush', 1);
  granted(
    await shop.call(receiveRefund, {
      params: { order_id: 'one' },
      body: { refund_id: 'half', lines: [{ line_id: '1', quantity: 1 }] },
    }),
  );
});
afterAll(() => world[Symbol.asyncDispose]());

const figures = async (query = {}) =>
  (await staff.call(readProductFigures, { params: { merchant, product_id: serum }, query })).data;

test('a product has its clicks, orders, net sales and commission over the last 30 days', async () => {
  const { range, now, before } = await figures();
  expect(range).toMatchObject({ preset: 'last_30_days', days: 30 });
  expect(now).toEqual({ clicks: 7, orders: 2, sales: usd('9600'), commission: usd('1440') });
  expect(before).toEqual({ clicks: 0, orders: 0, sales: usd('0'), commission: usd('0') });
});

test('a range is the same as everywhere: a preset, or days', async () => {
  expect((await figures({ from: '2026-11-18', to: '2026-11-18' })).now).toMatchObject({ clicks: 5, orders: 0 });
  expect((await figures({ from: '2026-09-01', to: '2026-09-30' })).now.clicks).toBe(100);
  const params = { merchant, product_id: serum };
  const { status } = await staff.call(readProductFigures, { params, query: { from: '2027-01-01', to: '2027-01-02' } });
  expect(status).toBe(422);
});

test('its creators are listed by name and page by page, with their own figures and whether they still feature it', async () => {
  const params = { merchant, product_id: serum };
  const first = await staff.call(listProductCreators, { params, query: { limit: 1 } });
  const cursor = first.meta.next_cursor ?? '';
  const second = await staff.call(listProductCreators, { params, query: { limit: 1, cursor } });
  expect([first.meta.total, second.meta.next_cursor]).toEqual([2, null]);
  expect([...first.data, ...second.data]).toMatchObject([
    {
      handle: 'ava',
      placements: 2,
      is_hidden: false,
      clicks: 5,
      orders: 2,
      sales: usd('9600'),
      commission: usd('1440'),
    },
    { handle: 'noor', placements: 1, is_hidden: false, clicks: 2, orders: 0 },
  ]);
});

test('a creator who hides or removes it stays in the list, and the clicks stay counted', async () => {
  const ava = await world.signIn('ava@creators.test');
  const noor = await world.signIn('noor@creators.test');
  const placed = async (email: string, account: string) => (await place(email, account)).id;
  const hidden = await placed('ava@creators.test', world.people.accounts.avaGlow);
  await ava.call(removePlacement, {
    params: { merchant_account_id: world.people.accounts.avaGlow, placement_id: hidden },
  });
  const removed = await placed('noor@creators.test', noorGlow);
  const ofNoor = { merchant_account_id: noorGlow, placement_id: removed };
  await noor.call(changePlacement, { params: ofNoor, body: { hidden: true } });
  const { data } = await staff.call(listProductCreators, { params: { merchant, product_id: serum } });
  expect(
    data.map(({ handle, placements, is_hidden: isHidden, clicks }) => ({ handle, placements, isHidden, clicks })),
  ).toEqual([
    { handle: 'ava', placements: 2, isHidden: false, clicks: 5 },
    { handle: 'noor', placements: 2, isHidden: false, clicks: 2 },
  ]);
});

test('a product of another brand has no figures', async () => {
  const northwind = await world.signIn('brand@northwind.test');
  const params = { merchant: 'northwind-outfitters', product_id: serum };
  expect((await northwind.call(readProductFigures, { params })).status).toBe(404);
  expect((await northwind.call(listProductCreators, { params })).status).toBe(404);
});
