import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiKey } from '@vitrine/contract/merchants.ts';
import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import { cancelOrder, receiveOrder, receiveRefund } from '@vitrine/contract/orders.ts';
import { demoApiKey } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { makeHit, orderOf, readBooks } from './orders.testing.ts';

// What a shop sends besides the fields of a call, and would change what the call means.

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

/** The same call with any body. */
const sent = async (key: string, endpoint: Endpoint, body: unknown, params = {}) =>
  world.shop(key).call(endpoint, { params, body });

async function testKey(): Promise<string> {
  const staff = await world.signIn('brand@glow.test');
  const body = { name: 'Trying out', scopes: ['orders:write' as const], is_test: true };
  return granted(await staff.call(createApiKey, { params: { merchant: world.people.merchants.glow }, body })).key;
}

test.each([
  ['test', true],
  ['livemode', false],
  ['cancelled_at', '2026-11-20T12:00:00Z'],
  ['financial_status', 'refunded'],
  ['taxIncluded', true],
  ['lines.0.Discount', { amount: '100', currency: 'USD' }],
  ['lines.0.qty', 3],
])('an order with %s: %j and a live key is refused by name, and earns nothing', async (field, value) => {
  const before = await readBooks(world);
  const { clickId } = await makeHit(world, 'avaGlow');
  const order = orderOf(world, `refused ${field}`, { click_id: clickId });
  const [name = ''] = field.split('.').toReversed();
  const body = field.startsWith('lines')
    ? { ...order, lines: order.lines.map((line) => ({ ...line, [name]: value })) }
    : { ...order, [name]: value };
  const { status, problem } = await sent(demoApiKey, receiveOrder, body);
  expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, [field]]);
  expect(await readBooks(world)).toEqual(before);
});

test('a test order says that it is one, and with a test key that is true', async () => {
  const key = await testKey();
  const answer = await sent(key, receiveOrder, { ...orderOf(world, 'of a test'), test: true, livemode: false });
  expect([answer.status, answer.meta]).toMatchObject([200, { ignored_fields: ['test', 'livemode'] }]);
});

test('a value that says what is true anyway is ignored and named', async () => {
  const harmless = { test: false, cancelled_at: null, status: 'paid', refunds: [], colour: 'red' };
  const answer = await sent(demoApiKey, receiveOrder, { ...orderOf(world, 'harmless'), ...harmless });
  expect([answer.status, answer.meta]).toMatchObject([200, { ignored_fields: Object.keys(harmless) }]);
});

test('refunds and cancellations are checked, too, also where a call has no body of its own', async () => {
  granted(await sent(demoApiKey, receiveOrder, orderOf(world, 'kept')));
  const params = { order_id: 'kept' };
  const refund = { refund_id: 'R-1', lines: [{ line_id: '1', quantity: 1 }], status: 'pending' };
  for (const [endpoint, body] of [
    [receiveRefund, refund],
    [cancelOrder, { test: true }],
  ] as const)
    expect((await sent(demoApiKey, endpoint, body, params)).status).toBe(422);
});
