import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importProducts, listCatalogue, listImports, undoImport } from '@vitrine/contract/catalogue.ts';
import { changeProduct } from '@vitrine/contract/catalogue.products.ts';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import { searchProducts } from '@vitrine/contract/storefront.ts';
import type { Client } from '../../world/client.ts';
import { openWorld, type World } from '../../world/world.ts';

const params = { merchant: 'glow-lab' };
const header = 'sku,title,url,price,category,image,description,compare_at_price,in_stock';
const shop = 'https://shop.glowlab.example/products';
const picture = 'https://cdn.example/brush.webp';
const dayMs = 86_400_000;

let world: World;
let staff: Client;
let database: pg.Client;
beforeAll(async () => {
  world = await openWorld();
  staff = await world.signIn('brand@glow.test');
  database = new pg.Client({ connectionString: world.ctx.database.url });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await world[Symbol.asyncDispose]();
});

type Choices = Pick<BodyOf<typeof importProducts>, 'preview' | 'clear'>;

async function send(csv: string, choices: Choices = {}) {
  return (await staff.call(importProducts, { params, body: { source: 'csv', csv, ...choices } })).data;
}

async function sendId(csv: string): Promise<string> {
  return (await send(csv)).id ?? '';
}

const undo = (id: string, as = staff) => as.call(undoImport, { params: { ...params, import_id: id } });

async function product(sku: string) {
  const found = await staff.call(listCatalogue, { params, query: { search: sku } });
  return found.data.find((each) => each.sku === sku);
}

/** A product with every field filled and its own sku. */
async function stock(sku: string, price = '30.00'): Promise<string> {
  return sendId(`${header}\n${sku},Brush ${sku},${shop}/${sku},${price},Tools,${picture},Soft,40.00,no`);
}

const bare = (sku: string, price: string) => `sku,title,url,price\n${sku},Brush ${sku},${shop}/${sku},${price}`;

async function everything(): Promise<string> {
  const tables = ['products', 'product_changes', 'product_imports', 'product_import_rows', 'audit_entries'];
  const sums = tables.map((table) => `(select sum(hashtextextended(t::text, 0)) from ${table} t)`);
  return JSON.stringify((await database.query(`select ${sums.join(', ')}`)).rows);
}

