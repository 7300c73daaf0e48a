import { previewProductFeed, readProductFeed, saveProductFeed } from '@vitrine/contract/catalogue.feeds.ts';
import { listCatalogue } from '@vitrine/contract/catalogue.ts';
import { expect, onTestFinished, test } from 'vitest';
import { granted } from '../../world/shelves.ts';
import { openWorld } from '../../world/world.ts';
import { refreshProductFeeds } from './feeds.jobs.ts';
import { openFeedServer } from './feeds.testing.ts';

const params = { merchant: 'glow-lab' };

test('a feed that is nested too deep is refused with the depth that was reached, and nothing is imported', async () => {
  const world = await openWorld();
  onTestFinished(() => world[Symbol.asyncDispose]());
  world.ctx.config.outbound.loopback = true;
  const staff = await world.signIn('brand@glow.test');
  const feed = await openFeedServer();
  onTestFinished(() => feed.close());
  const item =
    '<item><id>deep-1</id><title>Dew</title><link>https://shop.glowlab.example/products/d</link><price>12.00</price></item>';
  feed.serve(`<rss><channel>${item}${'<a>'.repeat(200_000)}`, { 'content-type': 'application/xml' });

  const preview = await staff.call(previewProductFeed, { params, body: { url: feed.url } });
  expect(preview.problem.errors).toEqual({ url: ['has elements 33 levels deep; at most 32 are read'] });

  granted(await staff.call(saveProductFeed, { params, body: { url: feed.url, every_hours: 6 } }));
  await refreshProductFeeds(world.ctx);
  const saved = granted(await staff.call(readProductFeed, { params }));
  expect(saved?.runs[0]).toMatchObject({ status: 'failed', fault: 'too_deep', seen: '33' });
  expect((await staff.call(listCatalogue, { params, query: { search: 'deep-1' } })).data).toEqual([]);
});
