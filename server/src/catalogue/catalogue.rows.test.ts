import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { slugOf } from '@vitrine/contract/values/slug.ts';
import { readCsv } from './catalogue.csv.ts';
import { readRows, type SentRow } from './catalogue.rows.ts';
import { isImage } from './image.rule.ts';

const rule = { currency: 'USD', hosts: ['shop.glowlab.example'], production: true, ownHost: 'portal.example' };
const whole = { sku: 'a-1', title: 'Dew Serum', url: 'https://shop.glowlab.example/p/1', price: '24.90' };

async function judged(values: SentRow['values']) {
  const { good, bad } = await readRows([{ line: 2, values: { ...whole, ...values } }], rule);
  return good[0]?.given ?? bad[0];
}

describe('a row of a catalogue', () => {
  it("becomes a product with a price in minor units of the brand's currency", async () => {
    expect(
      await judged({
        compare_at_price: '30',
        description: 'Two\nlines',
        category: 'Skincare',
        in_stock: 'No',
        image: 'https://cdn.example/a.JPG?v=2',
      }),
    ).toEqual({
      sku: 'a-1',
      title: 'Dew Serum',
      description: 'Two\nlines',
      category: 'Skincare',
      url: 'https://shop.glowlab.example/p/1',
      image: 'https://cdn.example/a.JPG?v=2',
      price: 2490n,
      compare_at_price: 3000n,
      currency: 'USD',
      in_stock: false,
    });
  });

  it.each([
    ['price', '1.350'],
    ['price', '1,350'],
    ['price', '24.905'],
    ['price', '1.350,005'],
    ['price', '1.35.00'],
    ['price', '1,35,00'],
    ['price', '€24.90'],
    ['price', 'CA$24.90'],
    ['price', '24.90 EUR'],
    ['price', 'from $24.90'],
    ['price', '-1.00'],
    ['price', '1e3'],
    ['price', ''],
    ['price', '99999999999999.99'],
    ['compare_at_price', 'soon'],
    ['currency', 'EUR'],
    ['in_stock', 'perhaps'],
    ['status', 'perhaps'],
    ['published', 'perhaps'],
    ['sku', ''],
    ['sku', '=1+1'],
    ['sku', 'a\u0000b'],
    ['sku', 's'.repeat(201)],
    ['title', ''],
    ['title', '=HYPERLINK("https://evil.example")'],
    ['title', '@SUM(A1)'],
    ['title', '+1'],
    ['title', '-2+3+cmd|x'],
    ['title', '＝1'],
    ['title', ' =1'],
    ['title', 'a\u202eb'],
    ['title', 't'.repeat(201)],
    ['title', 'two\nlines'],
    ['category', '=x'],
    ['description', 'd'.repeat(5001)],
    ['description', 'a\u0007'],
    ['url', 'https://evil.example/'],
    ['url', 'http://shop.glowlab.example/'],
    ['url', ''],
    ['image', 'https://cdn.example/a.svg'],
    ['image', 'javascript:alert(1).png'],
  ] as const)('is refused for %s %j', async (field, value) => {
    expect(await judged({ [field]: value })).toMatchObject({
      line: 2,
      field,
      value: expect.any(String),
      reason: expect.stringMatching(/^(must|is|has) /),
    });
  });

  it.each([
    ['$24.90', 2490n],
    ['24.90 USD', 2490n],
    ['US$\u00a01,299.00', 129_900n],
    ['24,90', 2490n],
  ])('may have its currency with the price: %s', async (price, amount) => {
    expect(await judged({ price })).toMatchObject({ price: amount });
  });

  it('in another currency is refused by the name of that currency', async () => {
    expect(await judged({ price: '24,90 €' })).toMatchObject({ reason: 'is in EUR; use USD, the brand’s currency' });
    expect(await judged({ price: '£24.90' })).toMatchObject({
      reason: 'has “£”, which is not USD, the brand’s currency',
    });
  });

  it('that could mean two things is refused with both, and read once the notation is known', async () => {
    const row = { line: 2, values: { ...whole, price: '1.350' } };
    expect((await readRows([row], { ...rule, notation: 'unknown' })).bad[0]).toMatchObject({
      reason: 'is ambiguous; use 1350.00 or 1.35',
      readings: [135_000n, 135n],
    });
    const known = await readRows([row], { ...rule, currency: 'USD', notation: 'point_comma' });
    expect(known.good[0]?.given.price).toBe(135_000n);
  });

  it.each([
    ['12', true],
    ['0', false],
    ['-3', false],
    ['in stock', true],
    ['out_of_stock', false],
    ['preorder', true],
    ['backorder', true],
  ])('with stock %s is for sale: %s', async (in_stock, isInStock) => {
    expect(await judged({ in_stock })).toMatchObject({ in_stock: isInStock });
  });

  it.each([
    [{ status: 'active' }, undefined],
    [{ status: '', published: '' }, undefined],
    [{ status: 'Draft' }, true],
    [{ status: 'active', published: 'FALSE' }, true],
    [{ published: '-1' }, true],
  ])('with %j is off sale: %s', async (state, isOff) => {
    const { good } = await readRows([{ line: 2, values: { ...whole, ...state } }], rule);
    expect(good[0]?.isOff).toBe(isOff);
  });

  it.each([
    ['TRUE', [[true], []]],
    ['false', [[undefined], []]],
    ['', [[undefined], []]],
    ['maybe', [[], [['gift_card', 'maybe', 'must be true or false']]]],
  ])('with %j in the column for gift cards is read as %j', async (gift_card, read) => {
    const { good, bad } = await readRows([{ line: 2, values: { ...whole, gift_card } }], rule);
    expect([good.map(({ isOff }) => isOff), bad.map(({ field, value, reason }) => [field, value, reason])]).toEqual(
      read,
    );
  });

  it('with two faults, one of which is in the column for gift cards, is refused', async () => {
    const { bad } = await readRows([{ line: 2, values: { ...whole, price: 'free', gift_card: 'maybe' } }], rule);
    expect(bad).toMatchObject([{ line: 2, field: 'price' }]);
  });

  it('of a gift card is left out, also with the sku of another gift card', async () => {
    const rows = [2, 3].map((line) => ({ line, values: { ...whole, gift_card: 'true' } }));
    const { good, bad } = await readRows(rows, rule);
    expect([good, bad.map(({ line, giftCard }) => [line, giftCard])]).toEqual([
      [],
      [
        [2, { title: 'Dew Serum' }],
        [3, { title: 'Dew Serum' }],
      ],
    ]);
  });

  it('is refused on every line that has the same sku, with the other lines named', async () => {
    const rows = [2, 3, 7].map((line) => ({ line, values: { ...whole, sku: line === 3 ? 'b' : 'a' } }));
    const { good, bad } = await readRows(rows, rule);
    expect(good.map((row) => row.line)).toEqual([3]);
    expect(bad).toEqual(
      [2, 7].map((line) => ({
        line,
        sku: 'a',
        field: 'sku',
        value: 'a',
        reason: 'appears on more than one line: 2, 7',
      })),
    );
  });

  it('has only the fields that have a column, and lists the columns whose cell is empty', async () => {
    const rows = [
      { line: 2, values: whole },
      { line: 3, values: { ...whole, sku: 'b', category: ' ', image: '', in_stock: '', description: 'Fresh' } },
    ];
    const [bare, emptied] = (await readRows(rows, rule)).good;
    const facts = { title: 'Dew Serum', url: whole.url, price: 2490n, currency: 'USD' };
    expect(bare).toEqual({ line: 2, given: { ...facts, sku: 'a-1' }, empty: [] });
    expect(emptied).toEqual({
      line: 3,
      given: { ...facts, sku: 'b', description: 'Fresh' },
      empty: ['category', 'image'],
    });
  });

  it('is refused with the value as sent, shortened and without control characters', async () => {
    expect(await judged({ in_stock: `per\u0000haps\u202e ${'x'.repeat(200)}` })).toMatchObject({
      field: 'in_stock',
      value: `per haps  ${'x'.repeat(90)}…`,
    });
  });

  it.each([
    ['https://cdn.example/a.webp', true],
    ['http://cdn.example/a.jpeg', true],
    ['https://cdn.example/a.b.PNG?w=1#x', true],
    ['/media/demo/glow-lab-dew-serum.webp', true],
    ['/assets/a.gif', true],
    ['https://cdn.example/a', false],
    ['https://cdn.example/?a.png', false],
    ['https://cdn.example/a.png/b', false],
    ['ftp://cdn.example/a.png', false],
    ['a.png', false],
    ['//cdn.example/a.png', false],
    ['/media/../etc/a.png', false],
    ['/media/a.svg', false],
    ['/other/a.png', false],
    ['https://u:p@cdn.example/a.png', false],
    ['data:image/png;base64,x.png', false],
  ])('shows %s as a picture: %s (S19)', (value, shown) => {
    expect(isImage(value)).toBe(shown);
  });
});