describe('an import', () => {
  it('with only the four required columns keeps picture, category, rate and every other field', async () => {
    await stock('brush');
    const before = await product('brush');
    const done = await send(bare('brush', '32.00'));
    expect(done).toMatchObject({ updated: 1, clears: [] });
    expect(done.rows[0]?.changes).toEqual([
      { field: 'price', from: { amount: '3000', currency: 'USD' }, to: { amount: '3200', currency: 'USD' } },
    ]);
    expect(await product('brush')).toEqual({ ...before, price: { amount: '3200', currency: 'USD' } });
    const ava = await world.signIn('ava@creators.test');
    const shown = await ava.call(searchProducts, {
      params: { merchant_account_id: world.people.accounts.avaGlow },
      query: { search: 'Brush brush' },
    });
    // Tools earn 20%; without its category the product would earn 15%.
    expect(shown.data[0]?.commission).toMatchObject({ rate: 2000 });
  });

  it('from Shopify keeps what the file leaves out, and reads null as an empty cell only', async () => {
    const variant = { id: 1, title: 'Default Title', sku: 'shopify-brush', price: '20.00' };
    const full = { title: 'Brush', handle: 'b', product_type: 'Tools', body_html: 'Soft', images: [{ src: picture }] };
    const deliver = (products: unknown[]) =>
      staff.call(importProducts, { params, body: { source: 'shopify', products } });
    await deliver([{ ...full, variants: [{ ...variant, compare_at_price: '25.00', available: false }] }]);
    const before = await product('shopify-brush');
    const bareProduct = { title: 'Brush', handle: 'b', variants: [variant] };
    expect((await deliver([bareProduct])).data).toMatchObject({ unchanged: 1, clears: [] });
    const emptied = {
      ...bareProduct,
      product_type: '',
      images: [],
      variants: [{ ...variant, compare_at_price: null }],
    };
    expect((await deliver([emptied])).data.rows[0]).toMatchObject({
      outcome: 'unchanged',
      clears: ['category', 'image', 'compare_at_price'],
    });
    expect(await product('shopify-brush')).toEqual(before);
  });

  it('clears a field for an empty cell only if the request confirms it, and reports what it kept', async () => {
    await stock('cleared');
    const csv = `${header}\ncleared,Brush cleared,${shop}/cleared,30.00,,,,,`;
    const left = await send(csv);
    expect(left).toMatchObject({ updated: 0, unchanged: 1 });
    expect(left.clears).toEqual(
      ['description', 'category', 'image', 'compare_at_price'].map((field) => ({
        field,
        products: 1,
        confirmed: false,
      })),
    );
    expect(await product('cleared')).toMatchObject({ category: 'Tools', image: picture, description: 'Soft' });
    const done = await send(csv, { clear: ['image', 'compare_at_price'] });
    expect(done.rows[0]?.changes).toEqual([
      { field: 'image', from: picture, to: null },
      { field: 'compare_at_price', from: { amount: '4000', currency: 'USD' }, to: null },
    ]);
    expect(await product('cleared')).toMatchObject({
      category: 'Tools',
      description: 'Soft',
      image: null,
      compare_at_price: null,
      in_stock: false,
    });
  });

  it('leaves out the gift cards of a Shopify file, says why for each, and archives those it brought before', async () => {
    await stock('old-card');
    const csv = [
      'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Gift Card,Status',
      'gift,Gift card,Amount,10,card-10,10.00,true,active',
      'gift,,Amount,25,old-card,25.00,,',
      'gift,,Amount,50,,50.00,,',
      'towel,Towel,Title,Default Title,towel,12.00,false,active',
    ].join('\n');
    const why = {
      field: 'gift_card',
      value: null,
      reason: 'is left out, because a gift card earns no commission; the sale counts when the card is spent',
    };
    const rows = [
      { line: 2, outcome: 'skipped', sku: 'card-10', title: 'Gift card – 10', ...why },
      { line: 3, outcome: 'updated', sku: 'old-card', changes: [{ field: 'archived', from: false, to: true }], ...why },
      { line: 4, outcome: 'skipped', sku: null, title: 'Gift card – 50', ...why },
      { line: 5, outcome: 'created', sku: 'towel', field: null, reason: null },
    ];
    const counts = { created: 1, updated: 1, archived: 1, skipped: 2, refused: 0, rows };
    expect(await send(csv, { preview: true })).toMatchObject(counts);
    expect(await send(csv)).toMatchObject(counts);
    expect([await product('card-10'), await product('old-card')]).toEqual([undefined, undefined]);
    expect(await product('towel')).toMatchObject({ title: 'Towel' });
  });

  it('gives a new product default values for missing columns', async () => {
    await send(bare('plain', '5.00'));
    expect(await product('plain')).toMatchObject({
      category: '',
      description: '',
      image: null,
      compare_at_price: null,
      in_stock: true,
    });
  });

  it('with too many products, variants or columns is refused with the limit', async () => {
    const refusalOf = async (body: BodyOf<typeof importProducts>) =>
      (await staff.call(importProducts, { params, body })).problem.errors;
    const products = Array.from({ length: 25_001 }, () => ({}));
    expect(await refusalOf({ source: 'shopify', products })).toEqual({
      products: ['must have at most 25000 products, not 25001'],
    });
    const variants = Array.from({ length: 30_000 }, () => ({}));
    expect(await refusalOf({ source: 'shopify', products: [{ title: 'x', handle: 'h', variants }] })).toEqual({
      products: ['must have at most 25000 variants in total, not 30000; split them into several imports'],
    });
    expect(await refusalOf({ source: 'csv', csv: `sku,title,url,price${','.repeat(4_900_000)}` })).toEqual({
      csv: ['must have at most 200 columns; the first row has 4900004'],
    });
  });

  it('refuses an ambiguous price, with the value and how to write it', async () => {
    const { rows, created } = await send(bare('guessed', '1.350'));
    expect(created).toBe(0);
    expect(rows[0]).toMatchObject({
      outcome: 'refused',
      field: 'price',
      value: '1.350',
      reason: 'is ambiguous; use 1350.00 or 1.35',
    });
  });

  it('refuses to clear a required field', async () => {
    const body = { source: 'csv', csv: bare('x', '1.00'), clear: ['price'] };
    const { status, problem } = await staff.call(importProducts, { params, body: body as never });
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, ['clear.0']]);
  });
});

