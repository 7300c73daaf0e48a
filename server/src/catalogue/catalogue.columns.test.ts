import { describe, expect, it } from 'vitest';
import type { ProductFile } from '@vitrine/contract/catalogue.ts';
import { readCsv } from './catalogue.csv.ts';
import { readRows } from './catalogue.rows.ts';

const shopUrl = 'https://shop.glowlab.example/';
const rule = { currency: 'USD', hosts: ['shop.glowlab.example'], production: true, ownHost: 'portal.example' };
const read = (lines: readonly string[], assigned?: ProductFile['columns']) =>
  readCsv(lines.join('\n'), { shopUrl, assigned });

const shopify = [
  'Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,Image Src,Image Position,Variant Image,Status',
  'cloud-cream,Cloud Cream,<p>Light &amp; rich</p>,Glow,Beauty > Skin,Skincare,new,TRUE,Size,30 ml,Color,Rose,CC-30,shopify,4,deny,48.00,,https://cdn.example/cream.jpg,1,,active',
  'cloud-cream,,,,,,,,,50 ml,,Rose,CC-50,shopify,0,deny,62.00,70.00,https://cdn.example/back.jpg,2,https://cdn.example/50.png,',
  'cloud-cream,,,,,,,,,,,,,,,,,,https://cdn.example/side.jpg,3,,',
  'cloud-cream,,,,,,,,,70 ml,,Rose,CC-70,shopify,1,deny,80.00,,https://cdn.example/top.jpg,4,,',
  'card,Gift Card,,Glow,,Cards,,TRUE,Title,Default Title,,,CARD,,0,deny,25.00,,,,,active',
  'mist,Mist,,Glow,,Skincare,,FALSE,Title,Default Title,,,MIST,shopify,9,deny,19.00,,,,,draft',
];

const wooCommerce = [
  'ID,Type,SKU,Name,Published,"Short description",Description,"In stock?",Stock,"Sale price","Regular price",Categories,Images,Parent',
  '12,simple,SERUM,Serum,1,Short,<b>Long</b>\\nSecond line,1,5,39.00,48.00,"Skincare > Serums, New","https://cdn.example/a.jpg, https://cdn.example/b.jpg",',
  '20,variable,TEE,Tee,1,,A tee,1,,,,"Clothes\\, warm",https://cdn.example/tee.png,',
  '21,variation,TEE-S,Tee - S,1,,,0,,,25.00,,,TEE',
  '22,variation,TEE-M,Tee - M,1,,,backorder,,,25.00,,https://cdn.example/m.png,id:20',
  '30,simple,OLD,Old,0,,,1,,,9.00,,,',
];

const google = [
  'id\ttitle\tdescription\tlink\timage_link\tavailability\tprice\tsale_price\tproduct_type\tgoogle_product_category\tbrand',
  'GL-1\tNight Balm\tRich\thttps://shop.glowlab.example/balm\thttps://cdn.example/balm.jpg\tin_stock\t48.00 USD\t40.00 USD\tCare > Night\t469\tGlow',
  'GL-2\tMist\tLight\thttps://shop.glowlab.example/mist\thttps://cdn.example/mist.jpg\tout_of_stock\t19.00 USD\t\tCare\t469\tGlow',
];

