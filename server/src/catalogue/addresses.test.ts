import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { productAt } from './addresses.ts';

const shelf = [
  { sku: 'serum', url: 'https://shop.glowlab.example/products/dew-serum' },
  { sku: 'balm', url: 'https://shop.glowlab.example/products/lip-balm?variant=1' },
  { sku: 'balm-red', url: 'https://shop.glowlab.example/products/lip-balm?variant=2' },
  { sku: 'page', url: 'https://shop.glowlab.example/item.php?id=7' },
  { sku: 'page-8', url: 'https://shop.glowlab.example/item.php?id=8' },
];
const found = (address: string) => productAt(shelf, address)?.sku;

describe('a pasted address (S27)', () => {
  it.each([
    ['https://shop.glowlab.example/products/dew-serum', 'serum'],
    ['https://shop.glowlab.example/products/dew-serum/', 'serum'],
    ['https://www.shop.glowlab.example/products/dew-serum', 'serum'],
    ['https://shop.glowlab.example/products/dew-serum?utm_source=ig&ref=x#reviews', 'serum'],
    ['https://shop.glowlab.example/collections/new/products/dew-serum', 'serum'],
    ['https://shop.glowlab.example/products/lip-balm?variant=2', 'balm-red'],
    ['https://shop.glowlab.example/item.php?id=8', 'page-8'],
  ])('%s finds %s', (address, sku) => {
    expect(found(address)).toBe(sku);
  });

  it.each([
    'https://shop.glowlab.example/',
    'https://shop.glowlab.example/sale',
    'https://shop.glowlab.example/products/',
    'https://shop.glowlab.example/products/dew-serum-refill',
    'https://other.example/products/dew-serum',
  ])('%s finds no product', (address) => {
    expect(found(address)).toBeUndefined();
  });

  it('that could mean two products finds neither', () => {
    expect(found('https://shop.glowlab.example/products/lip-balm')).toBeUndefined();
    expect(found('https://shop.glowlab.example/item.php')).toBeUndefined();
  });

  it('finds its product whatever campaign parameters it has', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-z_]{1,8}$/), fc.string()), fc.string(), (query, fragment) => {
        const address = new URL('https://shop.glowlab.example/products/dew-serum');
        address.search = new URLSearchParams(query).toString();
        address.hash = fragment;
        expect(found(address.href)).toBe('serum');
      }),
    );
  });
});
