import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { slugOf } from '@vitrine/contract/values/slug.ts';
import { readCsv, readShopify } from './catalogue.files.ts';
import { readRows, type SentRow } from './catalogue.rows.ts';
import { isImage } from './products.service.ts';

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
    ['price', '1,35,000'],
    ['price', '$24.90'],
    ['price', '-1.00'],
    ['price', '1e3'],
    ['price', ''],
    ['price', '99999999999999.99'],
    ['compare_at_price', 'soon'],
    ['currency', 'EUR'],
    ['in_stock', 'perhaps'],
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
      reason: expect.stringMatching(/^(must|is) /),
    });
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
    expect(await readCsv(csv)).toEqual([
      { line: 2, values: { sku: 'a', title: 'two\nlines "quoted"', url: 'https://x.example/1', price: '1' } },
      { line: 5, values: { sku: 'b', title: 'B', url: 'https://x.example/2', price: '2' } },
    ]);
  });

  it('may have semicolons, other column names and extra columns', async () => {
    expect(
      (await readCsv('product-url;Name;Compare at price;sku;price;colour\nhttps://x.example/1;A;3.00;a;1;red'))[0]
        ?.values,
    ).toEqual({ url: 'https://x.example/1', title: 'A', compare_at_price: '3.00', sku: 'a', price: '1' });
  });

  it.each([
    ['', /sku, title, url, price are missing/],
    ['title,url,price\na,b,c', /sku is missing/],
    ['sku,sku,title,url,price', /sku appears twice/],
  ])('is refused whole: %j', async (csv, reason) => {
    await expect(readCsv(csv)).rejects.toMatchObject({ errors: { csv: [expect.stringMatching(reason)] } });
  });

  it('has rows that cannot be parsed reported by line', async () => {
    expect((await readCsv('sku,title,url,price,image\na,b,c,1'))[0]?.values).toEqual({
      sku: 'a',
      title: 'b',
      url: 'c',
      price: '1',
    });
    expect((await readCsv('sku,title,url,price\na,b,c,1,more'))[0]?.fault).toBe('has 5 cells, but the header has 4');
    expect((await readCsv('sku,title,url,price\na,"b,c,1\nz,y,x,2')).at(-1)?.fault).toBe(
      'has an opening quotation mark without a closing one',
    );
  });

  it('may have 5,000 rows and no more', async () => {
    const file = (rows: number) => `sku,title,url,price\n${'a,b,c,1\n'.repeat(rows)}`;
    expect(await readCsv(file(5000))).toHaveLength(5000);
    await expect(readCsv(file(5001))).rejects.toMatchObject({
      errors: { csv: ['must have at most 5000 rows; put the rest in another import'] },
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
          expect((await readCsv(written)).map((entry) => entry.values)).toEqual(rows);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('is parsed or refused, and never fails with another error, whatever it contains', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (noise) => {
        const { good } = await readRows(await readCsv(`sku,title,url,price\n${noise}`), rule);
        expect(good).toEqual([]);
      }),
      { numRuns: 500, examples: [['\t\t']] },
    );
  });
});

describe('a Shopify products.json', () => {
  const product = {
    id: 1,
    title: 'Dew Serum',
    handle: 'dew-serum',
    body_html: '<p>Light &amp; fresh</p><script>x()</script><p>Rose</p>',
    product_type: 'Skincare',
    images: [{ id: 9, src: 'https://cdn.example/main.jpg?v=1' }],
    variants: [
      { id: 11, title: '30 ml', sku: 'DS-30', price: '48.00', compare_at_price: null, available: true },
      {
        id: 12,
        title: '50 ml',
        sku: '',
        price: '62.00',
        compare_at_price: '70.00',
        available: false,
        featured_image: { src: 'https://cdn.example/50.png' },
      },
    ],
  };

  it('becomes one row for each variant', async () => {
    expect(await readShopify([product], 'https://shop.glowlab.example/')).toEqual([
      {
        line: 1,
        values: {
          sku: 'DS-30',
          title: 'Dew Serum – 30 ml',
          description: 'Light & fresh\nx()Rose',
          category: 'Skincare',
          url: 'https://shop.glowlab.example/products/dew-serum?variant=11',
          image: 'https://cdn.example/main.jpg?v=1',
          price: '48.00',
          compare_at_price: '',
          in_stock: 'true',
        },
      },
      {
        line: 2,
        values: {
          sku: '12',
          title: 'Dew Serum – 50 ml',
          description: 'Light & fresh\nx()Rose',
          category: 'Skincare',
          url: 'https://shop.glowlab.example/products/dew-serum?variant=12',
          image: 'https://cdn.example/50.png',
          price: '62.00',
          compare_at_price: '70.00',
          in_stock: 'false',
        },
      },
    ]);
  });

  it('leaves a field out when a product or variant leaves it out, and reads null as an empty cell', async () => {
    const bare = { title: 'Dew Serum', handle: 'dew-serum', variants: [{ id: 1, sku: 'x', price: '1.00' }] };
    expect((await readShopify([bare], 'https://shop.glowlab.example'))[0]?.values).toEqual({
      sku: 'x',
      title: 'Dew Serum',
      url: 'https://shop.glowlab.example/products/dew-serum',
      price: '1.00',
    });
    const emptied = { ...bare, body_html: null, product_type: '', images: [] };
    expect((await readShopify([emptied], 'https://shop.glowlab.example'))[0]?.values).toMatchObject({
      description: '',
      category: '',
      image: '',
    });
  });

  it('gives a single variant no suffix, and reports entries that are not products', async () => {
    const single = { ...product, variants: [{ id: 1, title: 'Default Title', sku: 'x', price: '1.00' }] };
    const rows = await readShopify([single, 'nonsense', { title: 'no variants' }], 'https://shop.glowlab.example');
    expect(rows[0]?.values).toMatchObject({
      title: 'Dew Serum',
      url: 'https://shop.glowlab.example/products/dew-serum',
    });
    expect(rows[0]?.values).not.toHaveProperty('in_stock');
    expect(rows.slice(1).map((row) => row.fault)).toEqual([
      'must be a product with variants',
      'must be a product with variants',
    ]);
  });

  it('is read without an error, whatever its shape', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.anything(),
            fc.record({ variants: fc.array(fc.anything()), images: fc.anything(), handle: fc.anything() }),
          ),
        ),
        async (products) => {
          const rows = await readShopify(products, 'https://shop.glowlab.example');
          expect((await readRows(rows, rule)).good).toEqual([]);
        },
      ),
      { numRuns: 300 },
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
