import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPlacement, changePlacement, createCollection, searchProducts } from '@vitrine/contract/storefront.ts';
import type { Client } from '../../world/client.ts';
import { granted, type Shelf, stockShelf } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';

// Shoppers search and sort a storefront by its address, without JavaScript.

const home = '/@noor/northwind-outfitters';
let world: World;
let noor: Client;
let params: { merchant_account_id: string };
const placed = new Map<string, string>();

const product = (sku: string, title: string, price: string, category = 'Rare', more: Partial<Shelf> = {}): Shelf => ({
  sku,
  title,
  category,
  price,
  url: `https://northwind.example/products/${sku}`,
  ...more,
});
const shelf = [
  product('b-1', 'Crème solaire', '30.00'),
  product('b-2', 'lantern', '9.00', 'Camp light'),
  product('b-3', 'Lantern large', '100.00', 'Camp light'),
  product('b-4', '50% wool sock', '15.00'),
  product('b-5', 'Émaille cup', '15.00'),
  product('b-6', 'Tent_peg', '2.00'),
  product('b-7', 'Hidden lantern', '1.00'),
];
const gathered = ['b-3', 'b-5'];

beforeAll(async () => {
  world = await openWorld();
  noor = await world.signIn('noor@creators.test');
  params = { merchant_account_id: world.people.accounts.noorNorthwind };
  const many = Array.from({ length: 100 }, (_, n) => product(`m-${n}`, `Map ${n}`, '5.00', 'Maps'));
  await stockShelf(await world.signIn('brand@northwind.test'), 'northwind-outfitters', 'USD', [...shelf, ...many]);
  const { id: collection } = granted(await noor.call(createCollection, { params, body: { title: 'Gathered' } }));
  for (const search of ['Rare', 'Camp light', 'Maps']) {
    let cursor: string | undefined;
    do {
      const query = { search, limit: 100, ...(cursor !== undefined && { cursor }) };
      const page = await noor.call(searchProducts, { params, query });
      for (const { id, sku } of granted(page)) {
        const body = { product_id: id, collection_id: gathered.includes(sku) ? collection : null };
        world.clock.advance(1_000);
        placed.set(sku, granted(await noor.call(addPlacement, { params, body })).id);
      }
      cursor = page.meta.next_cursor ?? undefined;
    } while (cursor !== undefined);
  }
  const hide = { params: { ...params, placement_id: placed.get('b-7') ?? '' }, body: { hidden: true } };
  granted(await noor.call(changePlacement, hide));
});
afterAll(() => world[Symbol.asyncDispose]());

const read = async (url: string) => (await world.app.inject({ url })).body;
const at = (query: Record<string, string>) => read(`${home}?${new URLSearchParams(query).toString()}`);
const namesIn = (page: string) =>
  [...page.matchAll(/<span class="name">([^<]+)<\/span>/g)].map(([, name]) => name ?? '');
const found = async (query: Record<string, string>) => namesIn(await at(query));

test.each([
  ['a word anywhere in the name, in any case', 'LANTERN', ['lantern', 'Lantern large']],
  ['several words, each of which must be there', 'large lantern', ['Lantern large']],
  ['a category', 'camp light', ['lantern', 'Lantern large']],
  ['letters without their accents', 'creme emaille', []],
  ['a letter without its accent', 'creme', ['Crème solaire']],
  ['a letter with its accent, written in another way', 'CRE\u0300ME', ['Crème solaire']],
  ['a percent sign as itself', '50%', ['50% wool sock']],
  ['an underscore as itself', 't_p', ['Tent_peg']],
  ['what is only on a hidden product', 'hidden', []],
])('a search finds %s', async (_, q, names) => {
  expect(await found({ q })).toEqual(names);
});

test('what was found is said, with the way back', async () => {
  const page = await at({ q: 'lantern' });
  expect(page).toContain('2 products match “lantern”.');
  expect(page).toContain(`<a href="${home}#products">Show all products</a>`);
  expect(page).toContain('value="lantern"');
  expect(page).not.toContain('<h2>Gathered</h2>');
  expect(await at({ q: 'peg' })).toContain('1 product matches “peg”.');
});

test('if nothing matches, the page says so and shows no products', async () => {
  const page = await at({ q: '<b>"\'&' });
  expect(page).toContain('Nothing matches “&lt;b&gt;&quot;&#39;&amp;”');
  expect(namesIn(page)).toEqual([]);
  expect(page).not.toContain('<b>"');
});

