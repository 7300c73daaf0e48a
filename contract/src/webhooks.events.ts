import * as z from 'zod/mini';
import { commissionState } from './commissions.ts';
import { outcome } from './decisions.ts';
import { payoutState } from './payouts.ts';
import { instant, whole } from './values/fields.ts';
import { money, signedMoney } from './values/money.ts';

// The events that brands can subscribe to, and their bodies. `creator` is a handle; it is null once the creator's account
// is erased.

const creator = z.nullable(z.string());

/** An order was decided, or decided again. `commission` is the net sum of what it earns. */
export const orderDecidedData = z.strictObject({
  order_id: z.string(),
  reference: z.nullable(z.string()),
  outcome,
  cause: z.string(),
  merchant_account_id: z.nullable(z.string()),
  creator,
  terms_version: z.nullable(whole),
  commission: money,
  decided_at: instant,
});

/** A commission was credited, or its state or amount changed. `replaced`: a later decision of its order took its place. */
export const commissionChangedData = z.strictObject({
  id: z.string(),
  order_id: z.string(),
  order_reference: z.nullable(z.string()),
  line_id: z.string(),
  merchant_account_id: z.string(),
  creator,
  state: commissionState,
  held_reason: z.nullable(z.string()),
  replaced: z.boolean(),
  amount: money,
  reversed: money,
  net: money,
  payout_id: z.nullable(z.string()),
  earned_at: instant,
  matures_at: instant,
  available_at: z.nullable(instant),
  paid_at: z.nullable(instant),
});

/** A payout was requested, or its state changed. */
export const payoutChangedData = z.strictObject({
  id: z.string(),
  merchant_account_id: z.string(),
  creator,
  state: payoutState,
  amount: money,
  carried: signedMoney,
  commissions: whole,
  reference: z.nullable(z.string()),
  requested_at: instant,
  approved_at: z.nullable(instant),
  sent_at: z.nullable(instant),
  paid_at: z.nullable(instant),
  ended_at: z.nullable(instant),
});

export const creatorJoinedData = z.strictObject({ merchant_account_id: z.string(), creator, joined_at: instant });

export const termsPublishedData = z.strictObject({
  version: whole,
  note: z.string(),
  created_at: instant,
  effective_at: instant,
});

/** Sent by the button or call that tests an endpoint. */
export const webhookTestData = z.strictObject({ endpoint_id: z.string() });

function messageOf<const Type extends string, Data extends z.ZodMiniType>(type: Type, data: Data) {
  return z.strictObject({ type: z.literal(type), timestamp: instant, data });
}

export const orderDecidedEvent = messageOf('order.decided', orderDecidedData);
export const commissionChangedEvent = messageOf('commission.changed', commissionChangedData);
export const payoutChangedEvent = messageOf('payout.changed', payoutChangedData);
export const creatorJoinedEvent = messageOf('creator.joined', creatorJoinedData);
export const termsPublishedEvent = messageOf('terms.published', termsPublishedData);
export const webhookTestEvent = messageOf('webhook.test', webhookTestData);

/** The body of each event by its type. OpenAPI lists them under `webhooks`. */
export const webhookMessages = {
  'order.decided': orderDecidedEvent,
  'commission.changed': commissionChangedEvent,
  'payout.changed': payoutChangedEvent,
  'creator.joined': creatorJoinedEvent,
  'terms.published': termsPublishedEvent,
  'webhook.test': webhookTestEvent,
} as const;

/** When each event is sent; for the OpenAPI document. */
export const webhookSummaries: Record<keyof typeof webhookMessages, string> = {
  'order.decided': 'An order was decided, or decided again',
  'commission.changed': 'A commission was credited, or its state or amount changed',
  'payout.changed': 'A payout was requested, or its state changed',
  'creator.joined': 'A creator accepted an invitation',
  'terms.published': 'A version of the terms was published',
  'webhook.test': 'Somebody tested the endpoint',
};

/** The events that an endpoint can be subscribed to. */
export const subscribedEvent = z.enum([
  'order.decided',
  'commission.changed',
  'payout.changed',
  'creator.joined',
  'terms.published',
]);
export type SubscribedEvent = z.output<typeof subscribedEvent>;

export const webhookEventType = z.enum([...subscribedEvent.options, 'webhook.test']);
export type WebhookEventType = z.output<typeof webhookEventType>;

/** What a request to an endpoint contains. `timestamp` is when it happened. */
export const webhookMessage = z.strictObject({
  type: webhookEventType,
  timestamp: instant,
  data: z.record(z.string(), z.unknown()),
});
export type WebhookMessage = z.output<typeof webhookMessage>;
