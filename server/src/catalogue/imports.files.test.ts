import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importProducts, listCatalogue } from '@vitrine/contract/catalogue.ts';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import { publishTerms } from '@vitrine/contract/terms.ts';
import type { Client } from '../../world/client.ts';
import { openWorld, type World } from '../../world/world.ts';

const params = { merchant: 'glow-lab' };
const shop = 'https://shop.glowlab.example/products';

let world: World;
let staff: Client;
beforeAll(async () => {
  world = await openWorld();
  staff = await world.signIn('brand@glow.test');
});
afterAll(() => world[Symbol.asyncDispose]());

type Choices = Partial<Omit<BodyOf<typeof importProducts> & { source: 'csv' }, 'source' | 'csv'>>;

const send = async (lines: readonly string[], choices: Choices = {}) =>
  staff.call(importProducts, { params, body: { source: 'csv', csv: lines.join('\n'), ...choices } });

async function product(sku: string) {
  const { data } = await staff.call(listCatalogue, { params, query: { search: sku } });
  return data.find((each) => each.sku === sku);
}

describe('the prices of a file', () => {
  const file = (price: string) => ['sku,title,url,price', `priced,Priced,${shop}/priced,"${price}"`];

  it('that mean two things are asked about with both, and read once the brand has said how it writes them', async () => {
    const asked = (await send(file('1.350'), { preview: true })).data;
    expect(asked).toMatchObject({ created: 0, refused: 1 });
    expect(asked.file).toMatchObject({
      price_format: null,
      ambiguous: {
        text: '1.350',
        thousands: { amount: '135000', currency: 'USD' },
        decimals: { amount: '135', currency: 'USD' },
      },
    });
    const known = (await send(file('1.350'), { preview: true, price_format: 'point_comma' })).data;
    expect(known).toMatchObject({ created: 1, file: { price_format: 'point_comma', ambiguous: null } });
    // A preview keeps nothing.
    expect((await send(file('1.350'), { preview: true })).data.file?.price_format).toBeNull();
  });

  it('are read that way in later files, until the brand says otherwise', async () => {
    expect((await send(file('1.350'), { price_format: 'point_comma' })).data.created).toBe(1);
    expect(await product('priced')).toMatchObject({ price: { amount: '135000' } });
    expect((await send(file('US$ 2.400,50'))).data.updated).toBe(1);
    expect(await product('priced')).toMatchObject({ price: { amount: '240050' } });
    expect((await send(file('1,350'), { price_format: 'comma_point' })).data.updated).toBe(1);
    expect(await product('priced')).toMatchObject({ price: { amount: '135000' } });
    expect((await send(file('1,400'))).data.file?.price_format).toBe('comma_point');
  });

  it('in another currency are refused by its name', async () => {
    const { rows } = (await send(file('€24.90'), { preview: true })).data;
    expect(rows[0]).toMatchObject({
      outcome: 'refused',
      field: 'price',
      value: '€24.90',
      reason: 'is in EUR; use USD, the brand’s currency',
    });
  });
});

describe('the columns of a file', () => {
  const file = ['Artikel,Bezeichnung,Seite,Preis', `mapped,Mapped,${shop}/mapped,12.00`];

  it('that are missing are named by a preview, and refuse an import', async () => {
    const { data } = await send(file, { preview: true });
    expect(data).toMatchObject({ rows: [], file: { headings: ['Artikel', 'Bezeichnung', 'Seite', 'Preis'] } });
    expect(data.file?.missing).toEqual(['sku', 'title', 'url', 'price']);
    const { status, problem } = await send(file);
    expect([status, problem.errors]).toEqual([
      422,
      { csv: ['must have column names in the first row; sku, title, url, price are missing'] },
    ]);
  });

  it('can be assigned, and the answer says what each one was read as', async () => {
    const columns: Choices['columns'] = [
      { field: 'sku', heading: 'Artikel' },
      { field: 'title', heading: 'Bezeichnung' },
      { field: 'url', heading: 'Seite' },
      { field: 'price', heading: 'Preis' },
    ];
    const { data } = await send(file, { columns });
    expect(data.created).toBe(1);
    expect(data.file?.columns.filter(({ heading }) => heading !== null)).toEqual(columns);
    const { problem } = await send(file, { columns: [{ field: 'sku', heading: 'Nummer' }] });
    expect(Object.keys(problem.errors ?? {})).toEqual(['columns.0.heading']);
  });
});

describe('a preview', () => {
  it('of what a shop stopped selling shows what is archived, and what is not added', async () => {
    const file = (status: string) => [
      'sku,title,url,price,status',
      `sold,Sold,${shop}/sold,5.00,${status}`,
      `draft,Draft,${shop}/draft,5.00,draft`,
    ];
    expect((await send(file('active'))).data).toMatchObject({ created: 1, skipped: 1, archived: 0 });
    expect(await product('draft')).toBeUndefined();
    const preview = (await send(file('archived'), { preview: true })).data;
    expect(preview).toMatchObject({ updated: 1, archived: 1, skipped: 1 });
    expect(preview.rows[0]?.changes).toEqual([{ field: 'archived', from: false, to: true }]);
    await send(file('archived'));
    expect(await product('sold')).toBeUndefined();
    expect((await send(file('active'))).data.rows[0]?.changes).toEqual([{ field: 'archived', from: true, to: false }]);
  });

  it('of another category shows the rates that change, for everyone and for a creator with another one', async () => {
    const rules = [
      { kind: 'percentage' as const, rate: 1000 },
      { kind: 'percentage' as const, rate: 2000, category: 'Tools' },
      { kind: 'percentage' as const, rate: 3000, category: 'Tools', creator: 'ava' },
    ];
    await staff.call(publishTerms, { params, body: { rules } });
    world.clock.advance(15 * 86_400_000);
    staff = await world.signIn('brand@glow.test');
    const file = (category: string) => ['sku,title,url,price,category', `rated,Rated,${shop}/rated,5.00,${category}`];
    await send(file('Care'));
    const { rows } = (await send(file('Tools'), { preview: true })).data;
    const rate = (of: number) => ({ kind: 'percentage', rate: of, amount: null });
    expect(rows[0]?.rates).toEqual([
      { creator: null, from: rate(1000), to: rate(2000) },
      { creator: 'ava', from: rate(1000), to: rate(3000) },
    ]);
    expect((await send(file('Body'), { preview: true })).data.rows[0]?.rates).toEqual([]);
  });
});
