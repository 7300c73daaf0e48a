import * as z from 'zod/mini';
import { message } from './conversations.ts';
import { endpoint } from './endpoint.ts';
import { whole } from './values/fields.ts';

/**
 * Live events, one JSON object per server-sent event. Events with an id are stored: a browser that reconnects sends the
 * last id it saw and gets everything after it; one that sends no id gets the events of the last 15 seconds.
 * `figures-update` and `notification-update` have no id; they only say that counts have changed.
 */
export const liveEvent = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('user-update') }),
  // With `merchant_account_id`, only the unread messages of that thread changed; with `announcement_id`, only the
  // announcements, for those who may read this one.
  z.strictObject({
    kind: z.literal('unread-count-update'),
    merchant_account_id: z.optional(z.string()),
    announcement_id: z.optional(z.string()),
    unread_message_count: z.optional(whole),
  }),
  // `message` and the count are as this reader sees them. They are missing if the reader has to fetch the thread.
  z.strictObject({
    kind: z.literal('message'),
    merchant_account_id: z.string(),
    seq: z.int(),
    message: z.optional(message),
    unread_message_count: z.optional(whole),
  }),
  // One side of a thread has read up to `seq`; the other side shows it.
  z.strictObject({
    kind: z.literal('read'),
    merchant_account_id: z.string(),
    side: z.enum(['creator', 'brand']),
    seq: z.int(),
  }),
  z.strictObject({ kind: z.literal('commission-update'), merchant_account_id: z.string(), order_id: z.string() }),
  z.strictObject({ kind: z.literal('payout-update'), merchant_account_id: z.string(), payout_id: z.string() }),
  z.strictObject({ kind: z.literal('adjustment-update'), merchant_account_id: z.string() }),
  z.strictObject({ kind: z.literal('order-decided'), order_id: z.string() }),
  // Something new on the bell, or read there. Not stored.
  z.strictObject({ kind: z.literal('notification-update') }),
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
