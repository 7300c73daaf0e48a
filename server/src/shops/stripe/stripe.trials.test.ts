import { changeShopConnection } from '@vitrine/contract/connections.ts';
import { listDeliveries } from '@vitrine/contract/deliveries.ts';
import { listOrders, readOrder } from '@vitrine/contract/orders.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../world/client.ts';
import { granted } from '../../../world/shelves.ts';
import { openWorld, type World } from '../../../world/world.ts';
import { makeHit, readBooks } from '../../orders/orders.testing.ts';
import { processDeliveries } from '../shops.jobs.ts';
import { outcomesOf } from '../shopify/shopify.testing.ts';
import {
  checkoutOf,
  connectStripe,
  earnedByOrder,
  eventOf,
  invoiceOf,
  refundOf,
  sendEvent,
  stripeSeconds,
} from './stripe.testing.ts';

let world: World;
let staff: Client;
let database: pg.Client;
beforeAll(async () => {
  world = await openWorld();
  await connectStripe(world);
  staff = await world.signIn('brand@glow.test');
  database = new pg.Client({ connectionString: world.ctx.database.url });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await world[Symbol.asyncDispose]();
});

const glow = { merchant: 'glow-lab' };
const dayMs = 86_400_000;
const isTest = { livemode: false };
type Fields = Record<string, unknown>;

async function send(id: string, type: string, object: Fields, mode: Fields = isTest) {
  expect(await sendEvent(world, { body: eventOf(id, type, object, mode) })).toBe(200);
}

const created = () => ({ created: stripeSeconds(world) });
const soldWith = (id: string, click: string | null) =>
  checkoutOf(id, { mode: 'subscription', payment_intent: null, subscription: `sub_${id}`, client_reference_id: click });
const disputeOf = (id: string, payment: string, status: string) => ({
  id: `dp_${id}`,
  object: 'dispute',
  amount: 3_000,
  currency: 'usd',
  status,
  payment_intent: payment,
});

async function sheetOf(orderId: string, mode: 'test' | 'live' = 'test') {
  const sheet = granted(await staff.call(readOrder, { params: { ...glow, order_id: orderId }, query: { mode } }));
  const { commission, explanation, is_held: isHeld } = sheet;
  return { outcome: explanation?.outcome, net: commission?.net.amount, isHeld, sheet };
}

/** Of everything that counts: what a test may not change. */
async function whatCounts(): Promise<string> {
  const tables = [
    'orders',
    'order_lines',
    'refunds',
    'decisions',
    'commissions',
    'disputes',
    'ledger_entries',
    'mails',
  ];
  const sums = tables.map(
    (name) => `select '${name}' as name, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as sum from ${name} t`,
  );
  return JSON.stringify((await database.query(sums.join(' union all '))).rows);
}

test('a checkout, its refund and its disputes in test mode are a test order with their explanation, and count nowhere', async () => {
  const { clickId } = await makeHit(world, 'avaGlow');
  const before = await whatCounts();
  await send('t1', 'checkout.session.completed', checkoutOf('t1', { ...created(), client_reference_id: clickId }));
  expect(await sheetOf('pi_t1')).toMatchObject({ outcome: 'credited', net: '900', isHeld: false });
  await send('t1-refund', 'refund.created', refundOf('t1', 'pi_t1', 1_500));
  const refunded = await sheetOf('pi_t1');
  expect(refunded).toMatchObject({ net: '675', sheet: { is_test: true, refunds: [{ source: 'stripe' }] } });
  expect(refunded.sheet.explanation?.lines[0]?.reversals).toMatchObject([
    { reason: 'refund', amount: { amount: '225' } },
  ]);
  await send('t1-open', 'charge.dispute.created', disputeOf('t1', 'pi_t1', 'needs_response'));
  expect(await sheetOf('pi_t1')).toMatchObject({ net: '675', isHeld: true });
  await send('t1-lost', 'charge.dispute.closed', disputeOf('t1', 'pi_t1', 'lost'));
  expect(await sheetOf('pi_t1')).toMatchObject({ net: '225', isHeld: false });
  await send('t1-again', 'charge.dispute.updated', disputeOf('t1', 'pi_t1', 'needs_response'));
  expect(await outcomesOf(world, ['t1', 't1-refund', 't1-open', 't1-lost', 't1-again'])).toEqual({
    t1: 'order_stored',
    't1-refund': 'refund_stored',
    't1-open': 'dispute_opened',
    't1-lost': 'dispute_lost',
    't1-again': 'dispute_known',
  });
  expect(await whatCounts()).toBe(before);
});

test('a test order by Stripe is explained as a live one with the same content', async () => {
  const { clickId } = await makeHit(world, 'avaGlow');
  const sale = (id: string) => checkoutOf(id, { ...created(), client_reference_id: clickId });
  await send('alike', 'checkout.session.completed', sale('alike'));
  const trial = (await sheetOf('pi_alike')).sheet;
  await send('alike-live', 'checkout.session.completed', sale('alike'), {});
  const live = (await sheetOf('pi_alike', 'live')).sheet;
  const shown = ({ explanation }: typeof live) => ({ ...explanation, decided_at: null, received_at: null });
  expect(shown(trial)).toEqual(shown(live));
});

test('payments that take days are test orders once they succeeded', async () => {
  const { clickId } = await makeHit(world, 'avaGlow');
  const sale = (status: string) =>
    checkoutOf('slow', { ...created(), client_reference_id: clickId, payment_status: status });
  await send('slow-1', 'checkout.session.completed', sale('unpaid'));
  const listed = async () =>
    granted(await staff.call(listOrders, { params: glow, query: { outcome: 'test' } })).map((row) => row.order_id);
  expect(await listed()).not.toContain('pi_slow');
  await send('slow-2', 'checkout.session.async_payment_succeeded', sale('paid'));
  expect(await sheetOf('pi_slow')).toMatchObject({ outcome: 'credited', net: '900' });
});

