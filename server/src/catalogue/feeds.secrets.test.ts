import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  previewProductFeed,
  readProductFeed,
  removeProductFeed,
  saveProductFeed,
} from '@vitrine/contract/catalogue.feeds.ts';
import pg from 'pg';
import type { Client } from '../../world/client.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { refreshProductFeeds } from './feeds.jobs.ts';
import { type FeedServer, openFeedServer } from './feeds.testing.ts';

const params = { merchant: 'glow-lab' };
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

it('keeps the password and the query of an address to those who typed it', async () => {
  feed.serve('', { location: 'https://10.0.0.7/f?token=s3cret' }, 302);
  const url = `${feed.url}?token=s3cret it's`;
  granted(await staff.call(saveProductFeed, { params, body: { url, every_hours: 1 } }));
  for (let failed = 0; failed < 3; failed += 1) {
    await refreshProductFeeds(world.ctx);
    world.clock.advance(hourMs);
  }
  const audited = await database.query(
    `select details from audit_entries where action = 'product_feed.saved' order by seq desc limit 1`,
  );
  expect(audited.rows).toEqual([{ details: { url: `${feed.url}?…`, every_hours: 1 } }]);
  const mailed = await database.query(
    `select subject, text, html from mails where kind = 'feed_failed' order by created_at desc limit 1`,
  );
  expect(mailed.rows[0].text).toContain(`${feed.url}?…`);
  const [last] = granted(await staff.call(readProductFeed, { params }))?.runs ?? [];
  expect(last?.seen).toContain('https://10.0.0.7/f?…');
  expect(JSON.stringify([mailed.rows, last])).not.toContain('s3cret');
});

it('of another brand neither keep a host busy nor tell that it is in use', async () => {
  const other = await world.signIn('brand@maison.test');
  const elsewhere = { merchant: world.people.merchants.maison };
  feed.serve('later', { 'retry-after': '3600' }, 429);
  const preview = (by: Client, of: { merchant: string }) =>
    by.call(previewProductFeed, { params: of, body: { url: feed.url } });
  expect((await preview(other, elsewhere)).status).toBe(422);
  expect((await preview(other, elsewhere)).status).toBe(409);
  feed.serve('sku,title,url,price\nfeed-own,Own,https://shop.glowlab.example/products/own,12.00');
  expect((await preview(staff, params)).status).toBe(200);
});
