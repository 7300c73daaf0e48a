import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addPlacement,
  changePlacement,
  createCollection,
  listCollections,
  listPlacements,
  removePlacement,
  searchProducts,
} from '@vitrine/contract/storefront.ts';
import type { Client } from '../../world/client.ts';
import { granted, stockShelf } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';

// A storefront by page.

let world: World;
let ava: Client;
let params: { merchant_account_id: string };
let products: string[];
let collection: string;
beforeAll(async () => {
  world = await openWorld();
  ava = await world.signIn('ava@creators.test');
  params = { merchant_account_id: world.people.accounts.avaGlow };
  const shelf = Array.from({ length: 14 }, (_, index) => ({
    sku: `paged-${index}`,
    title: `Paged ${index}`,
    category: 'Paged',
    price: '10.00',
    url: `https://shop.glowlab.example/products/paged-${index}`,
  }));
  await stockShelf(await world.signIn('brand@glow.test'), 'glow-lab', 'USD', shelf);
  const found = granted(await ava.call(searchProducts, { params, query: { search: 'paged', limit: 100 } }));
  products = found.map(({ id }) => id);
  collection = granted(await ava.call(createCollection, { params, body: { title: 'Gathered' } })).id;
  for (const [index, id] of products.entries()) await place(id, index % 3 === 0 ? collection : null);
});
afterAll(() => world[Symbol.asyncDispose]());

async function place(productId: string, collectionId: string | null = null): Promise<string> {
  const body = { product_id: productId, collection_id: collectionId };
  return granted(await ava.call(addPlacement, { params, body })).id;
}

const whole = async () => granted(await ava.call(listPlacements, { params, query: { limit: 100 } }));

/** The placements page by page; `between` runs after each page. */
async function byPage(query: { search?: string }, between: (page: number) => Promise<unknown> = async () => undefined) {
  const pages = [];
  let cursor: string | undefined;
  do {
    const answer = await ava.call(listPlacements, { params, query: { ...query, limit: 4, ...(cursor && { cursor }) } });
    pages.push(granted(answer));
    cursor = answer.meta.next_cursor ?? undefined;
    await between(pages.length);
  } while (cursor !== undefined);
  return pages;
}

test('the pages together are the whole storefront in its order, across collections', async () => {
  const pages = await byPage({});
  expect(pages.length).toBeGreaterThan(2);
  expect(pages.slice(0, -1).every((page) => page.length === 4)).toBe(true);
  expect(pages.flat()).toEqual(await whole());
});

test('every page has the figures of the whole storefront', async () => {
  const all = await whole();
  const [first] = all;
  const hide = { params: { ...params, placement_id: first?.id ?? '' } };
  granted(await ava.call(changePlacement, { ...hide, body: { hidden: true } }));
  const { meta } = await ava.call(listPlacements, { params, query: { limit: 4 } });
  expect(meta).toMatchObject({ total: all.length, hidden: 1 });
  granted(await ava.call(changePlacement, { ...hide, body: { hidden: false } }));
});

test('page follows page without a gap or a repetition while products are added and the last one shown is removed', async () => {
  const before = await whole();
  const added: string[] = [];
  const removed: string[] = [];
  const pages = await byPage({}, async (page) => {
    added.push(await place(products[page] ?? ''));
    if (page !== 1) return;
    const id = before[3]?.id ?? '';
    removed.push(id);
    granted(await ava.call(removePlacement, { params: { ...params, placement_id: id } }));
  });
  const seen = pages.flat().map(({ id }) => id);
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toEqual(expect.arrayContaining(before.map(({ id }) => id)));
  expect([added.length, removed.length]).toEqual([pages.length, 1]);
});

test('a search finds titles, notes and links on the server, by page', async () => {
  const all = await whole();
  const noted = all.at(-1);
  const at = { params: { ...params, placement_id: noted?.id ?? '' } };
  granted(await ava.call(changePlacement, { ...at, body: { note: 'For dry_skin only' } }));
  const found = async (search: string) => (await byPage({ search })).flat().map(({ id }) => id);
  expect(await found('DRY_skin')).toEqual([noted?.id]);
  expect(await found(noted?.short_url ?? '')).toEqual([noted?.id]);
  expect(await found('paged ')).toEqual(
    all.filter(({ product }) => product.title.startsWith('Paged ')).map(({ id }) => id),
  );
  expect(await found('nothing like this')).toEqual([]);
});

test('one collection can be read alone', async () => {
  const inside = granted(await ava.call(listPlacements, { params, query: { collection_id: collection } }));
  expect(inside.map(({ id }) => id)).toEqual(
    (await whole()).filter(({ collection_id: of }) => of === collection).map(({ id }) => id),
  );
  for (const unknown of ['nothing', crypto.randomUUID()])
    expect(granted(await ava.call(listPlacements, { params, query: { collection_id: unknown } }))).toEqual([]);
});

test('a collection shows the pictures of its first four products', async () => {
  const inside = granted(await ava.call(listPlacements, { params, query: { collection_id: collection } }));
  const found = granted(await ava.call(listCollections, { params })).find(({ id }) => id === collection);
  expect(found?.pictures).toEqual(inside.slice(0, 4).map(({ product: { title, image } }) => ({ title, image })));
  expect(found?.products).toBe(inside.length);
});

test('a cursor that no page gave is refused', async () => {
  for (const cursor of ['nothing', crypto.randomUUID()]) {
    const answer = await ava.call(listPlacements, { params, query: { limit: 4, cursor } });
    expect([answer.status, Object.keys(answer.problem.errors ?? {})]).toEqual([422, ['cursor']]);
  }
});
