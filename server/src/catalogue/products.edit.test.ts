import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importProducts, listCatalogue, undoImport } from '@vitrine/contract/catalogue.ts';
import { changeLink, listLinks } from '@vitrine/contract/links.ts';
import { addPlacement } from '@vitrine/contract/storefront.ts';
import { uploadPicture } from '@vitrine/contract/pictures.ts';
import { changeProduct, createProduct, listProductChanges, readProduct } from '@vitrine/contract/catalogue.products.ts';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import type { Client } from '../../world/client.ts';
import { openWorld, type World } from '../../world/world.ts';

const params = { merchant: 'glow-lab' };
const shop = 'https://shop.glowlab.example/products';
const usd = (amount: string) => ({ amount, currency: 'USD' });

let world: World;
let staff: Client;
beforeAll(async () => {
  world = await openWorld();
  staff = await world.signIn('brand@glow.test');
});
afterAll(() => world[Symbol.asyncDispose]());

const bodyOf = (sku: string): BodyOf<typeof createProduct> => ({
  sku,
  title: `By hand ${sku}`,
  url: `${shop}/${sku}`,
  price: usd('2490'),
});
const add = (body: BodyOf<typeof createProduct>, as = staff) => as.call(createProduct, { params, body });
const change = (id: string, body: BodyOf<typeof changeProduct>, as = staff) =>
  as.call(changeProduct, { params: { ...params, product_id: id }, body });
const historyOf = async (id: string) =>
  (await staff.call(listProductChanges, { params: { ...params, product_id: id } })).data;

async function added(sku: string): Promise<string> {
  return (await add(bodyOf(sku))).data.id;
}

describe('a product that is added by hand', () => {
  it('has every field, and is in the catalog at once', async () => {
    const body = {
      ...bodyOf('full'),
      compare_at_price: usd('3000'),
      category: 'Care',
      description: 'Rich',
      image: 'https://cdn.example/a.webp',
      in_stock: false,
    };
    const { status, data } = await add(body);
    expect([status, data]).toMatchObject([201, { ...body, archived_at: null }]);
    const { data: listed } = await staff.call(listCatalogue, { params, query: { search: 'full' } });
    expect(listed).toMatchObject([{ sku: 'full', price: usd('2490') }]);
  });

  it.each([
    [{ title: '=1+1' }, 'title'],
    [{ title: '' }, 'title'],
    [{ sku: '' }, 'sku'],
    [{ url: 'https://evil.example/' }, 'url'],
    [{ price: { amount: '100', currency: 'EUR' } }, 'price'],
    [{ compare_at_price: { amount: '100', currency: 'EUR' } }, 'compare_at_price'],
    [{ category: '@x' }, 'category'],
    [{ image: 'https://cdn.example/a.svg' }, 'image'],
    [{ image: `/media/p/${'a'.repeat(22)}.webp` }, 'image'],
  ])('is refused under the rules of an import, at its field: %j', async (wrong, field) => {
    const { status, problem } = await add({ ...bodyOf('wrong'), ...wrong });
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, [field]]);
  });

  it('is refused if its SKU is taken, with the name of the product that has it', async () => {
    const id = await added('taken');
    expect((await add(bodyOf('taken'))).problem.errors).toEqual({ sku: ['belongs to “By hand taken” already'] });
    await change(id, { archived: true });
    expect((await add(bodyOf('taken'))).problem.errors).toEqual({
      sku: ['belongs to an archived product; restore it instead'],
    });
  });

  it('sent five times at once is added once', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => add(bodyOf('raced'))));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422, 422, 422, 422]);
  });
});

