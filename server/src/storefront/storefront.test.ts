import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importProducts } from '@vitrine/contract/catalogue.ts';
import { listLinks } from '@vitrine/contract/links.ts';
import {
  addPlacement,
  changePlacement,
  findProductByAddress,
  listPlacements,
  removePlacement,
  searchProducts,
} from '@vitrine/contract/storefront.ts';
import type { Client } from '../../world/client.ts';
import { openWorld, type World } from '../../world/world.ts';
import { countClicks } from '../figures/figures.testing.ts';

let world: World;
let ava: Client;
let params: { merchant_account_id: string };
beforeAll(async () => {
  world = await openWorld();
  ava = await world.signIn('ava@creators.test');
  params = { merchant_account_id: world.people.accounts.avaGlow };
});
afterAll(() => world[Symbol.asyncDispose]());

const titles = async () =>
  (await ava.call(listPlacements, { params })).data.map((placement) => placement.title ?? placement.product.title);
const product = async (search: string) => {
  const [found] = (await ava.call(searchProducts, { params, query: { search } })).data;
  if (!found) throw new Error(`${search} is missing`);
  return found;
};

describe('searching the catalog', () => {
  it('shows the current commission of each product, and which ones are already added', async () => {
    const { data, meta } = await ava.call(searchProducts, { params });
    expect(meta).toEqual({ next_cursor: null, total: 3 });
    expect(data.map(({ sku, commission, placed }) => ({ sku, commission, placed }))).toEqual([
      { sku: 'serum', commission: { kind: 'percentage', rate: 1500, amount: null }, placed: true },
      {
        sku: 'balm',
        commission: { kind: 'flat', rate: null, amount: { amount: '200', currency: 'USD' } },
        placed: true,
      },
      { sku: 'brush', commission: { kind: 'percentage', rate: 2000, amount: null }, placed: false },
    ]);
  });
});

describe('pasting an address of the shop (S27)', () => {
  const read = (address: string) => ava.call(findProductByAddress, { params, query: { address } });

  it('finds its product, with the current commission', async () => {
    const { data } = await read('https://shop.glowlab.example/products/dew-serum?utm_source=ig#how');
    expect(data.product).toMatchObject({ sku: 'serum', placed: true, commission: { rate: 1500 } });
    const { data: brush } = await read('https://shop.glowlab.example/collections/all/products/brush');
    expect(brush.product).toMatchObject({ sku: 'brush', placed: false });
  });

  it('reports another page of the shop as a possible link destination', async () => {
    expect((await read('https://shop.glowlab.example/sale?x=1')).data).toEqual({
      address: 'https://shop.glowlab.example/sale?x=1',
      product: null,
    });
  });

  it.each([
    '',
    'sale',
    'https://evil.example/products/dew-serum',
    'https://maisonclair.example/products/vase-colline',
    'http://shop.glowlab.example/products/dew-serum',
    'https://a:b@shop.glowlab.example/',
    'https://shop.glowlab.example\\@evil.example/',
    'https://169.254.169.254/latest',
    'javascript:alert(1)',
  ])('of another site, %j, is refused with what would be right', async (address) => {
    const { status, problem } = await read(address);
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, ['address']]);
  });
});

