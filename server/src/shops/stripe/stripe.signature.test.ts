import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../../../world/world.ts';
import { countRows } from '../../orders/orders.testing.ts';
import { addConnection } from '../connections.service.ts';
import { outcomesOf } from '../shopify/shopify.testing.ts';
import { isStripeSignature, stripeSignature } from './stripe.signature.ts';
import { checkoutOf, connectStripe, eventOf, stripeSeconds, sendEvent, stripeSecret } from './stripe.testing.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await connectStripe(world);
});
afterAll(() => world[Symbol.asyncDispose]());

const raw = Buffer.from('{"id":"evt_1"}');
const now = new Date('2026-11-20T12:00:00Z');
const at = now.getTime() / 1_000;
const right = stripeSignature(stripeSecret, raw, at);
const isRight = (header: string | string[] | undefined, when = now) =>
  isStripeSignature(stripeSecret, raw, header, when);

test.each([
  { header: `t=${at},v1=${right}`, why: 'as Stripe sends it' },
  { header: `v1=${right},t=${at}`, why: 'in another order' },
  { header: `t=${at}, v1=${right}`, why: 'with spaces' },
  { header: `t=${at},v1=${'0'.repeat(64)},v1=${right},v0=${right}`, why: 'with one signature for each of two secrets' },
  { header: `t=${at},future=1,v1=${right}`, why: 'with a part that we don’t know' },
])('a signature is accepted $why', ({ header }) => {
  expect(isRight(header)).toBe(true);
});

test.each([
  { header: undefined, why: 'is missing' },
  { header: '', why: 'is empty' },
  { header: [`t=${at},v1=${right}`], why: 'comes as a list' },
  { header: `v1=${right}`, why: 'has no time' },
  { header: `t=${at},t=${at},v1=${right}`, why: 'has two times' },
  { header: `t=${at + 1},v1=${right}`, why: 'is of another time' },
  { header: `t=${at}.0,v1=${right}`, why: 'has a time that is no whole number' },
  { header: `t=-${at},v1=${right}`, why: 'has a negative time' },
  { header: `t=${at},v0=${right}`, why: 'has only the scheme of Stripe’s own tests' },
  { header: `t=${at},v1=${right.toUpperCase()}`, why: 'is written in capital letters' },
  { header: `t=${at},v1=${right.slice(0, -1)}`, why: 'is too short' },
  { header: `t=${at},v1=${right}0`, why: 'is too long' },
  { header: `t=${at}${`,v1=${'0'.repeat(64)}`.repeat(10)},v1=${right}`, why: 'follows ten wrong ones' },
])('a signature is refused if it $why', ({ header }) => {
  expect(isRight(header)).toBe(false);
});

test('a signature is valid for five minutes in both directions', () => {
  const header = `t=${at},v1=${right}`;
  const after = (seconds: number) => isRight(header, new Date(now.getTime() + seconds * 1_000));
  expect([after(300), after(301), after(-300), after(-301)]).toEqual([true, false, true, false]);
});

test('a body of which one byte changed is refused', () => {
  const signature = `t=${at},v1=${right}`;
  for (let index = 0; index < raw.length; index += 1) {
    const changed = Buffer.from(raw);
    changed.writeUInt8((changed[index] ?? 0) ^ 1, index);
    expect(isStripeSignature(stripeSecret, changed, signature, now)).toBe(false);
  }
});

test('a stale, a future and a forged event get the same answer as an unknown brand, and are not stored', async () => {
  const before = await countRows(world, 'webhook_deliveries');
  const body = eventOf('evt_bad', 'checkout.session.completed', checkoutOf('bad'));
  const seconds = stripeSeconds(world);
  const answers = [
    { body, atSeconds: seconds - 301 },
    { body, atSeconds: seconds + 301 },
    { body, secret: 'whsec_another' },
    { body, header: '' },
    { body, merchant: 'nobody' },
    { body, merchant: 'maison-clair' },
  ];
  for (const sent of answers) expect([sent, await sendEvent(world, sent)]).toEqual([sent, 401]);
  expect(await countRows(world, 'webhook_deliveries')).toBe(before);
});

test('a recorded event that is sent again is refused after five minutes, and changes nothing before', async () => {
  const sent = {
    body: eventOf('evt_again', 'checkout.session.completed', checkoutOf('again')),
    atSeconds: stripeSeconds(world),
  };
  expect([await sendEvent(world, sent), await sendEvent(world, sent)]).toEqual([200, 200]);
  expect(await outcomesOf(world, ['evt_again'])).toEqual({ evt_again: 'order_stored' });
  world.clock.advance(301_000);
  expect(await sendEvent(world, sent)).toBe(401);
});

test('while a secret is replaced, events signed with either one are accepted', async () => {
  await addConnection(world.ctx, world.people.merchants.glow, 'stripe', 'whsec_the_next_secret');
  const body = (id: string) => eventOf(id, 'customer.created', { id: 'cus_1' });
  expect(await sendEvent(world, { body: body('evt_old') })).toBe(200);
  expect(await sendEvent(world, { body: body('evt_new'), secret: 'whsec_the_next_secret' })).toBe(200);
  world.clock.advance(48 * 3_600_000);
  expect(await sendEvent(world, { body: body('evt_late') })).toBe(401);
  await connectStripe(world);
});
