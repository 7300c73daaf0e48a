import * as z from 'zod/mini';
import { message } from './conversations.ts';
import { endpoint } from './endpoint.ts';
import { type BrandRole, type BrandRight, mayInBrand } from './values/brand-roles.ts';
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

/**
 * The right at a brand that its staff need to get an event of the brand: that of the calls with which one reads what it is
 * about. Null: it never goes to staff. What goes to a single user needs none.
 */
const rights: Record<LiveEvent['kind'], BrandRight | null> = {
  'user-update': null,
  'unread-count-update': 'messages',
  message: 'messages',
  read: 'messages',
  'commission-update': 'view',
  'payout-update': 'payouts_view',
  'adjustment-update': 'payouts_view',
  'order-decided': 'view',
  'notification-update': null,
  'figures-update': null,
};

const rightOf: { readonly [kind in string]?: BrandRight | null } = rights;

/** Whether staff with this role get a brand's event. Nobody gets one of a kind that only a newer release knows. */
export function isEventFor(kind: string, role: BrandRole): boolean {
  const right = rightOf[kind];
  return right !== undefined && right !== null && mayInBrand(role, right);
}

export const streamEvents = endpoint({
  method: 'GET',
  path: '/events',
  summary: 'Live events as text/event-stream; resume with the Last-Event-ID header',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  reply: liveEvent,
});