describe('a change by hand', () => {
  it('changes only the fields that it has, clears with null, and is in the history with its user', async () => {
    const { data } = await add({ ...bodyOf('edited'), category: 'Care', compare_at_price: usd('3000') });
    const { id } = data;
    const edited = await change(id, { price: usd('1990'), compare_at_price: null });
    expect(edited.data).toMatchObject({ price: usd('1990'), compare_at_price: null, category: 'Care' });
    expect(await historyOf(id)).toMatchObject([
      {
        source: 'console',
        by: 'Mira Castell',
        is_addition: false,
        changes: [
          { field: 'price', from: usd('2490'), to: usd('1990') },
          { field: 'compare_at_price', from: usd('3000'), to: null },
        ],
      },
      { source: 'console', by: 'Mira Castell', is_addition: true, changes: [] },
    ]);
  });

  it('to what it is already changes nothing and leaves no trace in the history', async () => {
    const id = await added('same');
    await change(id, { title: 'By hand same', price: usd('2490') });
    expect(await historyOf(id)).toHaveLength(1);
  });

  it('is refused at its field, and then changes nothing', async () => {
    const id = await added('kept');
    const { status, problem } = await change(id, { title: 'Other', url: 'https://evil.example/' });
    expect([status, problem.errors]).toEqual([422, { url: ['must lead to shop.glowlab.example'] }]);
    const { data } = await staff.call(readProduct, { params: { ...params, product_id: id } });
    expect(data.title).toBe('By hand kept');
  });

  it('takes a picture that the brand uploaded, and shows it with its address', async () => {
    const id = await added('pictured');
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const { data } = await staff.call(uploadPicture, {
      query: { purpose: 'product', merchant: 'glow-lab' },
      file: { type: 'image/png', bytes: png },
    });
    const { path, url } = data;
    expect((await change(id, { image: path })).data.image).toBe(url);
    // What is shown can be sent back.
    await change(id, { image: url, title: 'Pictured' });
    expect((await historyOf(id))[0]?.changes).toEqual([{ field: 'title', from: 'By hand pictured', to: 'Pictured' }]);
    expect((await change(id, { image: null })).data.image).toBeNull();
  });

  it('archives and restores, and an archived product is in a list of its own', async () => {
    const id = await added('archived');
    const archived = await change(id, { archived: true });
    expect(archived.data).toMatchObject({ archived: true, archived_at: world.clock.now().toISOString() });
    const listed = async (state: 'active' | 'archived') =>
      (await staff.call(listCatalogue, { params, query: { search: 'archived', state } })).data.map(({ sku }) => sku);
    expect([await listed('active'), await listed('archived')]).toEqual([[], ['archived']]);
    expect((await change(id, { title: 'Still archived' })).data.archived).toBe(true);
    expect((await change(id, { archived: false })).data).toMatchObject({ archived: false, title: 'Still archived' });
    expect((await historyOf(id)).map(({ changes }) => changes.map(({ field }) => field))).toEqual([
      ['archived'],
      ['title'],
      ['archived'],
      [],
    ]);
  });

  it('is kept when an earlier import is undone', async () => {
    const csv = (price: string) => `sku,title,url,price\nundone,Undone,${shop}/undone,${price}`;
    const send = async (price: string) =>
      (await staff.call(importProducts, { params, body: { source: 'csv', csv: csv(price) } })).data.id ?? '';
    await send('10.00');
    const { data } = await staff.call(listCatalogue, { params, query: { search: 'undone' } });
    const id = data[0]?.id ?? '';
    const second = await send('12.00');
    await change(id, { price: usd('1500') });
    const undone = await staff.call(undoImport, { params: { ...params, import_id: second } });
    expect(undone.data.left).toMatchObject([{ sku: 'undone', fields: ['price'] }]);
    const third = await send('20.00');
    await staff.call(undoImport, { params: { ...params, import_id: third } });
    expect((await historyOf(id)).map((entry) => [entry.source, entry.is_undone])).toEqual([
      ['undo', false],
      ['import', true],
      ['console', false],
      ['import', true],
      ['import', false],
    ]);
  });
});

describe('a product that moves to another address', () => {
  it('takes along the links that led to the old one, and no others', async () => {
    const id = await added('moved');
    const ava = await world.signIn('ava@creators.test');
    const at = { merchant_account_id: world.people.accounts.avaGlow };
    const place = async () => (await ava.call(addPlacement, { params: at, body: { product_id: id } })).data.link_id;
    const [following, chosen] = [await place(), await place()];
    await ava.call(changeLink, { params: { ...at, link_id: chosen }, body: { destination: `${shop}/other` } });
    await change(id, { url: `${shop}/new-home` });
    const { data: links } = await ava.call(listLinks, { params: at, query: { limit: 100 } });
    const destinations = new Map(links.map((link) => [link.id, link.destination]));
    expect([destinations.get(following), destinations.get(chosen)]).toEqual([`${shop}/new-home`, `${shop}/other`]);
  });
});

describe('the page of a product', () => {
  it('names the rates that apply to it, and why', async () => {
    const { data } = await add({ ...bodyOf('rated'), category: 'Tools' });
    const [everyone] = data.rates;
    expect(everyone).toMatchObject({ creator: null, because: 'category', kind: 'percentage', rate: 2000 });
    expect(data.terms_version).toBeGreaterThan(0);
  });

  it('of another brand looks missing', async () => {
    const id = await added('private');
    const other = await world.signIn('brand@northwind.test');
    const at = { merchant: 'northwind-outfitters', product_id: id };
    const answers = [
      await other.call(readProduct, { params: at }),
      await other.call(listProductChanges, { params: at }),
      await other.call(changeProduct, { params: at, body: { archived: true } }),
      await staff.call(readProduct, { params: { ...params, product_id: 'nothing' } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  it('has its history page by page', async () => {
    const id = await added('paged');
    for (const amount of ['1', '2', '3']) await change(id, { price: usd(amount) });
    const page = await staff.call(listProductChanges, { params: { ...params, product_id: id }, query: { limit: 3 } });
    const cursor = page.meta.next_cursor ?? '';
    const rest = await staff.call(listProductChanges, {
      params: { ...params, product_id: id },
      query: { limit: 3, cursor },
    });
    expect([page.data.length, rest.data.length, rest.data[0]?.is_addition, rest.meta.next_cursor]).toEqual([
      3,
      1,
      true,
      null,
    ]);
  });
});