test.each([
  ['price', ['Tent_peg', 'lantern', '50% wool sock', 'Émaille cup', 'Crème solaire', 'Lantern large']],
  ['-price', ['Lantern large', 'Crème solaire', '50% wool sock', 'Émaille cup', 'lantern', 'Tent_peg']],
  ['title', ['50% wool sock', 'Crème solaire', 'Émaille cup', 'lantern', 'Lantern large', 'Tent_peg']],
])('sort=%s sorts the whole storefront', async (sort, names) => {
  const ours = new Set(names);
  const pages = [await at({ sort })];
  const next = /rel="next" href="([^"]+)"/.exec(pages[0] ?? '')?.[1]?.replaceAll('&amp;', '&');
  expect(next).toContain(`sort=${encodeURIComponent(sort)}`);
  pages.push(await read((next ?? '').split('#')[0] ?? ''));
  const all = pages.flatMap(namesIn);
  expect(all.filter((name) => ours.has(name))).toEqual(names);
  expect(new Set(all).size).toBe(all.length);
  expect(pages[1]).toContain(`href="${home}?sort=${encodeURIComponent(sort)}#products">First page</a>`);
});

test('sort=newest shows what was added last first', async () => {
  const [first] = await found({ sort: 'newest' });
  expect(first).toBe('Map 99');
});

test('a search can be sorted, and further pages keep both', async () => {
  expect(await found({ q: 'lantern', sort: '-price' })).toEqual(['Lantern large', 'lantern']);
  const page = await at({ q: 'map', sort: 'title' });
  expect(page).toContain('100 products match “map”.');
  expect(page).toContain('<input type="hidden" name="sort" value="title">');
  expect(page).toMatch(/rel="next" href="[^"]+\?q=map&amp;sort=title&amp;after=[\w-]+#products"/);
});

test.each([
  ['a sort that does not exist', { sort: 'clicks; drop table' }],
  ['an empty search', { q: '  \u0000 ' }],
  ['a code that no page ends with', { after: 'nothing' }],
])('%s shows the storefront as it is', async (_, query) => {
  expect(await found(query as Record<string, string>)).toEqual(namesIn(await read(home)));
});

test('a search that begins after an unknown product or the last one shows its first page', async () => {
  const first = await found({ q: 'lantern' });
  const [last = ''] = [...(await at({ q: 'lantern' })).matchAll(/href="\/s\/([\w-]+)"/g)]
    .map(([, code]) => code)
    .slice(-1);
  for (const after of ['nothing', '%', last]) expect(await found({ q: 'lantern', after }), after).toEqual(first);
});

test('a very long search is cut to what the field takes', async () => {
  const page = await at({ q: 'x'.repeat(5_000) });
  expect(page).toContain(`value="${'x'.repeat(100)}"`);
  expect((await world.app.inject({ url: `${home}?q=a&q=b` })).statusCode).toBe(200);
});

test('search engines keep the storefront, not its searches', async () => {
  const page = await at({ q: 'lantern' });
  expect(page).toContain('<meta name="robots" content="noindex">');
  expect(page).toContain(`<link rel="canonical" href="${world.ctx.config.publicUrl}${home}">`);
  expect(await read(home)).not.toContain('noindex');
});

test('only whoever opens a search from elsewhere is a view', async () => {
  const visitor = { 'user-agent': 'Mozilla/5.0 (iPhone)', host: 'localhost:3000' };
  const loads = async () =>
    (
      await world.ctx.database.as({ role: 'system' }, (tx) =>
        tx
          .selectFrom('storefront_views')
          .select((count) => count.fn.countAll<bigint>().as('views'))
          .where('referrer_host', 'in', ['pages.example', 'localhost:3000'])
          .executeTakeFirstOrThrow(),
      )
    ).views;
  const url = `${home}?q=lantern`;
  await world.app.inject({ url, headers: { ...visitor, referer: `http://localhost:3000${home}?sort=price` } });
  await world.app.inject({ url, headers: { ...visitor, referer: 'https://pages.example/' } });
  await expect.poll(loads).toBe(1n);
});

test('a storefront with few products has nothing to search', async () => {
  expect(await read('/@max/maison-clair')).not.toContain('role="search"');
  expect(await read(home)).toContain('role="search"');
});
