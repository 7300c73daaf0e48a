import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { cursorMeta, cursorQuery, id, instant, text, whole } from './values/fields.ts';
import { distinctList } from './values/list.ts';
import { subscribedEvent, webhookEventType, webhookMessage } from './webhooks.events.ts';

// Outgoing webhooks: a brand's own addresses get what happens at the brand, signed as Standard Webhooks describes.

/** Why an endpoint is off: its brand turned it off, nothing arrived for three days, or it answered with 410. */
export const endpointOffReason = z.enum(['by_brand', 'failing', 'gone']);
export type EndpointOffReason = z.output<typeof endpointOffReason>;

/** An address of a brand that gets its events. The secret is returned only when it is created or rotated. */
export const webhookEndpoint = z.strictObject({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  events: z.array(subscribedEvent),
  state: z.enum(['on', 'off']),
  off_reason: z.nullable(endpointOffReason),
  off_at: z.nullable(instant),
  /** Since when no attempt succeeded; null after a success. */
  failing_since: z.nullable(instant),
  /** Until when requests are signed with the previous secret as well; null if there is none. */
  previous_secret_until: z.nullable(instant),
  created_at: instant,
});
export type WebhookEndpoint = z.output<typeof webhookEndpoint>;

const merchantParams = z.strictObject({ merchant: id });
const endpointParams = z.strictObject({ merchant: id, endpoint_id: id });
const deliveryParams = z.strictObject({ merchant: id, endpoint_id: id, outgoing_id: id });

const url = text({ min: 1, max: 500 }).register(z.globalRegistry, { examples: ['https://shop.example/webhooks'] });
const description = text({ max: 100 });
const events = distinctList(subscribedEvent, { min: 1, max: subscribedEvent.options.length, noun: 'events' });

export const listWebhookEndpoints = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/webhooks',
  summary: 'The addresses that get a brand’s events, oldest first',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'shop',
  params: merchantParams,
  reply: z.array(webhookEndpoint),
  refusals: ['not_found'],
});

const endpointWithSecret = z.strictObject({
  /** Begins with `whsec_`. Checks the signature of each request. */
  secret: z.string(),
  endpoint: webhookEndpoint,
});

export const createWebhookEndpoint = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/webhooks',
  summary: 'Send a brand’s events to an address, at most ten; the secret is returned only once',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'shop',
  status: 201,
  params: merchantParams,
  body: z.strictObject({ url, description: z.optional(description), events }),
  proof: 'factors',
  reply: endpointWithSecret,
  refusals: ['not_found', 'conflict', 'brand_closed'],
  answers: 'secret',
});

export const changeWebhookEndpoint = endpoint({
  method: 'PATCH',
  path: '/brand/{merchant}/webhooks/{endpoint_id}',
  summary: 'Change the address, description or events of an endpoint, or turn it on or off',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'shop',
  params: endpointParams,
  body: z.strictObject({
    url: z.optional(url),
    description: z.optional(description),
    events: z.optional(events),
    state: z.optional(z.enum(['on', 'off'])),
  }),
  proof: 'factors',
  proofWhen: (body: { url?: unknown }) => body.url !== undefined,
  reply: webhookEndpoint,
  refusals: ['not_found'],
});

export const deleteWebhookEndpoint = endpoint({
  method: 'DELETE',
  path: '/brand/{merchant}/webhooks/{endpoint_id}',
  summary: 'Delete an endpoint with its log; nothing is sent to it anymore',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'shop',
  params: endpointParams,
  proof: 'password',
  reply: z.strictObject({ deleted: z.literal(true) }),
  refusals: ['not_found'],
});

export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/webhooks/{endpoint_id}/rotate',
  summary:
    'Give an endpoint a new secret, which is returned only once; for 24 hours requests are signed with the previous one as well',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'shop',
  params: endpointParams,
  proof: 'factors',
  reply: endpointWithSecret,
  refusals: ['not_found'],
  answers: 'secret',
});

/** `missed`: the endpoint had been turned off because it failed. `failed` and `missed` ones can be replayed. */
export const outgoingState = z.enum(['waiting', 'delivered', 'failed', 'missed']);
export type OutgoingState = z.output<typeof outgoingState>;

/**
 * Why an attempt got no answer. `address_refused`: the address itself is not allowed. `unreachable`: its name doesn't exist,
 * is not public, or nothing answers there. `broken`: the connection ended before the answer did.
 */
export const outgoingFault = z.enum([
  'address_refused',
  // Of earlier versions; now `unreachable`.
  'name_not_found',
  'unreachable',
  'certificate_invalid',
  'timed_out',
  'broken',
]);
export type OutgoingFault = z.output<typeof outgoingFault>;

const attempt = { at: instant, status: z.nullable(whole), fault: z.nullable(outgoingFault), took_ms: whole };

/** An event on its way to one endpoint. Its `event_id` is the header `webhook-id`, the same in each attempt. */
export const outgoingDelivery = z.strictObject({
  id: z.string(),
  event_id: z.string(),
  type: webhookEventType,
  state: outgoingState,
  created_at: instant,
  attempts: whole,
  /** When a waiting one is sent next; null for at once. */
  next_attempt_at: z.nullable(instant),
  last_attempt: z.nullable(z.strictObject(attempt)),
});
export type OutgoingDelivery = z.output<typeof outgoingDelivery>;

export const outgoingDeliveryDetails = z.extend(outgoingDelivery, {
  /** What is sent. */
  message: webhookMessage,
  /** Newest first, with the first 2,000 characters of each answer. */
  attempt_log: z.array(z.strictObject({ number: whole, ...attempt, answer: z.string() })),
});
export type OutgoingDeliveryDetails = z.output<typeof outgoingDeliveryDetails>;

export const testWebhookEndpoint = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/webhooks/{endpoint_id}/test',
  summary: 'Send a test event to an endpoint now, with one attempt',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'shop',
  status: 202,
  params: endpointParams,
  reply: outgoingDelivery,
  refusals: ['not_found', 'conflict'],
  perMinute: 30,
});

export const listOutgoingDeliveries = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/webhooks/{endpoint_id}/deliveries',
  summary: 'What was sent to an endpoint in the last 30 days and what came of it, newest first',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'shop',
  params: endpointParams,
  query: z.strictObject({ state: z.optional(outgoingState), ...cursorQuery }),
  reply: z.array(outgoingDelivery),
  meta: cursorMeta,
  refusals: ['not_found'],
});

export const readOutgoingDelivery = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/webhooks/{endpoint_id}/deliveries/{outgoing_id}',
  summary: 'One event that was sent to an endpoint: its body, and the answer to each attempt',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'shop',
  params: deliveryParams,
  reply: outgoingDeliveryDetails,
  refusals: ['not_found'],
});

export const replayOutgoingDelivery = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/webhooks/{endpoint_id}/deliveries/{outgoing_id}/replay',
  summary: 'Send an event to an endpoint again now, with the same webhook-id; one that is waiting is sent at once',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'shop',
  status: 202,
  params: deliveryParams,
  reply: outgoingDelivery,
  refusals: ['not_found', 'conflict'],
});

export const replayFailedDeliveries = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/webhooks/{endpoint_id}/replay',
  summary: 'Send all events since a time again that failed or were missed, at most 10,000 at once, oldest first',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'shop',
  status: 202,
  params: endpointParams,
  body: z.strictObject({ since: instant }),
  reply: z.strictObject({ replayed: whole, remaining: whole }),
  refusals: ['not_found', 'conflict'],
});