describe("a creator's storefront", () => {
  it('adds a product and creates its shortlink', async () => {
    const brush = await product('brush');
    const { status, data } = await ava.call(addPlacement, {
      params,
      body: { product_id: brush.id, title: 'My brush', note: 'Soft.' },
    });
    expect(status).toBe(201);
    expect(data).toMatchObject({
      title: 'My brush',
      note: 'Soft.',
      hidden: false,
      position: 2,
      clicks: 0,
      hits: 0,
      clicks_last_30_days: 0,
      last_click_at: null,
      product: { sku: 'brush' },
    });
    expect(data.short_url).toMatch(/\/s\/[2-9a-z]{7}$/);
    const { data: links } = await ava.call(listLinks, { params });
    expect(links.find((link) => link.id === data.link_id)).toMatchObject({
      destination: brush.url,
      title: 'My brush',
      short_url: data.short_url,
    });
    expect((await product('brush')).placed).toBe(true);
  });

  it('changes title, note and visibility, and only the given ones', async () => {
    const [first] = (await ava.call(listPlacements, { params })).data;
    const change = { params: { ...params, placement_id: first?.id ?? '' } };
    expect(
      (await ava.call(changePlacement, { ...change, body: { title: 'Morning', hidden: true } })).data,
    ).toMatchObject({ title: 'Morning', note: 'Two drops, every morning.', hidden: true });
    expect((await ava.call(changePlacement, { ...change, body: { note: '' } })).data).toMatchObject({
      title: 'Morning',
      note: '',
      hidden: true,
    });
    expect((await ava.call(changePlacement, { ...change, body: { title: null, hidden: false } })).data).toMatchObject({
      title: null,
      hidden: false,
    });
  });

  it('refuses a title that shows the address of another site than the one it leads to', async () => {
    const [first] = (await ava.call(listPlacements, { params })).data;
    const change = (title: string) =>
      ava.call(changePlacement, { params: { ...params, placement_id: first?.id ?? '' }, body: { title } });
    expect((await change('Log in at paypal.com')).problem.errors).toEqual({
      title: ['must not show the address paypal.com, because it leads to shop.glowlab.example; use words'],
    });
    const { id: productId } = await product('brush');
    const added = await ava.call(addPlacement, {
      params,
      body: { product_id: productId, title: 'https://evil.example' },
    });
    expect(added.problem.errors).toHaveProperty('title');
    expect((await change('Glow\u200bLab')).problem.errors).toEqual({
      title: ['must not contain invisible characters, like U+200B (zero width space) at position 5'],
    });
    expect((await change('From glowlab.example')).status).toBe(200);
    expect((await change('')).data.title).toBeNull();
  });

  it('moves a product to any position; positions stay 0, 1, 2 …', async () => {
    expect(await titles()).toEqual(['Dew Serum', 'Lip Balm', 'My brush']);
    const placements = (await ava.call(listPlacements, { params })).data;
    const move = (at: number, position: number) =>
      ava.call(changePlacement, { params: { ...params, placement_id: placements[at]?.id ?? '' }, body: { position } });
    expect((await move(2, 0)).data.position).toBe(0);
    expect(await titles()).toEqual(['My brush', 'Dew Serum', 'Lip Balm']);
    expect((await move(2, 99)).data.position).toBe(2);
    await Promise.all([move(0, 2), move(1, 0), move(2, 1), move(0, 0), move(1, 2)]);
    expect((await ava.call(listPlacements, { params })).data.map((placement) => placement.position)).toEqual([0, 1, 2]);
  });

  it('removes a product and closes the gap; its link stays', async () => {
    const [first] = (await ava.call(listPlacements, { params })).data;
    const gone = { params: { ...params, placement_id: first?.id ?? '' } };
    expect((await ava.call(removePlacement, gone)).data).toEqual({ removed: true });
    expect((await ava.call(listPlacements, { params })).data.map((placement) => placement.position)).toEqual([0, 1]);
    expect((await ava.call(listLinks, { params })).data.map((link) => link.id)).toContain(first?.link_id);
    expect((await ava.call(removePlacement, gone)).status).toBe(404);
    expect((await ava.call(changePlacement, { ...gone, body: { note: 'x' } })).status).toBe(404);
  });

  it('adds ten at once: ten placements, ten codes, no position twice', async () => {
    const { id } = await product('balm');
    const before = (await ava.call(listPlacements, { params })).data.length;
    const added = await Promise.all(
      Array.from({ length: 10 }, () => ava.call(addPlacement, { params, body: { product_id: id } })),
    );
    expect(added.map((answer) => answer.status)).toEqual(Array.from({ length: 10 }, () => 201));
    expect(new Set(added.map((answer) => answer.data.short_url)).size).toBe(10);
    expect((await ava.call(listPlacements, { params })).data.map((placement) => placement.position)).toEqual(
      Array.from({ length: before + 10 }, (_, at) => at),
    );
  });

  it("refuses a product that is not in the brand's catalogue", async () => {
    const noor = await world.signIn('noor@creators.test');
    const [boots] = (
      await noor.call(searchProducts, { params: { merchant_account_id: world.people.accounts.noorNorthwind } })
    ).data;
    for (const product_id of [boots?.id ?? '', 'nonsense', '0199aaaa-aaaa-7aaa-8aaa-aaaaaaaaaaaa']) {
      expect((await ava.call(addPlacement, { params, body: { product_id } })).problem.errors).toEqual({
        product_id: ['must be a product in this brand’s catalog'],
      });
    }
  });

  it('is not found by another creator, the brand or an anonymous caller', async () => {
    const noor = await world.signIn('noor@creators.test');
    const placement_id = world.stock.placements['ava.balm'].id;
    expect((await noor.call(listPlacements, { params })).status).toBe(404);
    expect(
      (await noor.call(changePlacement, { params: { ...params, placement_id }, body: { note: 'mine' } })).status,
    ).toBe(404);
    expect(
      (
        await noor.call(removePlacement, {
          params: { merchant_account_id: world.people.accounts.noorNorthwind, placement_id },
        })
      ).status,
    ).toBe(404);
    expect((await (await world.signIn('brand@glow.test')).call(listPlacements, { params })).status).toBe(403);
    expect((await world.anonymous.call(listPlacements, { params })).status).toBe(401);
  });
});

describe('the figures of a placement', () => {
  it("are its link's totals and the clicks of the last 30 days", async () => {
    const { link_id } = world.stock.placements['ava.vase'];
    const owner = {
      merchant_id: world.people.merchants.maison,
      merchant_account_id: world.people.accounts.avaMaison,
      creator_id: world.people.users.ava,
    };
    const at = new Date('2026-11-20T11:00:00.000Z');
    await world.ctx.database.as({ role: 'redirect' }, async (tx) => {
      await countClicks(tx, owner, link_id, [
        { at: at.toISOString(), clicks: 5 },
        { at: '2026-10-22T12:00:00Z', clicks: 4 },
        { at: '2026-10-21T12:00:00Z', clicks: 21 },
      ]);
      await tx.updateTable('link_totals').set({ hits: 40n }).where('link_id', '=', link_id).execute();
    });
    const { data } = await ava.call(listPlacements, { params: { merchant_account_id: 'maison-clair' } });
    expect(data[0]).toMatchObject({ clicks: 30, hits: 40, clicks_last_30_days: 9, last_click_at: at.toISOString() });
  });
});

describe('a product that the brand changed', () => {
  it('is shown with its changes wherever it is placed', async () => {
    const staff = await world.signIn('brand@glow.test');
    const csv =
      'sku,title,url,price,in_stock\nbalm,Lip Balm II,https://shop.glowlab.example/products/lip-balm-2,14.00,no';
    await staff.call(importProducts, { params: { merchant: 'glow-lab' }, body: { source: 'csv', csv } });
    const placed = (await ava.call(listPlacements, { params })).data.find(
      (placement) => placement.product.sku === 'balm',
    );
    expect(placed?.product).toMatchObject({
      title: 'Lip Balm II',
      price: { amount: '1400', currency: 'USD' },
      in_stock: false,
    });
  });
});
