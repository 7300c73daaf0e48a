import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Delivery,
  type DeliveryFilter,
  listAllDeliveries,
  listDeliveries,
  readAnyDelivery,
  readDelivery,
} from '@vitrine/contract/deliveries.ts';
import { explainOrderOfBrand } from '@vitrine/contract/decisions.ts';
import type { Client } from '../../world/client.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { clickOfUuid } from '../hits/click-id.ts';
import { processDeliveries } from '../shops/shops.jobs.ts';
import { sendWebhook, type Webhook } from '../orders/orders.testing.ts';
import { shopifyOrder, shopifyRefund } from '../shops/shopify/shopify.testing.ts';
import { newId } from '../platform/ids.ts';

let world: World;
let operator: Client;
let staff: Client;
beforeAll(async () => {
  world = await openWorld();
  await signIn();
});
afterAll(() => world[Symbol.asyncDispose]());

async function signIn(): Promise<void> {
  operator = await world.signIn('operator@vitrine.test');
  staff = await world.signIn('brand@glow.test');
}

const code = { discount_codes: [{ code: 'AVA10' }] };
const glow = { merchant: 'glow-lab' };
const send = (webhook: Partial<Webhook>) =>
  sendWebhook(world.app, { topic: 'orders/paid', id: 'one', body: {}, ...webhook });
const allOf = async (query: { search?: string; outcome?: DeliveryFilter; brand?: string } = {}) =>
  granted(await operator.call(listAllDeliveries, { query: { limit: 100, ...query } }));
const entriesOf = async (search: string) =>
  granted(await staff.call(listDeliveries, { params: glow, query: { search } }));

test('each delivery leaves an entry that says what came of it', async () => {
  const refund = shopifyRefund(1, 501, [{ line_item_id: 11, quantity: 1, subtotal: '45.00' }]);
  const sent: [Partial<Webhook>, number][] = [
    [{ id: 'e-1', topic: 'refunds/create', body: refund }, 200],
    [{ id: 'e-2', body: shopifyOrder(501, code) }, 200],
    [{ id: 'e-2', body: shopifyOrder(501, code) }, 200],
    [{ id: 'e-3', body: shopifyOrder(501, code) }, 200],
    [{ id: 'e-4', body: shopifyOrder(502, { line_items: [], currency: null }) }, 200],
    [{ id: 'e-5', body: '{"id":1,' }, 400],
    [{ id: 'e-6', topic: 'products/update', body: { id: 7 } }, 200],
  ];
  for (const [webhook, status] of sent) {
    world.clock.advance(1_000);
    expect([webhook.id, await send(webhook)]).toEqual([webhook.id, status]);
  }
  const entries = await entriesOf('e-');
  expect(
    entries.map(({ delivery_id, topic, outcome, fields, order_id }) => [delivery_id, topic, outcome, fields, order_id]),
  ).toEqual([
    ['e-6', 'products/update', 'kept', [], null],
    ['e-5', 'orders/paid', 'malformed_body', [], null],
    ['e-4', 'orders/paid', 'unreadable', ['currency'], '502'],
    ['e-3', 'orders/paid', 'order_known', [], '501'],
    ['e-2', 'orders/paid', 'repeated', [], '501'],
    ['e-2', 'orders/paid', 'order_stored', [], '501'],
    ['e-1', 'refunds/create', 'refund_stored', [], '501'],
  ]);
  for (const entry of entries) {
    expect(entry).toMatchObject({ brand: { slug: 'glow-lab', display_name: 'Glow Lab' }, count: 1, attempts: 0 });
    expect(entry.took_ms, entry.outcome).toBeGreaterThanOrEqual(0);
    expect(entry.request_id).toMatch(/^\S{10,}$/);
    expect(granted(await staff.call(readDelivery, { params: { ...glow, delivery_id: entry.id } }))).toEqual(entry);
    expect(granted(await operator.call(readAnyDelivery, { params: { delivery_id: entry.id } }))).toEqual(entry);
  }
});

test('a hundred wrong signatures at once are one entry with their number, for a brand and for an unknown one', async () => {
  world.clock.advance(60_000);
  const hundred = (webhook: Partial<Webhook>) => Array.from({ length: 100 }, () => send(webhook));
  const statuses = await Promise.all([
    ...hundred({ id: 'forged', secret: 'vts_wrong', merchant: 'maison-clair' }),
    ...hundred({ id: 'forged', merchant: 'no-such-brand' }),
  ]);
  expect(new Set(statuses)).toEqual(new Set([401]));
  const refused = async () =>
    (await allOf()).filter(({ outcome }) => outcome === 'signature_invalid' || outcome === 'unknown_brand');
  const first = await refused();
  expect(first).toHaveLength(2);
  for (const entry of first)
    expect(entry).toMatchObject({ count: 100, topic: null, delivery_id: null, order_id: null });
  expect(new Set(first.map(({ brand, outcome }) => `${outcome} ${brand?.slug}`))).toEqual(
    new Set(['signature_invalid maison-clair', 'unknown_brand undefined']),
  );
  for (const laterMs of [1_000, 60_000]) {
    world.clock.advance(laterMs);
    await send({ secret: 'vts_wrong', merchant: 'maison-clair' });
  }
  expect((await refused()).map(({ count }) => count).toSorted((a, b) => a - b)).toEqual([1, 100, 101]);
  const maison = await world.signIn('brand@maison.test');
  const seen = granted(await maison.call(listDeliveries, { params: { merchant: 'maison-clair' } }));
  expect(seen.map(({ outcome, count }) => [outcome, count])).toEqual([
    ['signature_invalid', 1],
    ['signature_invalid', 101],
  ]);
});

