import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importProducts, listCatalogue } from '@vitrine/contract/catalogue.ts';
import type { Client } from '../../world/client.ts';
import { openWorld, type World } from '../../world/world.ts';

const params = { merchant: 'glow-lab' };
const header = 'sku,title,description,category,url,image,price,compare_at_price,currency,in_stock';
const shop = 'https://shop.glowlab.example/products';

let world: World;
let staff: Client;
beforeAll(async () => {
  world = await openWorld();
  staff = await world.signIn('brand@glow.test');
});
afterAll(() => world[Symbol.asyncDispose]());

const send = (csv: string, as = staff) => as.call(importProducts, { params, body: { source: 'csv', csv } });

describe('a product import', () => {
  it('from CSV adds the good rows and reports each bad row with line, field and reason', async () => {
    const csv = [
      header,
      `mist,Skin Mist,Fresh,Skincare,${shop}/mist,,19.90,25.00,USD,yes`,
      `toner,Toner,,,https://evil.example/t,,9.00,,,`,
      `mask,,,,${shop}/mask,,9.00,,,`,
      `oil,Oil,,,${shop}/oil,,9.00,,EUR,`,
    ].join('\r\n');
    const { status, data } = await send(csv);
    expect(status).toBe(200);
    expect(data).toMatchObject({ source: 'csv', created: 1, updated: 0, unchanged: 0, refused: 3 });
    expect(data.rows).toMatchObject([
      { line: 2, outcome: 'created', sku: 'mist', field: null, reason: null },
      {
        line: 3,
        sku: 'toner',
        field: 'url',
        value: 'https://evil.example/t',
        reason: 'must lead to shop.glowlab.example',
      },
      { line: 4, sku: 'mask', field: 'title', value: '', reason: 'must not be empty' },
      { line: 5, sku: 'oil', field: 'currency', value: 'EUR', reason: 'must be USD, the brand’s currency' },
    ]);
    const { data: found } = await staff.call(listCatalogue, { params, query: { search: 'skin mist' } });
    expect(found).toMatchObject([
      {
        sku: 'mist',
        price: { amount: '1990', currency: 'USD' },
        compare_at_price: { amount: '2500', currency: 'USD' },
        in_stock: true,
      },
    ]);
  });

  it('of the same file changes nothing, and a changed price updates only that product', async () => {
    const file = (price: string) =>
      `${header}\nscrub,Scrub,,,${shop}/scrub,,${price},,,\nsoap,Soap,,,${shop}/soap,,5.00,,,`;
    expect((await send(file('7.00'))).data).toMatchObject({ created: 2 });
    const before = (await staff.call(listCatalogue, { params, query: { search: 'scrub' } })).data;
    expect((await send(file('7.00'))).data).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
    expect((await send(file('6.50'))).data).toMatchObject({ updated: 1, unchanged: 1 });
    const after = (await staff.call(listCatalogue, { params, query: { search: 'scrub' } })).data;
    expect(after[0]).toMatchObject({ id: before[0]?.id, price: { amount: '650' } });
  });

  it('sent ten times at once adds each product once, and the counts of all answers add up', async () => {
    const csv = `${header}\n${Array.from({ length: 300 }, (_, at) => `race-${at},Race ${at},,,${shop}/race-${at},,1.00,,,`).join('\n')}`;
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(csv)));
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(answers.reduce((sum, answer) => sum + answer.data.created, 0)).toBe(300);
    expect(answers.reduce((sum, answer) => sum + answer.data.unchanged, 0)).toBe(2700);
  });

  it("from Shopify adds a product for each variant, at the address of the brand's shop", async () => {
    const products = [
      {
        title: 'Night Oil',
        handle: 'night-oil',
        variants: [
          { id: 1, title: '15 ml', sku: 'NO-15', price: '38.00', available: false },
          { id: 2, title: '30 ml', sku: 'NO-30', price: '6x' },
        ],
      },
    ];
    const { data } = await staff.call(importProducts, { params, body: { source: 'shopify', products } });
    expect(data.rows).toMatchObject([
      { line: 1, outcome: 'created', sku: 'NO-15' },
      { line: 2, outcome: 'refused', sku: 'NO-30', field: 'price' },
    ]);
    const { data: found } = await staff.call(listCatalogue, { params, query: { search: 'NO-15' } });
    expect(found).toMatchObject([{ title: 'Night Oil – 15 ml', url: `${shop}/night-oil?variant=1`, in_stock: false }]);
  });

  it('takes 5,000 rows at once', async () => {
    const csv = `${header}\n${Array.from({ length: 5000 }, (_, at) => `bulk-${at},Bulk ${at},"=a ""long"" text",Bulk,${shop}/bulk-${at},https://cdn.example/${at}.webp,${at}.99,,,`).join('\n')}`;
    expect((await send(csv)).data).toMatchObject({ created: 5000, refused: 0 });
    const { meta } = await staff.call(listCatalogue, { params, query: { search: 'bulk', limit: 1 } });
    expect(meta.total).toBe(5000);
  });

  it('without a header is refused whole and adds nothing', async () => {
    const { status, problem } = await send('a,b,c\n1,2,3');
    expect(status).toBe(422);
    expect(problem.errors).toEqual({
      csv: ['must have column names in the first row; sku, title, url, price are missing'],
    });
  });

  it('is in the audit log with its counts', async () => {
    await send(`${header}\naudited,Audited,,,${shop}/audited,,1.00,,,`);
    const entry = await world.ctx.database.as({ role: 'app', merchantId: world.people.merchants.glow }, (tx) =>
      tx
        .selectFrom('audit_entries')
        .select(['actor_id', 'details'])
        .where('action', '=', 'products.imported')
        .orderBy('seq', 'desc')
        .executeTakeFirstOrThrow(),
    );
    expect(entry).toEqual({
      actor_id: world.people.users.glowStaff,
      details: { created: 1, updated: 0, unchanged: 0, refused: 0 },
    });
  });

  it("writes only to the brand's own catalogue", async () => {
    const others = await world.signIn('brand@northwind.test');
    expect((await send(`${header}\nx,X,,,${shop}/x,,1,,,`, others)).status).toBe(404);
    expect((await others.call(listCatalogue, { params })).status).toBe(404);
    expect((await send('x', await world.signIn('ava@creators.test'))).status).toBe(403);
    expect((await send('x', world.anonymous)).status).toBe(401);
  });
});

