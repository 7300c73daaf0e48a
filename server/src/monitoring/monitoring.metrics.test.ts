import { receiveOrder } from '@vitrine/contract/orders.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openWorld, type World } from '../../world/world.ts';
import { demoApiKeys } from '../platform/demo.secrets.ts';
import { newId } from '../platform/ids.ts';
import { clickOfUuid } from '../hits/click-id.ts';
import { orderOf, sendWebhook } from '../orders/orders.testing.ts';
import { verifyDaily } from './verification.jobs.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => world[Symbol.asyncDispose]());
beforeEach(() => {
  // The backlog is read again after five seconds.
  world.clock.advance(10_000);
});

/** A value as a scraper reads it; undefined if it isn't there. */
async function valueOf(series: string): Promise<number | undefined> {
  const { text } = await scrape();
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

async function scrape() {
  const answer = await world.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
  expect(answer.statusCode).toBe(200);
  return { text: answer.body };
}

test('nothing waits in a new installation', async () => {
  expect(await valueOf('vitrine_waiting{kind="orders"}')).toBe(0);
  expect(await valueOf('vitrine_waiting{kind="deliveries"}')).toBe(0);
  expect(await valueOf('vitrine_oldest_waiting_seconds{kind="orders"}')).toBe(0);
  expect(await valueOf('vitrine_emails_failed')).toBe(0);
  expect(await valueOf('vitrine_database_waiting')).toBe(0);
  expect(await valueOf('vitrine_live_streams')).toBe(0);
});

test('the version of a node is in its metrics', async () => {
  expect((await scrape()).text).toMatch(
    /^vitrine_build_info\{version="\d+\.\d+\.\d+",commit="\w+",schema="\d{4}[a-z]?_\w+"\} 1$/m,
  );
});

test('an order that waits for its click is counted, with its age', async () => {
  const clickId = clickOfUuid(newId(world.clock.now()));
  const sent = await world.shop(demoApiKeys.glow).call(receiveOrder, {
    body: orderOf(world, 'waits', { click_id: clickId, placed_at: world.clock.now().toISOString() }),
  });
  expect(sent.data.state).toBe('waiting');
  world.clock.advance(30_000);
  expect(await valueOf('vitrine_waiting{kind="orders"}')).toBe(1);
  expect(await valueOf('vitrine_oldest_waiting_seconds{kind="orders"}')).toBe(30);
});

test('decisions are counted by outcome, once for each order', async () => {
  const body = orderOf(world, 'without-a-click');
  const before = (await valueOf('vitrine_orders_decided_total{outcome="no_touch"}')) ?? 0;
  for (let time = 0; time < 3; time += 1) await world.shop(demoApiKeys.glow).call(receiveOrder, { body });
  expect(await valueOf('vitrine_orders_decided_total{outcome="no_touch"}')).toBe(before + 1);
});

test('deliveries of shops are counted by what became of them', async () => {
  const body = { id: 77, currency: 'USD' };
  expect(await sendWebhook(world.app, { topic: 'products/update', id: 'a-delivery', body })).toBe(200);
  expect(await valueOf('vitrine_deliveries_total{source="shopify",outcome="kept"}')).toBe(1);
});

test('a delivery that can’t be read is counted without what was in it', async () => {
  const body = { id: 'a secret of the shop', currency: 'USD' };
  expect(await sendWebhook(world.app, { topic: 'orders/paid', id: 'unreadable', body })).toBe(200);
  expect(await valueOf('vitrine_deliveries_total{source="shopify",outcome="unreadable"}')).toBe(1);
});

test('the daily verification is reported with its age', async () => {
  expect(await valueOf('vitrine_verification_agrees{kind="ledger"}')).toBeUndefined();
  await verifyDaily(world.ctx);
  world.clock.advance(60_000);
  expect(await valueOf('vitrine_verification_agrees{kind="ledger"}')).toBe(1);
  expect(await valueOf('vitrine_verification_age_seconds{kind="clicks"}')).toBe(60);
});

test('without the database the other metrics are still answered, and those of the database are left out', async () => {
  const { as } = world.ctx.database;
  world.ctx.database.as = async () => {
    throw new Error('the database is away');
  };
  try {
    expect(await valueOf('vitrine_waiting{kind="orders"}')).toBeUndefined();
    expect(await valueOf('vitrine_live_streams')).toBe(0);
  } finally {
    world.ctx.database.as = as;
  }
});
