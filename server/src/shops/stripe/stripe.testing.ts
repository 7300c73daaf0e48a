import type { FastifyInstance } from 'fastify';
import type { World } from '../../../world/world.ts';
import { addConnection } from '../connections.service.ts';
import { stripeSignature } from './stripe.signature.ts';

export const stripeSecret = 'whsec_of_the_tests_and_of_nothing_else';

export async function connectStripe(world: World): Promise<void> {
  await addConnection(world.ctx, world.people.merchants.glow, 'stripe', stripeSecret);
}

export type SentEvent = { body: unknown; merchant?: string; header?: string; atSeconds?: number; secret?: string };

export function stripeSeconds(world: World): number {
  return Math.floor(world.clock.now().getTime() / 1_000);
}

/** Sends an event like Stripe: bytes, and a signature of them with the time. */
export async function sendEvent(world: World, event: SentEvent, app: FastifyInstance = world.app): Promise<number> {
  const raw = typeof event.body === 'string' ? event.body : JSON.stringify(event.body);
  const at = event.atSeconds ?? stripeSeconds(world);
  const signature = stripeSignature(event.secret ?? stripeSecret, Buffer.from(raw), at);
  const answer = await app.inject({
    method: 'POST',
    url: `/api/v1/integrations/stripe/${event.merchant ?? 'glow-lab'}`,
    headers: { 'content-type': 'application/json', 'stripe-signature': event.header ?? `t=${at},v1=${signature}` },
    payload: raw,
  });
  return answer.statusCode;
}

/** An event about this object. */
export function eventOf(id: string, type: string, object: Record<string, unknown>, more: Record<string, unknown> = {}) {
  return { id, object: 'event', type, livemode: true, data: { object }, ...more };
}

const created = Math.floor(Date.parse('2026-11-20T12:00:00Z') / 1_000);

/** A paid checkout of one product at 60.00. */
export function checkoutOf(id: string, more: Record<string, unknown> = {}) {
  return {
    id: `cs_${id}`,
    object: 'checkout.session',
    mode: 'payment',
    payment_status: 'paid',
    created,
    currency: 'usd',
    amount_subtotal: 6_000,
    amount_total: 6_000,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    payment_intent: `pi_${id}`,
    subscription: null,
    client_reference_id: null,
    metadata: {},
    customer_details: { email: 'robin.marlow@shopper.test', name: 'Robin Marlow', address: { country: 'US' } },
    ...more,
  };
}

/** A paid invoice of a subscription, 20.00 for each month. */
export function invoiceOf(id: string, subscription: string, more: Record<string, unknown> = {}) {
  return {
    id: `in_${id}`,
    object: 'invoice',
    billing_reason: 'subscription_create',
    created,
    currency: 'usd',
    subscription,
    total: 2_000,
    amount_due: 2_000,
    total_excluding_tax: 2_000,
    payment_intent: `pi_${id}`,
    charge: `ch_${id}`,
    customer_email: 'robin.marlow@shopper.test',
    lines: { data: [{ id: `il_${id}`, amount: 2_000, description: 'Club', quantity: 1 }], has_more: false },
    ...more,
  };
}

export function refundOf(id: string, payment: string, amount: number, more: Record<string, unknown> = {}) {
  return {
    id: `re_${id}`,
    object: 'refund',
    amount,
    currency: 'usd',
    status: 'succeeded',
    payment_intent: payment,
    ...more,
  };
}

/** What is stored of the lines of an order. */
export async function linesOf(world: World, orderId: string): Promise<[string, number, string][]> {
  const rows = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .selectFrom('order_lines')
      .select(['title', 'quantity', 'net'])
      .where('order_id', '=', orderId)
      .orderBy('position')
      .execute(),
  );
  return rows.map(({ title, quantity, net }) => [title, quantity, net.toString()]);
}

/** What an order's commissions are worth now. */
export async function earnedByOrder(world: World, orderId: string): Promise<bigint> {
  const rows = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('commissions').select(['amount', 'reversed']).where('order_id', '=', orderId).execute(),
  );
  return rows.reduce((sum, { amount, reversed }) => sum + amount - reversed, 0n);
}