describe("a brand's catalogue", () => {
  it('is read page by page, sorted by title, with every product once', async () => {
    const { data: all } = await staff.call(listCatalogue, { params, query: { search: 'race', limit: 100 } });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await staff.call(listCatalogue, {
        params,
        query: { search: 'race', limit: 70, ...(cursor ? { cursor } : {}) },
      });
      expect(page.meta.total).toBe(300);
      seen.push(...page.data.map((product) => product.sku));
      cursor = page.meta.next_cursor ?? undefined;
    } while (cursor);
    expect(seen.slice(0, 100)).toEqual(all.map((product) => product.sku));
    expect(new Set(seen).size).toBe(300);
  });

  it('is searched with a percent sign taken literally', async () => {
    await send(`${header}\npct,100%_pure,,,${shop}/pct,,1.00,,,`);
    const search = async (text: string) =>
      (await staff.call(listCatalogue, { params, query: { search: text } })).data.map((product) => product.sku);
    expect(await search('0%_p')).toEqual(['pct']);
    expect(await search('%ure race')).toEqual([]);
  });

  it('refuses an invalid cursor', async () => {
    expect((await staff.call(listCatalogue, { params, query: { cursor: 'x' } })).problem.errors).toEqual({
      cursor: ['must be the next_cursor of the previous page'],
    });
  });
});
