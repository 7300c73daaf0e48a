import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readShopify } from './catalogue.files.ts';
import { readRows } from './catalogue.rows.ts';

const rule = { currency: 'USD', hosts: ['shop.glowlab.example'], production: true, ownHost: 'portal.example' };

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
