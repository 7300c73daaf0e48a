import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addPlacement,
  changeCollection,
  changePlacement,
  createCollection,
  fillCollection,
  listCollections,
  listPlacements,
  removeCollection,
  searchProducts,
} from '@vitrine/contract/storefront.ts';
import type { Client } from '../../world/client.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';

let world: World;
let ava: Client;
let params: { merchant_account_id: string };
let products: Record<string, string>;
beforeAll(async () => {
  world = await openWorld();
  ava = await world.signIn('ava@creators.test');
  params = { merchant_account_id: world.people.accounts.avaGlow };
  const found = granted(await ava.call(searchProducts, { params }));
  products = Object.fromEntries(found.map((product) => [product.sku, product.id]));
});
afterAll(() => world[Symbol.asyncDispose]());

const place = async (sku: string, collection_id: string | null = null) =>
  granted(await ava.call(addPlacement, { params, body: { product_id: products[sku] ?? '', collection_id } }));
const make = async (title: string) => granted(await ava.call(createCollection, { params, body: { title } }));
const at = (collection_id: string) => ({ params: { ...params, collection_id } });
const shelf = async () =>
  granted(await ava.call(listPlacements, { params })).map(({ id, collection_id, position }) => ({
    id,
    collection_id,
    position,
  }));
const idsIn = async (collectionId: string | null) =>
  (await shelf()).filter((each) => each.collection_id === collectionId).map((each) => each.id);
const page = async () => (await world.app.inject('/@ava/glow-lab')).body;

/** Positions are always 0, 1, 2 … within each collection and outside of them. */
async function expectNoGap(): Promise<void> {
  for (const [, group] of Map.groupBy(await shelf(), (each) => each.collection_id))
    expect(group.map((each) => each.position)).toEqual(group.map((_, index) => index));
  const collections = granted(await ava.call(listCollections, { params }));
  expect(collections.map((each) => each.position)).toEqual(collections.map((_, index) => index));
}

describe('a new collection (S27)', () => {
  it('is added at the end, and shows to shoppers with its title once it contains something', async () => {
    const mornings = await make('  Mornings ');
    expect(mornings).toMatchObject({ title: 'Mornings', hidden: false, products: 0 });
    expect(await page()).not.toContain('<h2>Mornings</h2>');
    await place('brush', mornings.id);
    expect(await page()).toContain('<h2>Mornings</h2>');
    const evenings = await make('Evenings');
    expect(evenings.position).toBe(mornings.position + 1);
    await expectNoGap();
  });

  it.each([{ title: '' }, { title: '   ' }, { title: 'x'.repeat(81) }, { title: 'a\u202eb' }])(
    'needs a readable title: %j',
    async (body) => {
      const { status, problem } = await ava.call(createCollection, { params, body });
      expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, ['title']]);
    },
  );
});

describe('moving products between collections (S27)', () => {
  it('moves to the end, to a position and out again, and closes the gap', async () => {
    const collection = await make('Moving');
    const [one, two, three] = [await place('serum'), await place('balm'), await place('brush')];
    const move = (id: string, body: { collection_id?: string | null; position?: number }) =>
      ava.call(changePlacement, { params: { ...params, placement_id: id }, body });
    await move(one.id, { collection_id: collection.id });
    await move(two.id, { collection_id: collection.id });
    await move(three.id, { collection_id: collection.id, position: 1 });
    expect(await idsIn(collection.id)).toEqual([one.id, three.id, two.id]);
    await expectNoGap();
    await move(one.id, { position: 2 });
    expect(await idsIn(collection.id)).toEqual([three.id, two.id, one.id]);
    const { data } = await move(two.id, { collection_id: null });
    expect(data).toMatchObject({ collection_id: null, position: (await idsIn(null)).length - 1 });
    expect(await idsIn(collection.id)).toEqual([three.id, one.id]);
    await expectNoGap();
  });

  it('is refused for a collection of another storefront', async () => {
    const noor = await world.signIn('noor@creators.test');
    const own = { merchant_account_id: world.people.accounts.noorNorthwind };
    const foreign = granted(await noor.call(createCollection, { params: own, body: { title: 'Hers' } }));
    const placement_id = world.stock.placements['ava.serum'].id;
    for (const collection_id of [foreign.id, 'nonsense', '0199aaaa-aaaa-7aaa-8aaa-aaaaaaaaaaaa']) {
      const move = await ava.call(changePlacement, { params: { ...params, placement_id }, body: { collection_id } });
      const add = await ava.call(addPlacement, {
        params,
        body: { product_id: products['serum'] ?? '', collection_id },
      });
      for (const { status, problem } of [move, add])
        expect([status, problem.errors]).toEqual([422, { collection_id: ['must be a collection of this storefront'] }]);
      expect((await ava.call(removeCollection, at(collection_id))).status).toBe(404);
    }
    const outside = { ...at(foreign.id), body: { placement_ids: [placement_id] } };
    expect((await ava.call(fillCollection, outside)).status).toBe(404);
  });

  it("can set a collection's whole content at once; products left out stay on the storefront", async () => {
    const [collection, other] = [await make('Filled'), await make('Other')];
    const [one, two, three] = [await place('serum'), await place('balm'), await place('brush', other.id)];
    const fill = (placement_ids: string[]) =>
      ava.call(fillCollection, { ...at(collection.id), body: { placement_ids } });
    expect(granted(await fill([three.id, one.id])).products).toBe(2);
    expect(await idsIn(collection.id)).toEqual([three.id, one.id]);
    expect(await idsIn(other.id)).toEqual([]);
    await fill([two.id, three.id]);
    expect(await idsIn(collection.id)).toEqual([two.id, three.id]);
    expect((await idsIn(null)).at(-1)).toBe(one.id);
    await expectNoGap();
    expect((await fill([two.id, two.id])).problem.errors).toEqual({ placement_ids: ['must not contain duplicates'] });
    const foreign = world.stock.placements['noor.boots'].id;
    expect((await fill([foreign])).problem.errors).toHaveProperty('placement_ids');
    expect(await idsIn(collection.id)).toEqual([two.id, three.id]);
  });
});