describe('the columns of a file', () => {
  it('of Shopify are recognized, and become one product for each SKU', async () => {
    const { layout, missing, rows } = await read(shopify);
    expect([layout, missing]).toEqual(['shopify', []]);
    expect(rows.map(({ line, values }) => [line, values.sku, values.title, values.in_stock])).toEqual([
      [2, 'CC-30', 'Cloud Cream – 30 ml / Rose', '4'],
      [3, 'CC-50', 'Cloud Cream – 50 ml / Rose', '0'],
      [5, 'CC-70', 'Cloud Cream – 70 ml / Rose', '1'],
      [6, 'CARD', 'Gift Card', 'true'],
      [7, 'MIST', 'Mist', '9'],
    ]);
    expect(rows[1]?.values).toMatchObject({
      description: 'Light & rich',
      category: 'Skincare',
      url: 'https://shop.glowlab.example/products/cloud-cream',
      image: 'https://cdn.example/50.png',
      price: '62.00',
      compare_at_price: '70.00',
    });
    expect(rows[2]?.values.image).toBe('https://cdn.example/cream.jpg');
    const { good, bad } = await readRows(rows, rule);
    expect([good.length, bad]).toEqual([5, []]);
    expect(good.filter(({ isOff }) => isOff).map(({ given }) => given.sku)).toEqual(['MIST']);
  });

  it('of WooCommerce are recognized, with sale prices, variations and addresses', async () => {
    const { layout, missing, rows } = await read(wooCommerce);
    expect([layout, missing]).toEqual(['woocommerce', []]);
    expect(rows.map(({ values }) => values)).toMatchObject([
      {
        sku: 'SERUM',
        price: '39.00',
        compare_at_price: '48.00',
        category: 'Skincare > Serums',
        image: 'https://cdn.example/a.jpg',
        description: 'Long\nSecond line',
        url: 'https://shop.glowlab.example/?post_type=product&p=12',
      },
      {
        sku: 'TEE-S',
        title: 'Tee - S',
        price: '25.00',
        category: 'Clothes, warm',
        image: 'https://cdn.example/tee.png',
      },
      { sku: 'TEE-M', image: 'https://cdn.example/m.png', url: 'https://shop.glowlab.example/?post_type=product&p=20' },
      { sku: 'OLD' },
    ]);
    const { good, bad } = await readRows(rows, rule);
    expect(bad).toEqual([]);
    expect(good.map(({ given, isOff }) => [given.sku, given.in_stock, isOff])).toEqual([
      ['SERUM', true, undefined],
      ['TEE-S', false, undefined],
      ['TEE-M', true, undefined],
      ['OLD', true, true],
    ]);
  });

  it('of a Google feed are recognized, also with tabs', async () => {
    const { layout, columns, rows } = await read(google);
    expect(layout).toBe('google');
    expect(columns.find(({ field }) => field === 'category')?.heading).toBe('product_type');
    const { good, bad } = await readRows(rows, rule);
    expect(bad).toEqual([]);
    expect(
      good.map(({ given, empty }) => [given.sku, given.price, given.compare_at_price, given.in_stock, empty]),
    ).toEqual([
      ['GL-1', 4000n, 4800n, true, []],
      ['GL-2', 1900n, undefined, false, ['compare_at_price']],
    ]);
  });

  it('can be assigned, which replaces what their names say', async () => {
    const file = ['Artikel,Name,Seite,Preis,title', 'A-1,Balm,https://shop.glowlab.example/balm,48.00,Other'];
    expect((await read(file)).missing).toEqual(['sku', 'url', 'price']);
    const assigned: ProductFile['columns'] = [
      { field: 'sku', heading: 'Artikel' },
      { field: 'url', heading: 'Seite' },
      { field: 'price', heading: 'Preis' },
      { field: 'title', heading: 'Name' },
    ];
    const { missing, rows } = await read(file, assigned);
    expect([missing, rows[0]?.values]).toEqual([
      [],
      { sku: 'A-1', title: 'Balm', url: 'https://shop.glowlab.example/balm', price: '48.00' },
    ]);
    expect((await read(file, [...assigned.slice(0, 3), { field: 'title', heading: null }])).missing).toEqual(['title']);
  });

  it.each([
    [
      [{ field: 'sku', heading: 'Nummer' }],
      {
        'columns.0.heading': [
          'must be a name in the first row of the file, not “Nummer”; its names are sku, title, url, price',
        ],
      },
    ],
    [
      [
        { field: 'category', heading: 'title' },
        { field: 'title', heading: 'title' },
      ],
      { columns: ['must not read the column “title” as both title and category; choose another column'] },
    ],
    [
      [
        { field: 'sku', heading: 'sku' },
        { field: 'sku', heading: 'title' },
      ],
      { 'columns.1.field': ['must not be sku again; each field has one column'] },
    ],
  ] as const)('that are assigned wrongly are refused by name: %j', async (assigned, errors) => {
    const file = ['sku,title,url,price', 'a,b,https://shop.glowlab.example/b,1.00'];
    await expect(read(file, assigned as unknown as ProductFile['columns'])).rejects.toMatchObject({ errors });
  });
});

describe('the address of a shop that was copied from a browser', () => {
  it.each([
    ['https://shop.glowlab.example/en?country=DE#top', 'https://shop.glowlab.example/en/products/mist'],
    ['https://shop.glowlab.example', 'https://shop.glowlab.example/products/mist'],
  ])('%s gives products the address %s', async (copied, address) => {
    const { rows } = await readCsv(shopify.join('\n'), { shopUrl: copied, assigned: undefined });
    expect(rows.at(-1)?.values.url).toBe(address);
  });
});