describe('a CSV file', () => {
  it('is read with byte order mark, CRLF, quoted newlines and blank lines, and line numbers are those of an editor', async () => {
    const csv =
      '\uFEFFSKU, Title ,URL,Price\r\na,"two\r\nlines ""quoted""",https://x.example/1,1\r\n\r\nb,B,https://x.example/2,2\r\n';
    expect((await readCsv(csv)).rows).toEqual([
      { line: 2, values: { sku: 'a', title: 'two\nlines "quoted"', url: 'https://x.example/1', price: '1' } },
      { line: 5, values: { sku: 'b', title: 'B', url: 'https://x.example/2', price: '2' } },
    ]);
  });

  it('may have semicolons, other column names and extra columns', async () => {
    expect(
      (await readCsv('product-url;Name;Compare at price;sku;price;colour\nhttps://x.example/1;A;3.00;a;1;red')).rows[0]
        ?.values,
    ).toEqual({ url: 'https://x.example/1', title: 'A', compare_at_price: '3.00', sku: 'a', price: '1' });
  });

  it.each([
    ['', ['sku', 'title', 'url', 'price']],
    ['title,url,price\na,b,c', ['sku']],
  ])('without required columns is not read: %j', async (csv, missing) => {
    expect(await readCsv(csv)).toMatchObject({ missing, rows: [] });
  });

  it('with a column that is there twice is refused whole', async () => {
    await expect(readCsv('sku,Sku,title,url,price')).rejects.toMatchObject({
      errors: { csv: [expect.stringMatching(/sku appears twice, as columns 1 and 2/)] },
    });
  });

  it('has rows that cannot be parsed reported by line', async () => {
    expect((await readCsv('sku,title,url,price,image\na,b,c,1')).rows[0]?.values).toEqual({
      sku: 'a',
      title: 'b',
      url: 'c',
      price: '1',
    });
    expect((await readCsv('sku,title,url,price\na,b,c,1,more')).rows[0]?.fault).toBe(
      'has 5 cells, but the header has 4',
    );
    expect((await readCsv('sku,title,url,price\na,"b,c,1\nz,y,x,2')).rows.at(-1)?.fault).toBe(
      'has an opening quotation mark without a closing one',
    );
  });

  it('may have 25,000 rows and no more', async () => {
    const file = (rows: number) => `sku,title,url,price\n${'a,b,c,1\n'.repeat(rows)}`;
    expect((await readCsv(file(25_000))).rows).toHaveLength(25_000);
    await expect(readCsv(file(25_001))).rejects.toMatchObject({
      errors: { csv: ['must have at most 25000 rows; put the rest in another import'] },
    });
  });

  it('round-trips any cells', async () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', 'ü', '"', ',', ';', '\t', '\n', ' ', "'", '=', '😀'),
      minLength: 1,
      maxLength: 8,
    });
    const row = fc
      .record({ sku: cell, title: cell, url: cell, price: cell })
      .filter((cells) => Object.values(cells).some((value) => value.trim() !== ''));
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 8 }),
        fc.constantFrom('\n', '\r\n'),
        async (rows, newline) => {
          const written = Papa.unparse(
            {
              fields: ['sku', 'title', 'url', 'price'],
              data: rows.map(({ sku, title, url, price }) => [sku, title, url, price]),
            },
            { quotes: true, newline },
          );
          expect((await readCsv(written)).rows.map((entry) => entry.values)).toEqual(rows);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('is parsed or refused, and never fails with another error, whatever it contains', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (noise) => {
        const { good } = await readRows((await readCsv(`sku,title,url,price\n${noise}`)).rows, rule);
        expect(good).toEqual([]);
      }),
      { numRuns: 500, examples: [['\t\t']] },
    );
  });
});

describe('a slug (S19)', () => {
  it('contains only a–z, 0–9 and hyphens, and the slug of a slug is the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const slug = slugOf(name);
        expect(slug).toMatch(/^[a-z0-9-]*$/);
        expect(slugOf(slug)).toBe(slug);
      }),
    );
  });
});
