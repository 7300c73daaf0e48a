import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importProducts, undoImport } from '@vitrine/contract/catalogue.ts';
import { changeAppearance } from '@vitrine/contract/appearance.ts';
import { changeLink } from '@vitrine/contract/links.ts';
import { changePlacement, removePlacement } from '@vitrine/contract/storefront.ts';
import type { Client } from '../../world/client.ts';
import { openWorld, type World } from '../../world/world.ts';
import type { Tx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';

let world: World;
let ava: Client;
beforeAll(async () => {
  world = await openWorld();
  ava = await world.signIn('ava@creators.test');
});
afterAll(() => world[Symbol.asyncDispose]());

const open = (url: string, headers: Record<string, string> = {}) => world.app.inject({ url, headers });
const asSystem = (work: (tx: Tx) => Promise<unknown>) => world.ctx.database.as({ role: 'system' }, work);
const ofGlow = (sku: 'ava.serum' | 'ava.balm') => ({
  merchant_account_id: world.people.accounts.avaGlow,
  placement_id: world.stock.placements[sku].id,
});

describe('a storefront page', () => {
  it('has no script, under a policy that allows none', async () => {
    const { statusCode, headers, body } = await open('/@ava/glow-lab');
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; img-src 'self' data: https: http:; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    });
    expect(body.match(/<script[^>]*>/g)).toEqual(['<script type="application/ld+json">']);
    expect(body).not.toMatch(/ (on\w+|style)=/);
  });

  it('links every product through its shortlink, marked as sponsored', async () => {
    const { body } = await open('/@ava/glow-lab');
    for (const sku of ['ava.serum', 'ava.balm'] as const) {
      const { pathname } = new URL(world.stock.placements[sku].short_url);
      expect(body).toContain(`<a href="${pathname}" rel="sponsored nofollow noopener">`);
    }
    expect(body.indexOf('Dew Serum')).toBeLessThan(body.indexOf('Lip Balm'));
    expect(body).toContain('Two drops, every morning.');
  });

  it('states who earns before the first link that leaves the page (C.18)', async () => {
    for (const url of ['/@ava/glow-lab', '/@ava', '/@noor', '/@noor/northwind-outfitters']) {
      const { body } = await open(url);
      const disclosure = body.indexOf('earns a commission');
      expect(disclosure).toBeGreaterThan(0);
      expect(disclosure).toBeLessThan(body.indexOf('href="/s/'));
    }
  });

  it('is answered with 304 until something has changed', async () => {
    const { headers } = await open('/@noor/northwind-outfitters');
    const tag = String(headers.etag);
    expect(await open('/@noor/northwind-outfitters', { 'if-none-match': tag })).toMatchObject({
      statusCode: 304,
      body: '',
    });
    const noor = await world.signIn('noor@creators.test');
    const params = {
      merchant_account_id: world.people.accounts.noorNorthwind,
      placement_id: world.stock.placements['noor.tent'].id,
    };
    await noor.call(changePlacement, { params, body: { note: 'Dry in any weather.' } });
    expect((await open('/@noor/northwind-outfitters', { 'if-none-match': tag })).statusCode).toBe(200);
  });

  it('has canonical, Open Graph and schema.org data', async () => {
    const { body } = await open('/@ava/maison-clair');
    const { publicUrl } = world.ctx.config;
    expect(body).toContain(`<link rel="canonical" href="${publicUrl}/@ava/maison-clair">`);
    expect(body).toContain(`<meta property="og:url" content="${publicUrl}/@ava/maison-clair">`);
    expect(body).toContain('<meta name="twitter:card"');
    const facts = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(body)?.[1] ?? '');
    expect(facts['@graph']).toMatchObject([
      { '@type': 'ProfilePage', mainEntity: { '@type': 'Person', name: 'Ava Lindqvist', alternateName: '@ava' } },
      {
        '@type': 'ItemList',
        numberOfItems: 1,
        itemListElement: [
          {
            position: 1,
            item: {
              '@type': 'Product',
              name: 'Vase Colline',
              brand: { name: 'Maison Clair' },
              offers: { price: '85.00', priceCurrency: 'EUR', availability: 'https://schema.org/InStock' },
            },
          },
        ],
      },
    ]);
  });

  it("shows the date of its prices: the brand's last catalog import, changed or not", async () => {
    expect((await open('/@noor/northwind-outfitters')).body).toContain(
      'Prices checked <time datetime="2026-11-20">Nov 20, 2026</time>',
    );
    world.clock.advance(2 * 86_400_000);
    const csv = 'sku,title,url,price\nboots,Ridge Boots,https://northwind.example/products/ridge-boots,189.00';
    const staff = await world.signIn('brand@northwind.test');
    const body = { source: 'csv', csv } as const;
    const params = { merchant: 'northwind-outfitters' };
    const { data: done } = await staff.call(importProducts, { params, body });
    expect((await open('/@noor/northwind-outfitters')).body).toContain(
      'Prices checked <time datetime="2026-11-22">Nov 22, 2026</time>',
    );
    await staff.call(undoImport, { params: { ...params, import_id: done.id ?? '' } });
    expect((await open('/@noor/northwind-outfitters')).body).toContain(
      'Prices checked <time datetime="2026-11-20">Nov 20, 2026</time>',
    );
    expect((await open('/@max')).body).not.toContain('Prices checked');
    world.clock.advance(-2 * 86_400_000);
  });

  it('is open to search engines, and shortlinks are not', async () => {
    const { statusCode, headers, body } = await open('/robots.txt');
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(body).toMatch(/^Allow: \/@$/m);
    expect(body).toMatch(/^Disallow: \/s\/$/m);
  });

  it('has the variant of the brand, or of the host', async () => {
    expect((await open('/@ava/glow-lab')).body).toContain('<html lang="en" data-project="beauty" data-look="sharp">');
    expect((await open('/@ava/maison-clair')).body).toContain(
      '<html lang="en" data-project="general" data-look="soft">',
    );
    expect((await open('/@ava', { host: 'beauty.localhost:3000' })).body).toContain(
      '<html lang="en" data-project="beauty" data-look="sharp">',
    );
  });

  it('is compressed for a browser that accepts it', async () => {
    const plain = await open('/@ava');
    const { headers, rawPayload } = await open('/@ava', { 'accept-encoding': 'br, gzip' });
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding', etag: plain.headers.etag });
    expect(gunzipSync(rawPayload).toString()).toBe(plain.body);
  });

  it('answers HEAD too', async () => {
    expect(await world.app.inject({ method: 'HEAD', url: '/@ava' })).toMatchObject({ statusCode: 200, body: '' });
  });
});

