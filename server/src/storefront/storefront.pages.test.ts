import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { northwindOutfitters } from '../../world/art/catalogue.ts';
import type { ShopperProduct } from './shopper.products.views.ts';
import type { ShopperShelf } from './shopper.views.ts';
import { sheetOf } from './shopper.media.ts';
import { decimalText, moneyText } from '../platform/money.text.ts';
import { shownImage } from './shopper.values.ts';
import { creatorPage, type ShownPage, storefrontPage } from './storefront.pages.ts';
import { shippedVariants } from '../platform/variants/variants.testing.ts';

const site = {
  publicUrl: 'https://portal.example',
  variants: shippedVariants,
  called: shippedVariants.standard,
};
const noor = { id: '1', handle: 'noor', name: 'Noor Haddad', avatar: '/media/demo/avatar-noor.webp' };

function product(change: Partial<ShopperProduct> = {}): ShopperProduct {
  return {
    code: 'k7m2pqx',
    sku: 'a',
    title: 'Ridge Boots',
    note: '',
    category: 'Shoes',
    image: '/media/demo/x.webp',
    price: 18900n,
    before: null,
    currency: 'USD',
    inStock: true,
    ...change,
  };
}

function storefront(products: ShopperProduct[], change: Partial<ShopperShelf> = {}): ShopperShelf {
  const sections = products.length > 0 ? [{ heading: '', caption: '', products }] : [];
  return {
    accountId: '1',
    slug: 'northwind-outfitters',
    brand: 'Northwind Outfitters',
    logo: null,
    project: 'general',
    title: '',
    bio: '',
    banner: null,
    look: { accent: null, layout: 'grid', scheme: 'auto' },
    pause: null,
    pricesAt: null,
    total: products.length,
    sections,
    ...change,
  };
}

/** The page of a storefront, usually its only one. */
function pageOf(shelf: ShopperShelf, shown: Partial<ShownPage> = {}): string {
  const { sections } = shelf;
  return storefrontPage(site, noor, shelf, { sections, next: undefined, after: undefined, isPreview: false, ...shown });
}

/** Codes as random as real ones, so that they don't compress better. */
function codeOf(at: number): string {
  return (((at + 1) * 2_654_435_761) % 34_359_738_368).toString(32).padStart(7, 'q');
}