describe('arranging collections (S27)', () => {
  it('reorders them for shoppers at once', async () => {
    const [first, second] = [await make('Left window'), await make('Right window')];
    await place('serum', first.id);
    await place('balm', second.id);
    expect((await page()).indexOf('Left window')).toBeLessThan((await page()).indexOf('Right window'));
    expect((await ava.call(changeCollection, { ...at(second.id), body: { position: 0 } })).data.position).toBe(0);
    expect((await page()).indexOf('Right window')).toBeLessThan((await page()).indexOf('Left window'));
    await ava.call(changeCollection, { ...at(second.id), body: { position: 99 } });
    await expectNoGap();
  });

  it('hides, shows and renames one with everything in it', async () => {
    const collection = await make('Seasonal');
    await place('balm', collection.id);
    await ava.call(changeCollection, { ...at(collection.id), body: { hidden: true } });
    expect(await page()).not.toContain('Seasonal');
    await ava.call(changeCollection, { ...at(collection.id), body: { hidden: false, title: 'Summer' } });
    expect(await page()).toContain('<h2>Summer</h2>');
  });

  it('removes one with or without its products, and their links keep working', async () => {
    const [kept, gone] = [await make('Kept'), await make('Gone')];
    const [stays, goes] = [await place('serum', kept.id), await place('balm', gone.id)];
    await ava.call(removeCollection, at(kept.id));
    await ava.call(removeCollection, { ...at(gone.id), query: { products: 'remove' } });
    const ids = (await shelf()).map((each) => each.id);
    expect(ids).toContain(stays.id);
    expect(ids).not.toContain(goes.id);
    expect((await idsIn(null)).at(-1)).toBe(stays.id);
    await expectNoGap();
    const links = await world.ctx.database.as({ role: 'redirect' }, (tx) =>
      tx.selectFrom('links').select('disabled_at').where('id', '=', goes.link_id).execute(),
    );
    expect(links).toEqual([{ disabled_at: null }]);
    expect((await ava.call(changeCollection, { ...at(gone.id), body: { title: 'Back' } })).status).toBe(404);
  });

  it('by many requests at once leaves no position twice and no gap', async () => {
    const made = await Promise.all(['A', 'B', 'C', 'D'].map((title) => make(title)));
    const placed = await Promise.all(['serum', 'balm', 'brush', 'serum'].map((sku) => place(sku, made[0]?.id)));
    await Promise.all([
      ...made.map((collection, index) =>
        ava.call(changeCollection, { ...at(collection.id), body: { position: 3 - index } }),
      ),
      ...placed.map((placement, index) =>
        ava.call(changePlacement, {
          params: { ...params, placement_id: placement.id },
          body: { collection_id: made[index % 2]?.id ?? null, position: 0 },
        }),
      ),
    ]);
    await expectNoGap();
    const inside = [...(await idsIn(made[0]?.id ?? '')), ...(await idsIn(made[1]?.id ?? ''))];
    expect(inside.sort()).toEqual(placed.map((placement) => placement.id).sort());
  });
});
