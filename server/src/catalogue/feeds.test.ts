import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  changeProductFeed,
  fetchProductFeed,
  previewProductFeed,
  readProductFeed,
  removeProductFeed,
  saveProductFeed,
} from '@vitrine/contract/catalogue.feeds.ts';
import { changeProduct } from '@vitrine/contract/catalogue.products.ts';
import { importProducts, listCatalogue, listImports, undoImport } from '@vitrine/contract/catalogue.ts';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import pg from 'pg';
import type { Client } from '../../world/client.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { refreshProductFeeds } from './feeds.jobs.ts';
import { type FeedServer, openFeedServer } from './feeds.testing.ts';

const params = { merchant: 'glow-lab' };
const shop = 'https://shop.glowlab.example/products';
const hourMs = 3_600_000;

let world: World;
let staff: Client;
let database: pg.Client;
let feed: FeedServer;
beforeAll(async () => {
  world = await openWorld();
  world.ctx.config.outbound.loopback = true;
  staff = await world.signIn('brand@glow.test');
  database = new pg.Client({ connectionString: world.ctx.database.url });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await world[Symbol.asyncDispose]();
});
beforeEach(async () => {
  feed = await openFeedServer();
});
afterEach(async () => {
  feed.close();
  await staff.call(removeProductFeed, { params });
});

let lastBatch = 0;
/** Rows that no other test has. */
function batchOf(count: number, price = '12.00'): { skus: string[]; csv: string } {
  lastBatch += 1;
  const skus = Array.from({ length: count }, (_, at) => `feed-${lastBatch}-${at}`);
  return { skus, csv: tableOf(skus, price) };
}
const tableOf = (skus: readonly string[], price = '12.00') =>
  ['sku,title,url,price', ...skus.map((sku) => `${sku},Item ${sku},${shop}/${sku},${price}`)].join('\n');

type Saved = BodyOf<typeof saveProductFeed>;
const save = async (body: Partial<Saved> = {}) =>
  granted(await staff.call(saveProductFeed, { params, body: { url: feed.url, every_hours: 6, ...body } }));
const run = () => refreshProductFeeds(world.ctx);
async function current() {
  const found = granted(await staff.call(readProductFeed, { params }));
  if (!found) throw new Error('there is no feed');
  return found;
}
async function lastRun() {
  const [last] = (await current()).runs;
  if (!last) throw new Error('there was no run');
  return last;
}
async function product(sku: string, state: 'active' | 'archived' = 'active') {
  const { data } = await staff.call(listCatalogue, { params, query: { search: sku, state } });
  return data.find((each) => each.sku === sku);
}
/** Fetches until the feed has failed or worked again. */
async function next(): Promise<void> {
  world.clock.advance(1_000);
  granted(await staff.call(fetchProductFeed, { params, body: {} }));
  await run();
}

async function countOf(sql: string, values: unknown[] = []): Promise<number> {
  const { rows } = await database.query<{ n: string }>(`select count(*) as n from ${sql}`, values);
  return Number(rows[0]?.n);
}
const mails = () => countOf(`mails where kind = 'feed_failed'`);
const notices = () => countOf(`notifications where kind = 'feed_failed'`);

