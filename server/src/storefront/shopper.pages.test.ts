import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addPlacement,
  changePlacement,
  createCollection,
  listPlacements,
  searchProducts,
} from '@vitrine/contract/storefront.ts';
import type { Client } from '../../world/client.ts';
import { granted, stockShelf } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';

// A storefront with more products than a page shows, as shoppers read it.

const products = 110;
let world: World;
let noor: Client;
let params: { merchant_account_id: string };
beforeAll(async () => {
  world = await openWorld();
  noor = await world.signIn('noor@creators.test');
  params = { merchant_account_id: world.people.accounts.noorNorthwind };
  const shelf = Array.from({ length: products }, (_, index) => ({
    sku: `many-${index}`,
    title: `Many ${index}`,
    category: 'Many',
    price: '10.00',
    url: `https://northwind.example/products/many-${index}`,
  }));
  await stockShelf(await world.signIn('brand@northwind.test'), 'northwind-outfitters', 'USD', shelf);
  const { id: collection } = granted(await noor.call(createCollection, { params, body: { title: 'Gathered' } }));
  const query = { search: 'Many', limit: 100 };
  const first = await noor.call(searchProducts, { params, query });
  const rest = await noor.call(searchProducts, { params, query: { ...query, cursor: first.meta.next_cursor ?? '' } });
  for (const [index, { id }] of [...granted(first), ...granted(rest)].entries()) {
    const body = { product_id: id, collection_id: index % 2 === 0 ? null : collection };
    granted(await noor.call(addPlacement, { params, body }));
  }
});
afterAll(() => world[Symbol.asyncDispose]());

const home = '/@noor/northwind-outfitters';
const read = async (url: string) => (await world.app.inject({ url })).body;
const codesIn = (page: string) => [...page.matchAll(/<a href="\/s\/([\w-]+)"/g)].map(([, code]) => code ?? '');
const nextOf = (page: string) => /rel="next" href="([^"]+)"/.exec(page)?.[1];
const placements = async () => {
  const first = await noor.call(listPlacements, { params, query: { limit: 100 } });
  const query = { limit: 100, cursor: first.meta.next_cursor ?? '' };
  return [...granted(first), ...granted(await noor.call(listPlacements, { params, query }))];
};
const wanted = async () =>
  (await placements()).filter(({ hidden }) => !hidden).map(({ short_url: url }) => url.split('/').at(-1) ?? '');

/** Follows the links from page to page; `between` runs after each page. */
async function follow(between: () => Promise<unknown> = async () => undefined): Promise<string[]> {
  const pages = [];
  let url: string | undefined = home;
  while (url !== undefined) {
    const page: string = await read(url);
    pages.push(page);
    url = nextOf(page);
    await between();
  }
  return pages;
}

test('a page shows at most 96 products and links to the next one; together they show every product once, in order', async () => {
  const pages = await follow();
  expect(pages.map((page) => codesIn(page).length)).toEqual([96, (await wanted()).length - 96]);
  expect(pages.flatMap(codesIn)).toEqual(await wanted());
  expect(pages[1]).toContain('<h2>Gathered</h2>');
  expect(pages[1]).toContain(`href="${home}">First page</a>`);
});

test('hidden products are on no page, and leave no gap', async () => {
  const [first] = granted(await noor.call(listPlacements, { params, query: { limit: 1 } }));
  const hide = { params: { ...params, placement_id: first?.id ?? '' } };
  granted(await noor.call(changePlacement, { ...hide, body: { hidden: true } }));
  expect((await follow()).flatMap(codesIn)).toEqual(await wanted());
  granted(await noor.call(changePlacement, { ...hide, body: { hidden: false } }));
});

test('an address that no page links to shows the first page', async () => {
  const first = codesIn(await read(home));
  const [last = ''] = (await wanted()).slice(-1);
  const [foreign] = codesIn(await read('/@ava/glow-lab'));
  for (const after of ['nothing', '%00', 'a%20b', foreign, last])
    expect(codesIn(await read(`${home}?after=${after}`)), after).toEqual(first);
});

test('only the first page of a visit is a view', async () => {
  const visitor = { 'user-agent': 'Mozilla/5.0 (iPhone)', referer: 'https://pages.example/' };
  const next = nextOf(await read(home)) ?? '';
  const loads = async () =>
    (
      await world.ctx.database.as({ role: 'system' }, (tx) =>
        tx
          .selectFrom('storefront_views')
          .select((count) => count.fn.countAll<bigint>().as('views'))
          .where('referrer_host', '=', 'pages.example')
          .executeTakeFirstOrThrow(),
      )
    ).views;
  await world.app.inject({ url: next, headers: visitor });
  await world.app.inject({ url: home, headers: visitor });
  await expect.poll(loads).toBe(1n);
});