test('the invoices of a subscription in test mode have the click of its checkout, in whatever order they come', async () => {
  const { clickId } = await makeHit(world, 'avaGlow');
  await send(
    's-renewal',
    'invoice.paid',
    invoiceOf('s2', 'sub_s', { ...created(), billing_reason: 'subscription_cycle' }),
  );
  await send('s-first', 'invoice.paid', invoiceOf('s1', 'sub_s', created()));
  expect(await outcomesOf(world, ['s-renewal', 's-first'])).toEqual({ 's-renewal': null, 's-first': null });
  await send('s-checkout', 'checkout.session.completed', soldWith('s', clickId));
  expect(await sheetOf('in_s1')).toMatchObject({ outcome: 'credited', net: '300' });
  const renewed = await sheetOf('in_s2');
  expect(renewed).toMatchObject({ outcome: 'credited', net: '300' });
  expect(renewed.sheet.explanation?.steps.find(({ rule }) => rule === 'renewal_earns')?.verdict).toBe('passed');
  await send('s-refund', 'refund.created', refundOf('s', 'pi_s2', 2_000));
  expect(await sheetOf('in_s2')).toMatchObject({ net: '0' });
});

test('an event that comes before its test order waits for it, and is applied by the sweep too', async () => {
  const { clickId } = await makeHit(world, 'avaGlow');
  await send('early-refund', 'refund.created', refundOf('early', 'pi_early', 3_000));
  expect(await outcomesOf(world, ['early-refund'])).toEqual({ 'early-refund': null });
  await send(
    'early',
    'checkout.session.completed',
    checkoutOf('early', { ...created(), client_reference_id: clickId }),
  );
  expect(await sheetOf('pi_early')).toMatchObject({ net: '450' });
  await database.query(
    `update webhook_deliveries set processed_at = null, outcome = null where webhook_id = 'early-refund'`,
  );
  world.clock.advance(60_000);
  await processDeliveries(world.ctx);
  expect(await outcomesOf(world, ['early-refund'])).toEqual({ 'early-refund': 'refund_known' });
});

test('the test mode and the live mode share no order, payment or subscription, whatever their ids', async () => {
  const { clickId } = await makeHit(world, 'avaGlow');
  const live = {};
  const sale = checkoutOf('twin', { ...created(), client_reference_id: clickId });
  await send('twin-live', 'checkout.session.completed', sale, live);
  const before = await whatCounts();
  await send('twin-refund', 'refund.created', refundOf('twin', 'pi_twin', 6_000));
  await send('twin-dispute', 'charge.dispute.created', disputeOf('twin', 'pi_twin', 'needs_response'));
  expect(await outcomesOf(world, ['twin-refund', 'twin-dispute'])).toEqual({
    'twin-refund': null,
    'twin-dispute': null,
  });
  await send('twin-test', 'checkout.session.completed', checkoutOf('twin', { ...sale, amount_total: 3_000 }));
  expect(await whatCounts()).toBe(before);
  expect(await sheetOf('pi_twin')).toMatchObject({ net: '0', isHeld: false });
  await send('twin-back', 'refund.created', refundOf('twin2', 'pi_twin', 3_000), live);
  expect(await earnedByOrder(world, 'pi_twin')).toBe(450n);
  expect((await sheetOf('pi_twin')).sheet.refunds).toHaveLength(1);

  await send('twin-sub', 'checkout.session.completed', soldWith('twins', clickId));
  await send('twin-first', 'invoice.paid', invoiceOf('twins', 'sub_twins', created()), live);
  expect(await outcomesOf(world, ['twin-first'])).toEqual({ 'twin-first': null });
  await send('twin-sub-live', 'checkout.session.completed', soldWith('twins', null), live);
  expect(await outcomesOf(world, ['twin-first'])).toEqual({ 'twin-first': 'order_stored' });
  expect((await sheetOf('in_twins', 'live')).outcome).toBe('no_touch');
  await send('twin-paid', 'refund.created', refundOf('twin3', 'pi_twins', 1_000));
  expect(await outcomesOf(world, ['twin-paid'])).toEqual({ 'twin-paid': null });
});

test('a renewal of a test subscription earns for the months that the brand set', async () => {
  const { clickId } = await makeHit(world, 'avaGlow');
  const params = { ...glow, kind: 'stripe' };
  granted(await staff.call(changeShopConnection, { params, body: { renewal_months: 0 } }));
  await send('m-checkout', 'checkout.session.completed', soldWith('m', clickId));
  await send('m-first', 'invoice.paid', invoiceOf('m1', 'sub_m', created()));
  world.clock.advance(31 * dayMs);
  staff = await world.signIn('brand@glow.test');
  await send(
    'm-renewal',
    'invoice.paid',
    invoiceOf('m2', 'sub_m', { ...created(), billing_reason: 'subscription_cycle' }),
  );
  expect(await sheetOf('in_m2')).toMatchObject({ outcome: 'outside_window' });
});

test('the list of deliveries says which are about test orders', async () => {
  const rows = granted(await staff.call(listDeliveries, { params: glow, query: { search: 'pi_t1' } }));
  expect(rows.map(({ is_test }) => is_test)).toEqual(rows.map(() => true));
  const live = granted(await staff.call(listDeliveries, { params: glow, query: { search: 'alike-live' } }));
  expect(live.map(({ is_test }) => is_test)).toEqual([false]);
  expect((await readBooks(world)).sum).toBe('0');
});