describe('shoppers do not see', () => {
  it('a hidden or removed placement, or one with a disabled link', async () => {
    const shows = async () => (await open('/@ava/glow-lab')).body.includes('Lip Balm');
    expect(await shows()).toBe(true);
    await ava.call(changePlacement, { params: ofGlow('ava.balm'), body: { hidden: true } });
    expect(await shows()).toBe(false);
    await ava.call(changePlacement, { params: ofGlow('ava.balm'), body: { hidden: false } });
    const link = {
      merchant_account_id: world.people.accounts.avaGlow,
      link_id: world.stock.placements['ava.balm'].link_id,
    };
    await ava.call(changeLink, { params: link, body: { disabled: true } });
    expect(await shows()).toBe(false);
    await ava.call(changeLink, { params: link, body: { disabled: false } });
    expect(await shows()).toBe(true);
    await ava.call(removePlacement, { params: ofGlow('ava.balm') });
    expect(await shows()).toBe(false);
  });

  it('an inactive or unknown creator, or a storefront that is not theirs: they get a branded 404', async () => {
    for (const url of [
      '/@max',
      '/@max/glow-lab',
      '/@nobody',
      '/@ava/northwind-outfitters',
      '/@ava/none',
      '/@a',
      `/@${'x'.repeat(200)}`,
      '/@%3Cscript%3E',
    ]) {
      const { statusCode, headers, body } = await open(url);
      expect([url, statusCode, headers['content-type']]).toEqual([url, 404, 'text/html; charset=utf-8']);
      expect(body).toContain('This page doesn’t exist');
      expect(body).toContain('<meta name="robots" content="noindex">');
      expect(body).not.toContain('<script');
    }
  });

  it.each(['paused', 'suspended', 'ended'])(
    'a storefront whose account is %s: both its pages say the same, and neither who stopped it nor why',
    async (status) => {
      const { noorNorthwind } = world.people.accounts;
      const become = (next: string) =>
        asSystem((tx) =>
          tx.updateTable('merchant_accounts').set({ status: next }).where('id', '=', noorNorthwind).execute(),
        );
      await become(status);
      for (const url of ['/@noor', '/@noor/northwind-outfitters', '/@noor/northwind-outfitters/preview']) {
        const { statusCode, headers, body } = await open(url);
        expect([url, statusCode]).toEqual([url, 404]);
        expect(body).toContain('This storefront isn’t available right now');
        expect(body).toContain('<meta name="robots" content="noindex">');
        expect(body).not.toMatch(/Noor|suspen|paused|ended|hasn’t added/i);
        expect(headers['cache-control']).toMatch(/^no-(cache|store)$/);
      }
      expect((await open('/@noor/glow-lab')).body).toContain('This page doesn’t exist');
      await become('active');
      expect((await open('/@noor')).statusCode).toBe(200);
    },
  );

  it('an account that is paused beside one that is active', async () => {
    const { avaMaison } = world.people.accounts;
    const become = (status: string) =>
      asSystem((tx) => tx.updateTable('merchant_accounts').set({ status }).where('id', '=', avaMaison).execute());
    await become('paused');
    expect(await open('/@ava')).toMatchObject({ statusCode: 200 });
    expect((await open('/@ava/maison-clair')).body).toContain('This storefront isn’t available right now');
    await become('active');
  });
});