describe('a preview', () => {
  it('shows what the address would change, and stores nothing', async () => {
    const { skus, csv } = batchOf(2);
    feed.serve(csv);
    const plan = granted(await staff.call(previewProductFeed, { params, body: { url: feed.url } }));
    expect(plan).toMatchObject({ preview: true, id: null, source: 'feed', created: 2, refused: 0 });
    expect(plan.file).toMatchObject({ layout: 'own', missing: [] });
    expect(await product(skus[0] ?? '')).toBeUndefined();
    expect(granted(await staff.call(readProductFeed, { params }))).toBeNull();
    expect(feed.requests[0]?.['user-agent']).toBe(`Vitrine-Feeds (+${world.ctx.config.publicUrl})`);
  });

  it('reads the columns and prices as they are chosen', async () => {
    feed.serve(`Artikel;Bezeichnung;Seite;Preis\nfeed-map;Mapped;${shop}/map;1.350\n`);
    const before = granted(await staff.call(previewProductFeed, { params, body: { url: feed.url } }));
    expect(before.file?.missing).toEqual(['sku', 'title', 'url', 'price']);
    const columns = [
      { field: 'sku' as const, heading: 'Artikel' },
      { field: 'title' as const, heading: 'Bezeichnung' },
      { field: 'url' as const, heading: 'Seite' },
      { field: 'price' as const, heading: 'Preis' },
    ];
    const body = { url: feed.url, columns, price_format: 'point_comma' as const };
    const after = granted(await staff.call(previewProductFeed, { params, body }));
    expect(after).toMatchObject({ created: 1, refused: 0 });
    await save({ columns, price_format: 'point_comma' });
    await run();
    expect(await product('feed-map')).toMatchObject({ price: { amount: '135000', currency: 'USD' } });
    await database.query('delete from catalogue_settings');
  });

  it.each([
    ['HTML', () => feed.serve('<!doctype html><title>Log in</title>'), /is a web page.*<title>Log in/],
    ['an empty answer', () => feed.serve(''), /is empty/],
    ['no UTF-8', () => feed.serve(Buffer.from('sku,title\n1,Crème', 'latin1')), /not in UTF-8/],
    ['only column names', () => feed.serve('sku,title,url,price\n'), /has only column names/],
    ['a missing page', () => feed.serve('gone', {}, 404), /answered with status 404/],
    [
      'a redirect into the internal network',
      () => feed.serve('', { location: 'https://10.0.0.7/f' }, 302),
      /10\.0\.0\.7/,
    ],
    [
      'a redirect to the metadata service',
      () => feed.serve('', { location: 'http://169.254.169.254/' }, 307),
      /169\.254/,
    ],
    ['a redirect without end', () => feed.serve('', { location: '/feed.csv' }, 301), /redirects more than 3 times/],
  ])('refuses %s and says what was seen', async (_what, prepare, reason) => {
    prepare();
    const refused = await staff.call(previewProductFeed, { params, body: { url: feed.url } });
    expect(refused.status).toBe(422);
    expect(refused.problem.errors?.['url']?.[0]).toMatch(reason);
  });

  it('refuses what is too large', async () => {
    feed.answer = (response) => {
      response.writeHead(200, { 'content-type': 'text/csv' });
      const chunk = 'x'.repeat(1_000_000);
      for (let sent = 0; sent < 22; sent += 1) response.write(chunk);
      response.end();
    };
    const refused = await staff.call(previewProductFeed, { params, body: { url: feed.url } });
    expect(refused.problem.errors?.['url']).toEqual(['is larger than 20 MB']);
  });

  it('refuses what never ends', async () => {
    const { timeoutMs } = world.ctx.config.outbound;
    world.ctx.config.outbound.timeoutMs = 100;
    feed.answer = (response) => response.writeHead(200).write('sku,title\n');
    const refused = await staff.call(previewProductFeed, { params, body: { url: feed.url } });
    world.ctx.config.outbound.timeoutMs = timeoutMs;
    expect(refused.problem.errors?.['url']?.[0]).toMatch(/did not answer completely in time/);
  });

  it.each([
    ['ftp://shop.example/feed', 'must begin with https://, not ftp://'],
    ['https://192.168.1.4/feed', 'must not lead to a private network, like 192.168.1.4'],
    ['feed.csv', 'must be an address, like https://shop.example/feeds/products.csv'],
    ['https://user:pw@shop.example/feed', 'must not contain a user name or password'],
  ])('refuses %s before anything is sent', async (url, reason) => {
    const refused = await staff.call(saveProductFeed, { params, body: { url, every_hours: 6 } });
    expect(refused.problem.errors).toEqual({ url: [reason] });
  });
});

