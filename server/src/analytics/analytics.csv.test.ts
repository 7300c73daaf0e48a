import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { downloadAnalytics } from '@vitrine/contract/analytics.ts';
import type { CallOf } from '@vitrine/contract/endpoint.ts';
import { receiveOrder } from '@vitrine/contract/orders.ts';
import type { Client } from '../../world/client.ts';
import { demoApiKey } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { impersonateAva } from '../impersonation/impersonation.testing.ts';
import { orderOf, usd } from '../orders/orders.testing.ts';

type Query = NonNullable<CallOf<typeof downloadAnalytics>['query']>;
let world: World;
let ava: Client;
beforeAll(async () => {
  world = await openWorld();
  const shop = world.shop(demoApiKey);
  const sell = async (orderId: string, sku: string, title: string, quantity: number, price: string) => {
    const lines = [{ line_id: '1', sku, title, quantity, unit_price: usd(price) }];
    granted(await shop.call(receiveOrder, { body: orderOf(world, orderId, { discount_codes: ['AVA10'], lines }) }));
  };
  await sell('one', 'serum', 'Dew Serum', 2, '4800');
  await sell('two', 'brush', 'Powder Brush', 1, '3000');
  await sell('three', 'brush', 'Powder Brush', 1, '3000');
  ava = await world.signIn('ava@creators.test');
});
afterAll(() => world[Symbol.asyncDispose]());

const download = (query: Query, by = ava, account = world.people.accounts.avaGlow) =>
  by.call(downloadAnalytics, { params: { merchant_account_id: account }, query });
async function rows(query: Query): Promise<string[]> {
  return (await download(query)).data.trim().split('\r\n');
}
const range = { from: '2026-11-01', to: '2026-11-20' };

describe('an analytics file', () => {
  test('has one heading for all tables', async () => {
    const headings = new Set<string | undefined>();
    for (const type of ['overview', 'products', 'links', 'traffic'] as const)
      headings.add((await rows({ ...range, type }))[0]?.replace('\uFEFF', '').replaceAll('"', ''));
    expect([...headings]).toEqual([
      'section,name,address,views,clicks,orders,sales,commission,currency,conversion_rate,earnings_per_click',
    ]);
  });

  test('of the overview adds up money with decimals, and leaves cells without a figure empty', async () => {
    const [, total, ...others] = await rows({ ...range, type: 'overview' });
    expect(total).toBe('"total","2026-11-01 – 2026-11-20",,0,0,3,156.00,26.40,"USD",,');
    expect(others.find((row) => row.includes('"2026-11-20"'))).toBe('"day","2026-11-20",,0,0,3,156.00,26.40,"USD",,');
  });

  test('has the period before only when it is compared', async () => {
    const sections = async (query: Query) =>
      new Set((await rows({ ...range, type: 'overview', ...query })).slice(1).map((row) => row.split(',')[0]));
    expect(await sections({})).not.toContain('"previous total"');
    expect(await sections({ compare: '1' })).toContain('"previous total"');
  });

  test.each([
    [{}, 'Dew Serum, Powder Brush'],
    [{ sort: 'orders' }, 'Powder Brush, Dew Serum'],
    [{ sort: 'orders', order: 'up' }, 'Dew Serum, Powder Brush'],
    [{ sort: 'sales' }, 'Dew Serum, Powder Brush'],
    [{ sort: 'sales', order: 'up' }, 'Powder Brush, Dew Serum'],
    [{ sort: 'name' }, 'Powder Brush, Dew Serum'],
    [{ sort: 'name', order: 'up' }, 'Dew Serum, Powder Brush'],
  ] satisfies [Query, string][])('of products is sorted as asked: %j', async (query, expected) => {
    const found = await rows({ ...range, type: 'products', ...query });
    const sold = found.flatMap((row) => /"product","(Dew Serum|Powder Brush)"/.exec(row)?.[1] ?? []);
    expect(sold.join(', ')).toBe(expected);
  });

  test('of products has the figures of each, with its SKU', async () => {
    const found = await rows({ ...range, type: 'products' });
    expect(found.find((row) => row.includes('"brush"'))).toMatch(
      /^"product","Powder Brush","brush",\d*,0,2,60\.00,12\.00,"USD",,$/,
    );
  });

  test('of links adds up all discount codes in a row of their own', async () => {
    const found = await rows({ ...range, type: 'links' });
    expect(found.filter((row) => row.startsWith('"discount code"'))).toEqual([
      '"discount code","",,,0,3,156.00,26.40,"USD",,',
    ]);
  });

  test.each([
    [{ ...range, type: 'products' }, 'glow-lab-products-2026-11-01_2026-11-20.csv'],
    [{ from: '2026-11-20', to: '2026-11-20', type: 'links' }, 'glow-lab-links-2026-11-20.csv'],
  ] satisfies [Query, string][])('is named after storefront, table and days: %j', async (query, name) => {
    expect((await download(query)).headers['content-disposition']).toBe(`attachment; filename="${name}"`);
  });

  test('is for the owner of the storefront', async () => {
    const noor = await world.signIn('noor@creators.test');
    expect((await download(range, noor)).problem).toMatchObject({ status: 404, code: 'not_found' });
    const operated = await impersonateAva(world, 'view', 'Looking at a figure');
    expect((await download(range, operated)).problem).toMatchObject({ status: 403, code: 'owner_only' });
  });
});
