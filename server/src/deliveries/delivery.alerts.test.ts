import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBrandOverview } from '@vitrine/contract/merchants.ts';
import { readHealth } from '@vitrine/contract/monitoring.ts';
import { dismissDeliveries } from '@vitrine/contract/repairs.ts';
import { mailsAsSent } from '../../world/mails.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { sendWebhook, type Webhook } from '../orders/orders.testing.ts';
import { shopifyOrder } from '../shops/shopify/shopify.testing.ts';
import { announceProblems } from './delivery.alerts.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const minuteMs = 60_000;
const glow = { merchant: 'glow-lab' };
const owner = 'brand@glow.test';
const send = (webhook: Partial<Webhook>) =>
  sendWebhook(world.app, { topic: 'orders/paid', id: 'one', body: {}, ...webhook });
const unreadable = (n: number) => send({ id: `bad-${n}`, body: shopifyOrder(n, { currency: 7 }) });
const mails = async () => (await mailsAsSent(world.ctx, owner)).filter(({ kind }) => kind === 'delivery_problems');
const announced = async (laterMs: number) => {
  world.clock.advance(laterMs);
  return announceProblems(world.ctx);
};
const needsLook = async () =>
  granted(await (await world.signIn(owner)).call(readBrandOverview, { params: glow })).delivery_problems;

test('the owners of a brand get one email about all problems of the first minutes', async () => {
  expect(await announced(0)).toBe(0);
  for (const n of [1, 2]) await unreadable(n);
  expect(await announced(5 * minuteMs)).toBe(0);
  await send({ id: 'bad-3', body: '{"id":' });
  expect(await needsLook()).toBe(3);
  const second = await world.secondNode();
  world.clock.advance(10 * minuteMs);
  const both = await Promise.all([announceProblems(world.ctx), announceProblems(second.ctx)]);
  expect(both.toSorted((a, b) => a - b)).toEqual([0, 1]);
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('3 deliveries from the shop of Glow Lab need a look');
  expect(mail?.text).toMatch(/Invalid data:?\s+2/);
  expect(mail?.text).toContain('/brand/glow-lab/settings/deliveries?outcome=problem');
  expect(await mailsAsSent(world.ctx, 'brand@maison.test')).toEqual([]);
});

test('the next email comes a day later, and only if there are new problems', async () => {
  await unreadable(4);
  expect(await announced(60 * minuteMs)).toBe(0);
  expect(await announced(24 * 60 * minuteMs)).toBe(1);
  expect((await mails()).at(-1)?.subject).toBe('4 deliveries from the shop of Glow Lab need a look');
  for (let day = 0; day < 3; day += 1) expect(await announced(24 * 60 * minuteMs)).toBe(0);
  expect(await mails()).toHaveLength(2);
});

test('a problem that was dealt with in time causes no email', async () => {
  await unreadable(5);
  const staff = await world.signIn(owner);
  granted(await staff.call(dismissDeliveries, { params: glow, body: { reason: 'all of them are known' } }));
  expect(await announced(25 * 60 * minuteMs)).toBe(0);
  expect(await needsLook()).toBe(0);
});

test('wrong signatures count only while no delivery has a right one', async () => {
  await send({ id: 'forged', secret: 'vts_wrong' });
  expect(await needsLook()).toBe(1);
  world.clock.advance(minuteMs);
  await send({ id: 'right', topic: 'products/update' });
  expect(await needsLook()).toBe(0);
  expect(await announced(25 * 60 * minuteMs)).toBe(0);
  await send({ id: 'forged', secret: 'vts_wrong', merchant: 'northwind-outfitters' });
  const northwind = await world.signIn('brand@northwind.test');
  const overview = await northwind.call(readBrandOverview, { params: { merchant: 'northwind-outfitters' } });
  // Without a secret, there is no shop that could have sent it.
  expect(granted(overview).delivery_problems).toBe(0);
});

test('operators see how many brands have not dealt with, without what anyone can send', async () => {
  world.clock.advance(minuteMs);
  const counted = async () => {
    const operator = await world.signIn('operator@vitrine.test');
    return granted(await operator.call(readHealth)).delivery_problems;
  };
  expect(await counted()).toBe(0);
  await unreadable(6);
  expect(await counted()).toBe(1);
  const metric = await world.ctx.metrics.getSingleMetric('vitrine_delivery_problems')?.get();
  const open = Object.fromEntries((metric?.values ?? []).map(({ labels, value }) => [labels['outcome'], value]));
  expect(open).toMatchObject({ unreadable: 1, malformed_body: 0, failed: 0, signature_invalid: 2 });
});
