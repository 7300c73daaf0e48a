import { explainOrder } from '@vitrine/contract/decisions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { takePrograms } from '../../../production/guide.testing.ts';
import { demoApiKey } from '../../../world/people.ts';
import { openWorld, type World } from '../../../world/world.ts';
import { makeHit } from '../../orders/orders.testing.ts';
import { checkoutOf, connectStripe, eventOf, invoiceOf, linesOf, sendEvent, stripeSeconds } from './stripe.testing.ts';

// Runs the examples of docs/shops/stripe.md word for word, and sends what Stripe makes of them: it copies the click and
// the metadata of a session into the events about it (source: Stripe's API reference).

const [paymentLink = '', checkout = '', subscription = ''] = takePrograms('stripe', 3);

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await connectStripe(world);
});
afterAll(() => world[Symbol.asyncDispose]());

type Parameters = {
  mode: string;
  client_reference_id: string;
  metadata?: Record<string, string>;
  subscription_data?: { metadata: Record<string, string> };
};
/** Runs an example with a click; returns what it sends to Stripe. */
async function parametersOf(program: string, clickId: string): Promise<Parameters> {
  const create = async (parameters: Parameters) => parameters;
  const module = `export default async (stripe, clickId) => { ${program}; return session; }`;
  const { default: run } = (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(module)}`)) as {
    default: (stripe: object, clickId: string) => Promise<Parameters>;
  };
  return run({ checkout: { sessions: { create } } }, clickId);
}

async function send(type: string, object: Record<string, unknown>): Promise<void> {
  expect(await sendEvent(world, { body: eventOf(`evt_${type}_${String(object['id'])}`, type, object) })).toBe(200);
}
const outcomeOf = async (orderId: string) => {
  const { data } = await world.shop(demoApiKey).call(explainOrder, { params: { order_id: orderId } });
  return data.outcome;
};

test('a sale of the payment link has its click', async () => {
  const { clickId } = await makeHit(world, 'avaGlow');
  const address = new URL(paymentLink.trim().replace('THE_CLICK_ID', clickId));
  expect(address.hostname).toBe('buy.stripe.com');
  const click = address.searchParams.get('client_reference_id');
  await send('checkout.session.completed', checkoutOf('link', { client_reference_id: click }));
  expect(await outcomeOf('pi_link')).toBe('credited');
});

test('a checkout of own code has its click, title and sku', async () => {
  const { clickId } = await makeHit(world, 'avaGlow');
  const { mode, client_reference_id, metadata } = await parametersOf(checkout, clickId);
  await send('checkout.session.completed', checkoutOf('code', { mode, client_reference_id, metadata }));
  expect(await outcomeOf('pi_code')).toBe('credited');
  expect(await linesOf(world, 'pi_code')).toEqual([['Dew Serum set', 1, '6000']]);
});

test('the first invoice of a subscription has its click, also if the event of its checkout gets lost', async () => {
  const { clickId } = await makeHit(world, 'avaGlow');
  const { mode, client_reference_id, subscription_data } = await parametersOf(subscription, clickId);
  const sold = { mode, client_reference_id, payment_intent: null, subscription: 'sub_both' };
  const created = stripeSeconds(world);
  await send('checkout.session.completed', checkoutOf('both', sold));
  await send('invoice.paid', invoiceOf('both', 'sub_both', { created }));
  const details = { subscription_details: { metadata: subscription_data?.metadata } };
  await send('invoice.paid', invoiceOf('lost', 'sub_lost', { created, ...details }));
  expect([await outcomeOf('in_both'), await outcomeOf('in_lost')]).toEqual(['credited', 'credited']);
});