describe('an old address', () => {
  it('redirects to the current handle, with its query', async () => {
    await asSystem((tx) =>
      tx
        .insertInto('handle_history')
        .values({ user_handle: 'ava_old', user_id: world.people.users.ava, changed_at: world.clock.now() })
        .execute(),
    );
    expect(await open('/@ava_old')).toMatchObject({ statusCode: 301, headers: { location: '/@ava' } });
    expect(await open('/@ava_old/glow-lab?utm_source=x')).toMatchObject({
      statusCode: 301,
      headers: { location: '/@ava/glow-lab?utm_source=x' },
    });
  });

  it('in capitals redirects to the canonical address', async () => {
    expect(await open('/@Ava/glow-lab')).toMatchObject({ statusCode: 301, headers: { location: '/@ava/glow-lab' } });
  });

  it('of a creator who is no longer active does not redirect', async () => {
    await asSystem((tx) =>
      tx
        .insertInto('handle_history')
        .values({ user_handle: 'max_old', user_id: world.people.users.max, changed_at: world.clock.now() })
        .execute(),
    );
    expect((await open('/@max_old')).statusCode).toBe(404);
  });
});

describe('the 404 page', () => {
  it("links to the creator's other storefronts, or to the home page", async () => {
    for (const [url, wayOn] of [
      ['/@ava/nothing', '<a class="button" href="/@ava">See @ava’s picks</a>'],
      ['/@ava/glow-lab/further/down', '<a class="button" href="/@ava">See @ava’s picks</a>'],
      ['/@nobody', '<a class="button" href="/">Go to the home page</a>'],
      ['/@nobody/glow-lab/x', '<a class="button" href="/">Go to the home page</a>'],
      ['/@max', '<a class="button" href="/">Go to the home page</a>'],
      ['/@max/glow-lab', '<a class="button" href="/">Go to the home page</a>'],
    ] as const) {
      const { statusCode, headers, body } = await open(url);
      expect([url, statusCode, headers['content-type']]).toEqual([url, 404, 'text/html; charset=utf-8']);
      expect(body).toContain(wayOn);
    }
  });

  it('is the same for a missing creator and a hidden one', async () => {
    expect((await open('/@max')).body).toBe((await open('/@nobody')).body);
  });
});