describe('a run', () => {
  it('adds and changes products, and archives what the feed no longer has', async () => {
    const { skus, csv } = batchOf(4);
    feed.serve(csv);
    expect(await save()).toMatchObject({ is_fetching: true, runs: [] });
    await run();
    expect(await current()).toMatchObject({ is_fetching: false, products: 4, failures: 0 });
    expect(await lastRun()).toMatchObject({ status: 'changed', created: 4, updated: 0, archived: 0 });

    feed.serve(tableOf(skus.slice(0, 3), '15.00'));
    await next();
    expect(await lastRun()).toMatchObject({ status: 'changed', created: 0, updated: 3, archived: 1 });
    expect(await product(skus[0] ?? '')).toMatchObject({ price: { amount: '1500' } });
    expect(await product(skus[3] ?? '', 'archived')).toBeDefined();

    feed.serve(tableOf(skus, '15.00'));
    await next();
    expect(await lastRun()).toMatchObject({ status: 'changed', updated: 1, archived: 0, unchanged: 3 });
    expect(await product(skus[3] ?? '')).toBeDefined();
    await next();
    expect(await lastRun()).toMatchObject({ status: 'unchanged', unchanged: 4 });
  });

  it('leaves products alone that it never had, and those that the brand archived', async () => {
    const apart = { source: 'csv' as const, csv: tableOf(['kept-apart']) };
    granted(await staff.call(importProducts, { params, body: apart }));
    const { skus, csv } = batchOf(3);
    feed.serve(csv);
    await save();
    await run();
    const { id } = (await product(skus[0] ?? '')) ?? { id: '' };
    granted(await staff.call(changeProduct, { params: { ...params, product_id: id }, body: { archived: true } }));
    feed.serve(tableOf(skus, '9.00'));
    await next();
    expect(await lastRun()).toMatchObject({ updated: 2, archived: 0 });
    expect(await product(skus[0] ?? '', 'archived')).toBeDefined();
    expect(await product('kept-apart')).toBeDefined();
  });

  it('keeps a product whose row can’t be read any more', async () => {
    const { skus, csv } = batchOf(2);
    feed.serve(csv);
    await save();
    await run();
    feed.serve(csv.replace('12.00', 'call us'));
    await next();
    expect(await lastRun()).toMatchObject({ status: 'unchanged', refused: 1, archived: 0 });
    expect(await product(skus[0] ?? '')).toBeDefined();
  });

  it('asks only for what is newer', async () => {
    const { csv } = batchOf(2);
    feed.serve(csv, { etag: '"v1"', 'last-modified': 'Thu, 26 Nov 2026 10:00:00 GMT' });
    await save();
    await run();
    feed.serve('', {}, 304);
    await next();
    expect(feed.requests[0]).not.toHaveProperty('if-none-match');
    expect(feed.requests[1]).toMatchObject({
      'if-none-match': '"v1"',
      'if-modified-since': 'Thu, 26 Nov 2026 10:00:00 GMT',
    });
    expect(await lastRun()).toMatchObject({ status: 'not_modified' });
    expect(await current()).toMatchObject({ products: 2 });
  });

  it('comes when it is due, once, however many workers look', async () => {
    feed.serve(batchOf(2).csv);
    await save({ every_hours: 6 });
    await Promise.all([run(), run(), run()]);
    expect(feed.requests).toHaveLength(1);
    world.clock.advance(5 * hourMs);
    await run();
    expect(feed.requests).toHaveLength(1);
    world.clock.advance(hourMs);
    await Promise.all([run(), run()]);
    expect(feed.requests).toHaveLength(2);
  });

  it('waits as long as the server asks, also when a person is impatient', async () => {
    feed.serve('later', { 'retry-after': '7200' }, 429);
    await save({ every_hours: 1 });
    const before = world.clock.now().getTime();
    await run();
    expect(await lastRun()).toMatchObject({ status: 'failed', fault: 'rate_limited', seen: '429' });
    const { next_run_at: at } = await current();
    expect(Date.parse(at ?? '') - before).toBeGreaterThanOrEqual(2 * hourMs);
    await next();
    expect(feed.requests).toHaveLength(1);
    const preview = await staff.call(previewProductFeed, { params, body: { url: feed.url } });
    expect(preview.status).toBe(409);
    expect(preview.problem.message).toMatch(/We have to wait before we ask 127\.0\.0\.1/);
    world.clock.advance(2 * hourMs);
    await run();
    expect(feed.requests).toHaveLength(2);
  });

  it('drops what it fetched if the feed was paused meanwhile', async () => {
    const { skus, csv } = batchOf(1);
    const { promise, resolve } = Promise.withResolvers<void>();
    feed.answer = (response) => {
      resolve();
      void staff
        .call(changeProductFeed, { params, body: { state: 'paused' } })
        .then(() => response.writeHead(200).end(csv));
    };
    await save();
    await Promise.all([run(), promise]);
    expect(await product(skus[0] ?? '')).toBeUndefined();
    expect(await current()).toMatchObject({ state: 'paused', next_run_at: null, runs: [] });
    const refused = await staff.call(fetchProductFeed, { params, body: {} });
    expect(refused.status).toBe(409);
  });
});

