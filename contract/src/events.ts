import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/**
 * Live events, one JSON object per server-sent event. Those with an id are kept: a browser that was away sends the
 * last id it saw and gets everything after it; one that sends none gets what happened in the last 15 seconds.
 * `figures-update` has no id; it is a hint that counts have moved.
 */
export const liveEvent = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('user-update') }),
  z.strictObject({ kind: z.literal('unread-count-update') }),
  z.strictObject({ kind: z.literal('message'), merchant_account_id: z.string(), seq: z.int() }),
  // One side of a thread has read up to a number; the other shows it.
  z.strictObject({
    kind: z.literal('read'),
    merchant_account_id: z.string(),
    side: z.enum(['creator', 'brand']),
    seq: z.int(),
  }),
  z.strictObject({ kind: z.literal('commission-update'), merchant_account_id: z.string(), order_id: z.string() }),
  z.strictObject({ kind: z.literal('payout-update'), merchant_account_id: z.string(), payout_id: z.string() }),
  z.strictObject({ kind: z.literal('order-decided'), order_id: z.string() }),
  z.strictObject({ kind: z.literal('figures-update'), merchant_account_ids: z.array(z.string()) }),
]);
export type LiveEvent = z.output<typeof liveEvent>;

export const streamEvents = endpoint({
  method: 'GET',
  path: '/events',
  summary: 'Live events as text/event-stream; resume with the Last-Event-ID header',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  reply: liveEvent,
});