describe('a preview', () => {
  it('answers what the import would change, and stores nothing', async () => {
    await stock('previewed');
    const csv = [
      header,
      `previewed,Brush previewed,${shop}/previewed,31.00,,${picture},Soft,40.00,no`,
      `brand-new,New,${shop}/brand-new,1.00,,,,,`,
      `wrong,Wrong,${shop}/wrong,1.350,,,,,`,
    ].join('\n');
    const before = await everything();
    const preview = await send(csv, { preview: true, clear: ['category'] });
    expect(await everything()).toBe(before);
    expect(preview).toMatchObject({ id: null, preview: true, created: 1, updated: 1, unchanged: 0, refused: 1 });
    expect(preview.clears).toEqual([{ field: 'category', products: 1, confirmed: true }]);
    expect(preview.rows[0]?.changes).toEqual([
      { field: 'category', from: 'Tools', to: null },
      { field: 'price', from: { amount: '3000', currency: 'USD' }, to: { amount: '3100', currency: 'USD' } },
    ]);
    const done = await send(csv, { clear: ['category'] });
    expect({ ...done, id: null, preview: true }).toEqual(preview);
  });
});

describe('an undo', () => {
  it('restores changed fields and archives the products that the import added', async () => {
    await stock('undone');
    const gone = await stock('undone-archived');
    const before = [await product('undone'), await product('undone-archived')];
    await staff.call(changeProduct, {
      params: { ...params, product_id: before[1]?.id ?? '' },
      body: { archived: true },
    });
    const csv = [
      header,
      `undone,Other,${shop}/other,31.00,,,,,yes`,
      `undone-archived,Brush undone-archived,${shop}/undone-archived,30.00,Tools,${picture},Soft,40.00,no`,
      `undone-new,New,${shop}/undone-new,1.00,,,,,`,
    ].join('\n');
    const done = await send(csv, { clear: ['category', 'image', 'description', 'compare_at_price'] });
    expect(done).toMatchObject({ created: 1, updated: 2 });
    const { status, data } = await undo(done.id ?? '');
    expect([status, data]).toEqual([
      200,
      { id: done.id, undone_at: world.clock.now().toISOString(), restored: 2, archived: 1, left_products: 0, left: [] },
    ]);
    expect(await product('undone')).toEqual(before[0]);
    expect([await product('undone-archived'), await product('undone-new')]).toEqual([undefined, undefined]);
    expect((await undo(gone)).data.left).toEqual([]);
  });

  it("skips and reports a field that was changed since, even if it has the import's value again", async () => {
    await stock('contested');
    const first = await sendId(`${header}\ncontested,Renamed,${shop}/contested,31.00,,,,,`);
    await send(bare('contested', '33.00').replace('Brush contested', 'Renamed'));
    await send(bare('contested', '31.00').replace('Brush contested', 'Renamed'));
    const { data } = await undo(first);
    expect(data).toMatchObject({
      restored: 1,
      left_products: 1,
      left: [{ sku: 'contested', title: 'Brush contested', fields: ['price'] }],
    });
    expect(await product('contested')).toMatchObject({ title: 'Brush contested', price: { amount: '3100' } });
  });

  it('keeps an added product that was changed or restored since', async () => {
    const added = await sendId(bare('kept', '5.00'));
    await send(bare('kept', '6.00'));
    expect((await undo(added)).data).toMatchObject({ archived: 0, left: [{ sku: 'kept', fields: ['price'] }] });
    const restored = await sendId(bare('restored', '5.00'));
    const { id = '' } = (await product('restored')) ?? {};
    for (const archived of [true, false])
      await staff.call(changeProduct, { params: { ...params, product_id: id }, body: { archived } });
    expect((await undo(restored)).data).toMatchObject({
      archived: 0,
      left: [{ sku: 'restored', fields: ['archived'] }],
    });
    expect(await product('restored')).toBeDefined();
    const untouched = await sendId(bare('untouched', '5.00'));
    const { id: same = '' } = (await product('untouched')) ?? {};
    await staff.call(changeProduct, { params: { ...params, product_id: same }, body: { archived: false } });
    expect((await undo(untouched)).data).toMatchObject({ archived: 1, left: [] });
  });

  it('of several imports works step by step, newest first', async () => {
    await stock('steps', '10.00');
    const ids = [await sendId(bare('steps', '12.00')), await sendId(bare('steps', '15.00'))];
    for (const [id, amount] of [
      [ids[1], '1200'],
      [ids[0], '1000'],
    ] as const) {
      expect((await undo(id ?? '')).data.left).toEqual([]);
      expect(await product('steps')).toMatchObject({ price: { amount } });
    }
  });

  it('works once: a second one, or five at the same time, answer the same and change nothing', async () => {
    await stock('twice', '10.00');
    const id = await sendId(bare('twice', '12.00'));
    const answers = await Promise.all(Array.from({ length: 5 }, () => undo(id)));
    await send(bare('twice', '12.00'));
    answers.push(await undo(id));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.data))).size).toBe(1);
    expect(answers[0]?.data).toMatchObject({ restored: 1 });
    expect(await product('twice')).toMatchObject({ price: { amount: '1200' } });
    const audited = await database.query(
      `select details from audit_entries where action = 'products.import_undone' and subject_id = $1`,
      [id],
    );
    expect(audited.rows).toEqual([{ details: { restored: 1, archived: 0, left: 0 } }]);
  });

  it('during an import runs before or after it, never in between', async () => {
    await stock('race', '10.00');
    const rows = Array.from({ length: 200 }, (_, at) => `race-${at},Race ${at},${shop}/race-${at},7.00`).join('\n');
    const first = await sendId(`${bare('race', '12.00')}\n${rows}`);
    const [undone, done] = await Promise.all([undo(first), send(`${bare('race', '15.00')}\n${rows}`)]);
    const isUndoneFirst = done.updated === 201;
    expect(undone.data).toMatchObject(
      isUndoneFirst ? { restored: 1, archived: 200, left: [] } : { restored: 0, archived: 200, left_products: 1 },
    );
    expect(await product('race')).toMatchObject({ price: { amount: '1500' } });
    const { meta } = await staff.call(listCatalogue, { params, query: { search: 'race-', limit: 1 } });
    expect(meta.total).toBe(isUndoneFirst ? 200 : 0);
  });

  it('or an import that fails halfway changes nothing', async () => {
    await stock('atomic', '10.00');
    const id = await sendId(`${bare('atomic', '12.00')}\nbroken,Broken,${shop}/broken,1.00`);
    await database.query(`create function fail() returns trigger language plpgsql as
      $$ begin raise exception 'the disk is on fire'; end $$`);
    await database.query(`create trigger fail before insert or update on products for each row
      when (new.sku like 'broken%' and new.archived_at is not null or new.sku = 'broken-import') execute function fail()`);
    const before = await everything();
    expect((await undo(id)).status).toBe(500);
    const csv = `${bare('atomic', '13.00')}\nbroken-import,Broken,${shop}/broken-import,1.00`;
    expect((await staff.call(importProducts, { params, body: { source: 'csv', csv } })).status).toBe(500);
    expect(await everything()).toBe(before);
    await database.query('drop trigger fail on products');
    expect((await undo(id)).data).toMatchObject({ restored: 1, archived: 1 });
  });

  it("of another brand's import is answered like one of an import that does not exist", async () => {
    const id = await sendId(bare('mine', '5.00'));
    const northwind = await world.signIn('brand@northwind.test');
    const call = (merchant: string, importId: string) =>
      northwind.call(undoImport, { params: { merchant, import_id: importId } });
    const statuses = await Promise.all([
      call('northwind-outfitters', id),
      call('northwind-outfitters', world.people.users.glowStaff),
      call('northwind-outfitters', 'nothing'),
      call('glow-lab', id),
    ]);
    expect(statuses.map((answer) => answer.status)).toEqual([404, 404, 404, 404]);
    expect(await product('mine')).toBeDefined();
  });
});