describe('the safety stop', () => {
  it('changes nothing when more than half is gone, tells the staff once, and goes on when confirmed', async () => {
    const { skus, csv } = batchOf(5);
    feed.serve(csv);
    await save();
    await run();
    const [mailed, rung] = [await mails(), await notices()];
    feed.serve(tableOf(skus.slice(0, 2)));
    await next();
    await next();
    expect(await current()).toMatchObject({ stopped: { products: 2, before: 5 }, products: 5 });
    expect(await lastRun()).toMatchObject({ status: 'stopped', fault: 'fewer', seen: '2 of 5' });
    expect(await product(skus[4] ?? '')).toBeDefined();
    expect(await mails()).toBe(mailed + 1);
    expect(await notices()).toBe(rung + 1);

    world.clock.advance(1_000);
    granted(await staff.call(fetchProductFeed, { params, body: { confirm: true } }));
    await run();
    expect(await lastRun()).toMatchObject({ status: 'changed', archived: 3 });
    expect(await current()).toMatchObject({ stopped: null, products: 2 });
    const again = await staff.call(fetchProductFeed, { params, body: { confirm: true } });
    expect(again.status).toBe(409);
  });

  it('lets exactly half pass', async () => {
    const { skus, csv } = batchOf(4);
    feed.serve(csv);
    await save();
    await run();
    feed.serve(tableOf(skus.slice(0, 2)));
    await next();
    expect(await lastRun()).toMatchObject({ status: 'changed', archived: 2 });
  });
});

describe('failures', () => {
  it('are reported to the staff after three in a row, once', async () => {
    feed.serve('oops', {}, 500);
    const [mailed, rung] = [await mails(), await notices()];
    await save();
    await run();
    await next();
    expect(await mails()).toBe(mailed);
    await next();
    expect([await mails(), await notices()]).toEqual([mailed + 1, rung + 1]);
    await next();
    expect([await mails(), await notices()]).toEqual([mailed + 1, rung + 1]);
    expect(await current()).toMatchObject({ failures: 4 });
    feed.serve(batchOf(1).csv);
    await next();
    expect(await current()).toMatchObject({ failures: 0 });
  });

  it('wait longer each time, at most as long as between two runs', async () => {
    feed.serve('oops', {}, 500);
    await save({ every_hours: 1 });
    const waits: number[] = [];
    for (let failed = 0; failed < 5; failed += 1) {
      await run();
      const wait = Date.parse((await current()).next_run_at ?? '') - world.clock.now().getTime();
      waits.push(Math.round(wait / 60_000));
      world.clock.advance(wait);
    }
    expect(waits).toEqual([10, 20, 40, 60, 60]);
  });
});

it('an undo takes back what a run did, and pauses the feed', async () => {
  const { skus, csv } = batchOf(3);
  feed.serve(csv);
  await save();
  await run();
  const [latest] = granted(await staff.call(listImports, { params }));
  expect(latest).toMatchObject({ source: 'feed', created: 3, undo: 'possible' });
  granted(await staff.call(undoImport, { params: { ...params, import_id: latest?.id ?? '' } }));
  expect(await product(skus[0] ?? '', 'archived')).toBeDefined();
  expect(await current()).toMatchObject({ state: 'paused', products: 0 });
  granted(await staff.call(changeProductFeed, { params, body: { state: 'on' } }));
  await run();
  expect(await product(skus[0] ?? '')).toBeDefined();
});

it('a feed of another brand looks missing, and analysts can’t read its address', async () => {
  feed.serve(batchOf(1).csv);
  await save();
  const other = { params: { merchant: 'northwind-outfitters' } };
  expect((await staff.call(readProductFeed, other)).status).toBe(404);
  expect((await staff.call(removeProductFeed, other)).status).toBe(404);
  const body = { url: feed.url };
  expect((await staff.call(previewProductFeed, { ...other, body })).status).toBe(404);
  const seen = feed.requests.length;
  expect((await world.anonymous.call(previewProductFeed, { params, body })).status).toBe(401);
  const creator = await world.signIn('ava@creators.test');
  expect((await creator.call(previewProductFeed, { params, body })).status).toBe(403);
  expect(feed.requests).toHaveLength(seen);
  await database.query(
    `update merchant_staff set role = 'analyst' where user_id = (select id from users where email = 'brand@glow.test')`,
  );
  const refused = await staff.call(saveProductFeed, { params, body: { url: feed.url, every_hours: 1 } });
  const hidden = await staff.call(readProductFeed, { params });
  await database.query(
    `update merchant_staff set role = 'owner' where user_id = (select id from users where email = 'brand@glow.test')`,
  );
  expect([refused.status, hidden.status]).toEqual([403, 403]);
});