describe('the weight of a storefront', () => {
  it('of 24 products is at most 14 kB of markup and style, compressed, without a script (W2)', () => {
    const products = Array.from({ length: 24 }, (_, at) => {
      const entry = northwindOutfitters[at % northwindOutfitters.length];
      return product({
        code: codeOf(at),
        title: `${entry?.title} ${codeOf(at + 50)}`,
        note: `${entry?.note ?? entry?.description} ${codeOf(at + 90)}`,
        image: `https://cdn.northwind.example/files/${codeOf(at + 200)}.webp`,
        price: BigInt(1000 + at * 137),
      });
    });
    const markup = pageOf(storefront(products, { title: 'Out early, back late', bio: 'Things that came home.' }));
    const sheet = sheetOf('#1c5940');
    expect(markup.match(/class="card/g)).toHaveLength(24);
    expect(gzipSync(markup, { level: 6 }).length + gzipSync(sheet, { level: 6 }).length).toBeLessThanOrEqual(14_000);
    expect(markup.match(/<script(?! type="application\/ld\+json")/)).toBeNull();
  });
});

describe('a product on a storefront', () => {
  it('that is sold out says so, on the page and in its structured data, and keeps its link', () => {
    const page = pageOf(storefront([product({ inStock: false })]));
    expect(page).toContain('<span class="sold">Sold out</span>');
    expect(page).toContain('https://schema.org/OutOfStock');
    expect(page).toContain('href="/s/k7m2pqx"');
    expect(pageOf(storefront([product()]))).not.toContain('Sold out');
  });

  it('shows the previous price only if it was higher', () => {
    const page = (before: bigint | null) => pageOf(storefront([product({ before })]));
    expect(page(22900n)).toContain('<s><span class="said">before </span>$229.00</s>');
    for (const before of [18900n, 100n, null]) expect(page(before)).not.toContain('<s>');
  });

  it('without an http URL with a known image extension shows its initial instead (§99)', () => {
    for (const image of [
      null,
      'ftp://cdn.example/a.webp',
      'https://cdn.example/a.svg',
      'javascript:alert(1)',
      'https://cdn.example/a',
      '//cdn.example/a.png',
    ]) {
      expect(pageOf(storefront([product({ image, title: 'émile' })]))).toContain(
        '<span class="shot"><i aria-hidden="true">É</i></span>',
      );
    }
  });

  it.each(['webp', 'jpeg', 'jpg', 'png', 'gif'])(
    'shows its picture that ends in .%s, over https or http (§99)',
    (ending) => {
      for (const image of [`https://cdn.example/a.${ending}?v=1`, `http://cdn.example/a.${ending}`]) {
        expect(shownImage(image)).toBe(image);
        expect(pageOf(storefront([product({ image })]))).toContain(`<img src="${image}"`);
      }
    },
  );

  it('reserves space for its picture; pictures below the fold load lazily', () => {
    const page = pageOf(storefront(Array.from({ length: 6 }, () => product())));
    const shots = page.match(/<img src="\/media\/demo\/x.webp"[^>]*>/g) ?? [];
    expect(shots.every((shot) => shot.includes('width="640" height="800"'))).toBe(true);
    expect(shots.map((shot) => shot.includes('loading="lazy"'))).toEqual([false, false, false, true, true, true]);
  });
});

describe('a storefront of several pages', () => {
  const next = /<a [^>]*rel="next"[^>]*>/;
  const shelf = storefront([product()]);

  it('links to the next page and back to the first one, each at an address of its own', () => {
    const first = pageOf(shelf, { next: 'k7m2pqx' });
    expect(next.exec(first)?.[0]).toContain('href="/@noor/northwind-outfitters?after=k7m2pqx"');
    expect(first).not.toContain('First page');
    const second = pageOf(shelf, { after: 'k7m2pqx' });
    expect(second).toContain(
      '<link rel="canonical" href="https://portal.example/@noor/northwind-outfitters?after=k7m2pqx">',
    );
    expect(second).toContain('href="/@noor/northwind-outfitters">First page</a>');
    expect(second).not.toMatch(next);
  });

  it('is previewed without these links, because no other page may be framed', () => {
    expect(pageOf(shelf, { next: 'k7m2pqx', isPreview: true })).not.toMatch(next);
  });

  it('of one page has no such links', () => {
    expect(pageOf(shelf)).not.toContain('aria-label="Pages"');
  });
});

describe('an empty storefront', () => {
  it('says that products are coming, and mentions no commission', () => {
    for (const page of [
      pageOf(storefront([])),
      creatorPage(site, noor, [storefront([])]),
      creatorPage(site, noor, []),
    ]) {
      expect(page).toContain('Noor Haddad hasn’t added any products yet. Check back soon.');
      expect(page).not.toContain('commission');
    }
  });
});

describe('a price', () => {
  it.each([
    [2490n, 'EUR', '24.90', '€24.90'],
    [5n, 'USD', '0.05', '$0.05'],
    [0n, 'USD', '0.00', '$0.00'],
    [1200n, 'JPY', '1200', '¥1,200'],
    [1234567n, 'KWD', '1234.567', 'KWD\u00a01,234.567'],
    [9_007_199_254_740_991n, 'USD', '90071992547409.91', '$90,071,992,547,409.91'],
  ] as const)('of %s minor units of %s is %s', (amount, currency, decimal, shown) => {
    expect(decimalText(amount, currency)).toBe(decimal);
    expect(moneyText(amount, currency)).toBe(shown);
  });
});
