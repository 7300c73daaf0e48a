import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { cursorMeta, cursorQuery, id, instant, text, whole } from './values/fields.ts';

/**
 * What came of a webhook of a shop. `noted`: what it says is needed for later webhooks. `test_event`: the shop tried
 * its connection. `kept`: we don't use its topic. `waiting`: not applied yet, because its order has
 * not come or applying it failed and is tried again. `edit_superseded`: an older state of
 * the order than the one that we have. `removal_known`: the app was removed before the connection that is open now. `repeated`: it had come before. `unreadable`: a field is missing
 * or invalid. `order_never_came` and `failed`: given up.
 */
export const deliveryOutcome = z.enum([
  'order_stored',
  'order_unpaid',
  'order_paid',
  'order_edited',
  'edit_superseded',
  'edit_announced',
  'currency_not_used',
  'order_known',
  'not_paid_yet',
  'never_paid',
  'order_conflict',
  'refund_stored',
  'refund_known',
  'order_cancelled',
  'cancellation_known',
  'dispute_opened',
  'dispute_won',
  'dispute_lost',
  'dispute_known',
  'app_removed',
  'removal_known',
  'data_requested',
  'shopper_erased',
  'shoppers_erased',
  'privacy_known',
  'noted',
  'test_event',
  'kept',
  'waiting',
  'repeated',
  'unreadable',
  'malformed_body',
  'signature_invalid',
  'unknown_brand',
  'order_never_came',
  'failed',
]);
export type DeliveryOutcome = z.output<typeof deliveryOutcome>;

/** What didn't arrive as the shop meant it, and needs a look. */
export const deliveryProblems: readonly DeliveryOutcome[] = [
  'order_conflict',
  'currency_not_used',
  'unreadable',
  'malformed_body',
  'signature_invalid',
  'unknown_brand',
  'order_never_came',
  'failed',
];

/**
 * One webhook call of a shop. Wrong signatures share one entry for each brand and minute, with their number in `count`
 * and nothing of what they contained.
 */
export const delivery = z.strictObject({
  id: z.string(),
  /** Null: no brand has the address that was called. */
  brand: z.nullable(z.strictObject({ id: z.string(), slug: z.string(), display_name: z.string() })),
  source: z.string(),
  topic: z.nullable(z.string()),
  /** The shop's own id of the webhook. */
  delivery_id: z.nullable(z.string()),
  outcome: deliveryOutcome,
  /** The fields at fault of an unreadable one. */
  fields: z.array(z.string()),
  order_id: z.nullable(z.string()),
  /** How the shop names the order to people. */
  order_reference: z.nullable(z.string()),
  /** Whether it is about a test order, which is in no other list of orders. */
  is_test: z.boolean(),
  has_decision: z.boolean(),
  received_at: instant,
  /** When the last of several came. */
  last_received_at: z.nullable(instant),
  count: whole,
  processed_at: z.nullable(instant),
  took_ms: z.nullable(whole),
  /** How often applying it failed, and when it is tried again. */
  attempts: whole,
  next_attempt_at: z.nullable(instant),
  request_id: z.nullable(z.string()),
  /** The size of the body in bytes; null if the signature was wrong. */
  bytes: z.nullable(whole),
  /** Where a body stops being JSON, counted from 1. Its text is not stored. */
  fault: z.nullable(z.strictObject({ line: whole, column: whole })),
  /** Whether it is a problem that wasn’t solved, fixed by hand or dismissed yet. */
  is_open: z.boolean(),
  /** How often it was replayed. */
  replays: whole,
  /** Who fixed or dismissed it, and why. `at` is null while a fix is not applied completely. */
  closed: z.nullable(
    z.strictObject({
      as: z.enum(['fixed', 'dismissed']),
      by: z.nullable(z.string()),
      reason: z.string(),
      at: z.nullable(instant),
    }),
  ),
});
export type Delivery = z.output<typeof delivery>;

/** `problem`: those that are open. `closed`: those that were fixed by hand or dismissed. */
export const deliveryFilter = z.union([deliveryOutcome, z.enum(['problem', 'closed'])]);
export type DeliveryFilter = z.output<typeof deliveryFilter>;

const search = z.optional(text({ max: 200 }));
const filter = z.optional(deliveryFilter);

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/deliveries',
  summary:
    'What a brand’s shop sent by webhook and what came of it, newest first; `search` matches the start of an order_id, of an order’s reference or of the shop’s delivery id, or a request id',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'shop',
  params: z.strictObject({ merchant: id }),
  query: z.strictObject({ search, outcome: filter, ...cursorQuery }),
  reply: z.array(delivery),
  meta: cursorMeta,
  refusals: ['not_found'],
});

export const readDelivery = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/deliveries/{delivery_id}',
  summary: 'One webhook call of a brand’s shop',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'shop',
  params: z.strictObject({ merchant: id, delivery_id: id }),
  reply: delivery,
  refusals: ['not_found'],
});

export const listAllDeliveries = endpoint({
  method: 'GET',
  path: '/operator/deliveries',
  summary: 'What the shops of all brands, or of one, sent by webhook, newest first',
  access: ['operator'],
  scope: 'installation',
  query: z.strictObject({ brand: z.optional(id), search, outcome: filter, ...cursorQuery }),
  reply: z.array(delivery),
  meta: cursorMeta,
});

export const readAnyDelivery = endpoint({
  method: 'GET',
  path: '/operator/deliveries/{delivery_id}',
  summary: 'One webhook call of a shop',
  access: ['operator'],
  scope: 'installation',
  params: z.strictObject({ delivery_id: id }),
  reply: delivery,
  refusals: ['not_found'],
});
