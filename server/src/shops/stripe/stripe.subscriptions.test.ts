import { connectShop, changeShopConnection } from '@vitrine/contract/connections.ts';
import { explainOrder } from '@vitrine/contract/decisions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoApiKey } from '../../../world/people.ts';
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
beforeAll(async () => {
  world = await openWorld();
  await connectStripe(world);
});
afterAll(() => world[Symbol.asyncDispose]());

const dayMs = 86_400_000;

async function send(id: string, type: string, object: Record<string, unknown>, more: Record<string, unknown> = {}) {
  expect(await sendEvent(world, { body: eventOf(id, type, object, more) })).toBe(200);
}

const soldWith = (id: string, click: string | null) =>
  checkoutOf(id, { mode: 'subscription', payment_intent: null, subscription: `sub_${id}`, client_reference_id: click });

/** A subscription that is sold now with a new click of Ava's. */
async function sell(id: string): Promise<string> {
  const { clickId } = await makeHit(world, 'avaGlow');
  await send(`${id}-checkout`, 'checkout.session.completed', soldWith(id, clickId));
  await send(`${id}-first`, 'invoice.paid', invoiceOf(id, `sub_${id}`, { created: stripeSeconds(world) }));
  return clickId;
}

const renewalOf = (id: string, number: number, more: Record<string, unknown> = {}) =>
  invoiceOf(`${id}-${number}`, `sub_${id}`, {
    billing_reason: 'subscription_cycle',
    created: stripeSeconds(world),
    ...more,
  });

const stepsOf = async (orderId: string) => {
  const { data } = await world.shop(demoApiKey).call(explainOrder, { params: { order_id: orderId } });
  return { outcome: data.outcome, renewal: data.steps.find(({ rule }) => rule === 'renewal_earns') };
};

test('the checkout and the first invoice of a subscription are one sale, whichever comes first', async () => {
  const { clickId } = await makeHit(world, 'avaGlow');
  await send('a-first', 'invoice.paid', invoiceOf('a', 'sub_a'));
  expect(await outcomesOf(world, ['a-first'])).toEqual({ 'a-first': null });
  await send('a-checkout', 'checkout.session.completed', soldWith('a', clickId));
  expect(await outcomesOf(world, ['a-first', 'a-checkout'])).toEqual({
    'a-first': 'order_stored',
    'a-checkout': 'noted',
  });
  await sell('b');
  await send('b-again', 'invoice.payment_succeeded', invoiceOf('b', 'sub_b', { created: stripeSeconds(world) }));
  expect(await outcomesOf(world, ['b-again'])).toEqual({ 'b-again': 'order_known' });
  expect([await earnedByOrder(world, 'in_a'), await earnedByOrder(world, 'in_b')]).toEqual([300n, 300n]);
});

test('a renewal earns by the click of its subscription for twelve months, long after the attribution window', async () => {
  await sell('year');
  world.clock.advance(364 * dayMs);
  await send('year-12', 'invoice.paid', renewalOf('year', 12));
  expect(await earnedByOrder(world, 'in_year-12')).toBe(300n);
  expect(await stepsOf('in_year-12')).toMatchObject({
    outcome: 'credited',
    renewal: { verdict: 'passed', facts: { since: '2026-11-20T12:00:00.000Z', until: '2027-11-20T12:00:00.000Z' } },
  });
  world.clock.advance(dayMs);
  await send('year-13', 'invoice.paid', renewalOf('year', 13));
  expect(await earnedByOrder(world, 'in_year-13')).toBe(0n);
  expect(await stepsOf('in_year-13')).toMatchObject({ outcome: 'outside_window', renewal: { verdict: 'failed' } });
});

test('the brand sets for how long renewals earn; a subscription keeps what applied when it was sold', async () => {
  const staff = await world.signIn('brand@glow.test');
  const stripe = { merchant: 'glow-lab', kind: 'stripe' };
  await sell('before');
  await staff.call(changeShopConnection, { params: stripe, body: { renewal_months: 0 } });
  await sell('after');
  world.clock.advance(30 * dayMs);
  for (const id of ['before', 'after']) await send(`${id}-2`, 'invoice.paid', renewalOf(id, 2));
  expect([await earnedByOrder(world, 'in_before-2'), await earnedByOrder(world, 'in_after-2')]).toEqual([300n, 0n]);
  expect(await earnedByOrder(world, 'in_after')).toBe(300n);
  const later = await world.signIn('brand@glow.test');
  const { data } = await later.call(changeShopConnection, { params: stripe, body: { renewal_months: 12 } });
  expect(data.renewal_months).toBe(12);
});

test('a first invoice that no checkout explains is applied without a click after three days', async () => {
  await send('lone-first', 'invoice.paid', invoiceOf('lone', 'sub_lone', { created: stripeSeconds(world) }));
  world.clock.advance(3 * dayMs - 1_000);
  await processDeliveries(world.ctx);
  expect(await outcomesOf(world, ['lone-first'])).toEqual({ 'lone-first': null });
  world.clock.advance(10_000);
  await processDeliveries(world.ctx);
  expect(await outcomesOf(world, ['lone-first'])).toEqual({ 'lone-first': 'order_stored' });
  expect(await stepsOf('in_lone')).toMatchObject({ outcome: 'no_touch' });
});