describe('products in collections', () => {
  it('are shown under its heading, in its position; a hidden collection hides its products', async () => {
    const owner = {
      merchant_id: world.people.merchants.glow,
      merchant_account_id: world.people.accounts.avaGlow,
      creator_id: world.people.users.ava,
    };
    const id = newId(world.clock.now());
    await asSystem((tx) =>
      tx
        .insertInto('collections')
        .values({
          ...owner,
          id,
          title: 'For <mornings>',
          position: 0,
          created_at: world.clock.now(),
          hidden_at: null,
          removed_at: null,
        })
        .execute(),
    );
    await asSystem((tx) =>
      tx
        .updateTable('placements')
        .set({ collection_id: id })
        .where('id', '=', world.stock.placements['ava.serum'].id)
        .execute(),
    );
    const { body } = await open('/@ava/glow-lab');
    expect(body).toContain('<h2>For &lt;mornings&gt;</h2>');
    expect(body.indexOf('For &lt;mornings&gt;')).toBeLessThan(body.indexOf('Dew Serum</span>'));
    await asSystem((tx) =>
      tx.updateTable('collections').set({ hidden_at: world.clock.now() }).where('id', '=', id).execute(),
    );
    expect((await open('/@ava/glow-lab')).body).not.toContain('Dew Serum');
    await asSystem((tx) =>
      tx
        .updateTable('placements')
        .set({ collection_id: null })
        .where('id', '=', world.stock.placements['ava.serum'].id)
        .execute(),
    );
  });
});

describe('text written by users', () => {
  it('is shown as written and never runs, in markup and in structured data', async () => {
    const attacks = [
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      "'-alert(1)-'",
      '</script><script>alert(1)</script>',
      '<!--<script>',
      '</title><svg onload=alert(1)>',
      '{{7*7}}${7*7}',
      '&lt;b&gt;',
    ];
    const staff = await world.signIn('brand@glow.test');
    for (const attack of attacks) {
      const cell = `"${attack.replaceAll('"', '""')}"`;
      const csv = `sku,title,description,category,url,price\nserum,${cell},${cell},${cell},https://shop.glowlab.example/p,1.00`;
      expect(
        (await staff.call(importProducts, { params: { merchant: 'glow-lab' }, body: { source: 'csv', csv } })).data
          .refused,
      ).toBe(0);
      await ava.call(changePlacement, { params: ofGlow('ava.serum'), body: { title: attack, note: attack } });
      const look = { banner: null, accent: null, layout: 'grid', scheme: 'auto' } as const;
      const account = { merchant_account_id: world.people.accounts.avaGlow };
      await ava.call(changeAppearance, { params: account, body: { title: attack, bio: attack, ...look } });
      await asSystem((tx) =>
        tx
          .updateTable('users')
          .set({ display_name: attack, avatar: attack })
          .where('id', '=', world.people.users.ava)
          .execute(),
      );
      await asSystem((tx) =>
        tx
          .updateTable('merchants')
          .set({ display_name: attack, brand_logo: attack })
          .where('id', '=', world.people.merchants.glow)
          .execute(),
      );
      for (const url of ['/@ava/glow-lab', '/@ava']) {
        const { body } = await open(url);
        expect(body.match(/<script[^>]*>/g)).toEqual(['<script type="application/ld+json">']);
        expect(body.match(/<\/script/g)).toHaveLength(1);
        expect(body.match(/<(svg|!--)/g)).toBeNull();
        expect(body.match(/<img [^>]*>/g)?.filter((tag) => / on\w+=|src="?x/.test(tag)) ?? []).toEqual([]);
        const facts = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(body)?.[1] ?? '');
        expect(facts['@graph'][0].mainEntity.name).toBe(attack);
        expect(facts['@graph'][0].name).toBe(attack);
        expect(facts['@graph'][1].itemListElement[0].item.name).toBe(attack);
      }
    }
  });
});

describe('the pictures of the demo', () => {
  it('are served with unlimited caching, and nothing else is served', async () => {
    const { statusCode, headers, rawPayload } = await open('/media/demo/glow-lab-dew-serum.webp');
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(rawPayload.length).toBeLessThanOrEqual(25_000);
    for (const file of ['none.webp', '..%2fdraw.ts', '..%2f..%2fworld.ts', '%00'])
      expect((await open(`/media/demo/${file}`)).statusCode).toBe(404);
  });
});