describe('the list of imports', () => {
  it('shows time, user, counts and whether an import can be undone, and leaves out imports that changed nothing', async () => {
    world.clock.advance(1000);
    const id = await sendId(bare('listed', '5.00'));
    world.clock.advance(1000);
    await send(bare('listed', '5.00'));
    const undone = await sendId(bare('listed', '6.00'));
    await undo(undone);
    const { data } = await staff.call(listImports, { params });
    const who = { created_by: 'Mira Castell' };
    expect(data[0]).toMatchObject({ ...who, id: undone, undo: 'done', undone_by: who.created_by, updated: 1 });
    expect(data[1]).toMatchObject({ ...who, id, undo: 'possible', source: 'csv', created: 1, undone_at: null });
  });

  it('has the newest 20 imports, and each import can be undone for 30 days', async () => {
    const oldest = await sendId(bare('old', '1.00'));
    for (let price = 2; price <= 21; price += 1) {
      world.clock.advance(1000);
      await send(bare('old', `${price}.00`));
    }
    const { data } = await staff.call(listImports, { params });
    expect(data.map((each) => each.undo)).toEqual(Array.from({ length: 20 }, () => 'possible'));
    expect(data.map((each) => each.id)).not.toContain(oldest);
    expect((await undo(oldest)).data).toMatchObject({ archived: 0, left: [{ sku: 'old', fields: ['price'] }] });
    world.clock.advance(30 * dayMs + 1);
    staff = await world.signIn('brand@glow.test');
    const later = await staff.call(listImports, { params });
    expect(new Set(later.data.map((each) => each.undo))).toEqual(new Set(['expired']));
    expect((await undo(data[0]?.id ?? '')).problem.code).toBe('import_too_old');
  });
});