test('a renewal of a subscription from before the connection is applied without a click after three days', async () => {
  await send('old-9', 'invoice.paid', renewalOf('old', 9));
  world.clock.advance(3 * dayMs + 10_000);
  await processDeliveries(world.ctx);
  expect(await outcomesOf(world, ['old-9'])).toEqual({ 'old-9': 'order_stored' });
  expect(await stepsOf('in_old-9')).toMatchObject({ outcome: 'no_touch', renewal: undefined });
});

test('a click in the metadata of the subscription needs no checkout', async () => {
  const { clickId } = await makeHit(world, 'avaGlow');
  const created = stripeSeconds(world);
  const parent = { subscription_details: { subscription: 'sub_meta', metadata: { vt_click: clickId } } };
  await send('meta-first', 'invoice.paid', invoiceOf('meta', 'sub_meta', { created, subscription: undefined, parent }));
  expect(await earnedByOrder(world, 'in_meta')).toBe(300n);
});

test('a number of the shop in client_reference_id is no click', async () => {
  const sold = checkoutOf('own', { client_reference_id: 'cart-4711', created: stripeSeconds(world) });
  await send('own-number', 'checkout.session.completed', sold);
  expect(await stepsOf('pi_own')).toMatchObject({ outcome: 'no_touch' });
});

test('a refund waits for the invoice of its payment, and for the event that connects the two', async () => {
  const { clickId } = await makeHit(world, 'avaGlow');
  const created = stripeSeconds(world);
  await send('late-refund', 'refund.created', refundOf('late', 'pi_new', 1_000));
  await send('late-link', 'invoice_payment.paid', { invoice: 'in_late', payment: { payment_intent: 'pi_new' } });
  expect(await outcomesOf(world, ['late-refund'])).toEqual({ 'late-refund': null });
  await send('late-checkout', 'checkout.session.completed', soldWith('late', clickId));
  const invoice = invoiceOf('late', 'sub_late', { created, payment_intent: null, charge: null });
  await send('late-first', 'invoice.paid', invoice);
  expect(await outcomesOf(world, ['late-refund'])).toEqual({ 'late-refund': 'refund_stored' });
  expect(await earnedByOrder(world, 'in_late')).toBe(150n);
});

test('a body of an unexpected shape is kept, and its field named', async () => {
  const wrong: Record<string, [string, Record<string, unknown>]> = {
    'w-1': ['checkout.session.completed', checkoutOf('w1', { amount_total: 12.5 })],
    'w-2': ['checkout.session.completed', checkoutOf('w2', { amount_total: '6000' })],
    'w-3': ['checkout.session.completed', checkoutOf('w3', { currency: 'dollars' })],
    'w-4': ['checkout.session.completed', checkoutOf('w4', { currency: 'xqq' })],
    'w-5': ['checkout.session.completed', checkoutOf('w5', { total_details: { amount_tax: 9_000 } })],
    'w-6': ['invoice.paid', invoiceOf('w6', 'sub_w6', { lines: undefined })],
    'w-7': ['invoice.paid', invoiceOf('w7', 'sub_w7', { total: 5_000, total_excluding_tax: 5_000 })],
    'w-8': ['refund.created', refundOf('w8', 'pi_w8', 100, { payment_intent: null })],
    'w-9': ['charge.dispute.closed', { id: 'dp_w9', amount: 1, currency: 'usd', status: 'new', charge: 'ch_1' }],
  };
  for (const [id, [type, object]] of Object.entries(wrong)) await send(id, type, object);
  expect(await outcomesOf(world, Object.keys(wrong))).toEqual({
    'w-1': 'unreadable: data.object.amount_total',
    'w-2': 'unreadable: data.object.amount_total',
    'w-3': 'unreadable: data.object.currency',
    'w-4': 'unreadable: currency',
    'w-5': 'unreadable: data.object.total_details',
    'w-6': 'unreadable: data.object.lines',
    'w-7': 'unreadable: data.object.lines',
    'w-8': 'unreadable: data.object.payment_intent',
    'w-9': 'unreadable: data.object.status',
  });
});

test('connecting asks for the signing secret, and says what was entered instead', async () => {
  const staff = await world.signIn('brand@glow.test');
  const enter = (secret: string) =>
    staff.call(connectShop, { params: { merchant: 'glow-lab', kind: 'stripe' }, body: { secret } });
  for (const [secret, says] of [
    ['sk_live_abcdefgh', /API keys.*whsec_/],
    ['a-secret-of-another-shop', /begins with whsec_/],
    ['https://shop.example/hook', /is an address/],
  ] as const)
    expect(await enter(secret)).toMatchObject({
      status: 422,
      problem: { errors: { secret: [expect.stringMatching(says)] } },
    });
  expect((await readBooks(world)).sum).toBe('0');
});
