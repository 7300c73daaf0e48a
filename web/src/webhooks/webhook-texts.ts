import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { EndpointOffReason, OutgoingDelivery, OutgoingFault, OutgoingState } from '@vitrine/contract/webhooks.ts';
import type { SubscribedEvent, WebhookEventType } from '@vitrine/contract/webhooks.events.ts';

/** What an event is about, with the type that requests contain. */
export const eventNames = {
  'order.decided': msg`Order decided`,
  'commission.changed': msg`Commission changed`,
  'payout.changed': msg`Payout changed`,
  'creator.joined': msg`Creator joined`,
  'terms.published': msg`Terms published`,
  'webhook.test': msg`Test event`,
} satisfies Record<WebhookEventType, MessageDescriptor>;

/** The events that can be chosen, in the order of the form. Not from the contract, which would load its schemas. */
export const eventChoices: readonly SubscribedEvent[] = [
  'order.decided',
  'commission.changed',
  'payout.changed',
  'creator.joined',
  'terms.published',
];

export const outgoingStates = {
  waiting: msg`Waiting`,
  delivered: msg`Delivered`,
  failed: msg`Failed`,
  missed: msg`Missed`,
} satisfies Record<OutgoingState, MessageDescriptor>;

export function isOutgoingState(value: string | undefined): value is OutgoingState {
  return value !== undefined && Object.hasOwn(outgoingStates, value);
}

export function outgoingLook(state: OutgoingState): 'good' | 'wait' | 'bad' | undefined {
  if (state === 'delivered') return 'good';
  return state === 'waiting' ? 'wait' : 'bad';
}

export const offReasons = {
  by_brand: msg`You turned this webhook off. What happens meanwhile isn’t sent.`,
  failing: msg`We turned this webhook off because no request succeeded for three days. We keep what it misses for 30 days: turn it on when your address works again, and replay it.`,
  gone: msg`We turned this webhook off because your address answered with 410. We keep what it misses for 30 days.`,
} satisfies Record<EndpointOffReason, MessageDescriptor>;

const unreachable = msg`We couldn’t reach this address. Check its spelling: it must be public on the internet.`;

const faults = {
  address_refused: msg`Webhooks can’t go to this address, so we didn’t send it.`,
  name_not_found: unreachable,
  unreachable,
  certificate_invalid: msg`The certificate of this address isn’t valid.`,
  timed_out: msg`There was no complete answer within 10 seconds.`,
  broken: msg`The connection ended before the answer did.`,
} satisfies Record<OutgoingFault, MessageDescriptor>;

type Attempt = NonNullable<OutgoingDelivery['last_attempt']>;

/** What came of an attempt: the status of the answer, or why there was none. */
export function attemptText({ status, fault }: Pick<Attempt, 'status' | 'fault'>): string | MessageDescriptor {
  return fault ? faults[fault] : t`Answered with ${String(status)}`;
}