test('of ten calls of one webhook at once, one is the first and nine are repeated', async () => {
  const body = shopifyOrder(506, code);
  await Promise.all(Array.from({ length: 10 }, () => send({ id: 't-1', body })));
  const outcomes = (await entriesOf('t-1')).map(({ outcome }) => outcome);
  expect(outcomes.toSorted()).toEqual(['order_stored', ...Array.from({ length: 9 }, () => 'repeated')]);
});

test('a refund waits for its order, and its entry says so until it is given up', async () => {
  await send({ id: 'w-1', topic: 'refunds/create', body: shopifyRefund(2, 503, []) });
  const [waiting] = await entriesOf('w-1');
  expect(waiting).toMatchObject({ outcome: 'waiting', order_id: '503', has_decision: false, processed_at: null });
  expect(granted(await staff.call(listDeliveries, { params: glow, query: { outcome: 'waiting' } }))).toEqual([waiting]);
  world.clock.advance(31 * 86_400_000);
  await processDeliveries(world.ctx);
  await signIn();
  expect(await entriesOf('w-1')).toMatchObject([{ id: waiting?.id, outcome: 'order_never_came' }]);
});

test('a delivery that could not be applied says how often that was tried, and when it is tried again', async () => {
  const { findClick } = world.ctx;
  world.ctx.findClick = () => Promise.reject(new Error('the journal is away'));
  const clickId = clickOfUuid(newId(world.clock.now()));
  const notes = { note_attributes: [{ name: 'vt_click', value: clickId }] };
  await send({ id: 'r-1', body: shopifyOrder(504, notes) });
  const [failing] = await entriesOf('r-1');
  world.ctx.findClick = findClick;
  expect(failing).toMatchObject({ outcome: 'waiting', attempts: 1, processed_at: null });
  expect(failing?.next_attempt_at).not.toBeNull();
  world.clock.advance(11 * 60_000);
  await processDeliveries(world.ctx);
  expect(await entriesOf('r-1')).toMatchObject([{ outcome: 'order_known', attempts: 0, next_attempt_at: null }]);
});

test('the decision of its order is there for the operator, as the brand sees it', async () => {
  await send({ id: 'd-1', body: shopifyOrder(505, code) });
  const [entry] = await entriesOf('d-1');
  expect(entry).toMatchObject({ outcome: 'order_stored', order_id: '505', has_decision: true });
  const params = { merchant_id: entry?.brand?.id ?? '', order_id: '505' };
  const decision = granted(await operator.call(explainOrderOfBrand, { params }));
  expect(decision.candidates).toMatchObject([{ who: 'ava', reference: 'AVA10' }]);
  const elsewhere = { ...params, merchant_id: world.people.merchants.maison };
  expect((await operator.call(explainOrderOfBrand, { params: elsewhere })).status).toBe(404);
});

test('a brand sees its own deliveries only, and nobody sees data of a shopper', async () => {
  const northwind = await world.signIn('brand@northwind.test');
  const params = { merchant: 'northwind-outfitters' };
  expect(granted(await northwind.call(listDeliveries, { params }))).toEqual([]);
  const [entry] = await entriesOf('d-1');
  const id = entry?.id ?? '';
  expect((await northwind.call(readDelivery, { params: { ...params, delivery_id: id } })).status).toBe(404);
  expect((await northwind.call(listDeliveries, { params: glow })).status).toBe(404);
  const all = JSON.stringify(await allOf()).toLowerCase();
  for (const personal of ['robin', 'marlow', 'shopper.test', 'pine street', '5550100', '203.0.113.9', 'secret-token'])
    expect([personal, all.includes(personal)]).toEqual([personal, false]);
});

test('entries are found by brand, order, delivery, request and outcome, page by page', async () => {
  const everything = await allOf();
  const idsOf = (entries: readonly Delivery[]) => entries.map(({ id }) => id);
  const [entry] = await entriesOf('d-1');
  expect(idsOf(await allOf({ search: '505' }))).toEqual([entry?.id]);
  expect(idsOf(await allOf({ search: 'D-1' }))).toEqual([entry?.id]);
  expect(idsOf(await allOf({ search: entry?.request_id ?? '' }))).toEqual([entry?.id]);
  expect(await allOf({ search: '%' })).toEqual([]);
  for (const brand of ['maison-clair', world.people.merchants.maison])
    expect(await allOf({ brand })).toEqual(everything.filter(({ brand: of }) => of?.slug === 'maison-clair'));
  expect(new Set((await allOf({ outcome: 'problem' })).map(({ outcome }) => outcome))).toEqual(
    new Set(['malformed_body', 'unreadable', 'signature_invalid', 'unknown_brand', 'order_never_came']),
  );
  const pages: Delivery[] = [];
  for (let cursor = ''; ; ) {
    const answer = await operator.call(listAllDeliveries, { query: { limit: 3, ...(cursor && { cursor }) } });
    pages.push(...granted(answer));
    if (!answer.meta.next_cursor) break;
    cursor = answer.meta.next_cursor;
  }
  expect(idsOf(pages)).toEqual(idsOf(everything));
});

test('the metrics count what the log counts', async () => {
  const counted = new Map<string, number>();
  for (const { outcome, count } of await allOf()) counted.set(outcome, (counted.get(outcome) ?? 0) + count);
  const metric = await world.ctx.metrics.getSingleMetric('vitrine_deliveries_total')?.get();
  const values = (metric?.values ?? []).map(({ labels, value }) => [String(labels['outcome']), value] as const);
  expect(Object.fromEntries(values.filter(([outcome]) => outcome !== 'retried'))).toEqual(Object.fromEntries(counted));
});
