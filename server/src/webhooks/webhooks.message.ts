import { type WebhookMessage, webhookEventType, webhookMessages } from '@vitrine/contract/webhooks.events.ts';

/** The body of an event, with its fields in the order of the contract, which the database doesn't keep. */
export function messageOf(event: { type: string; created_at: Date; data: unknown }): WebhookMessage {
  const type = webhookEventType.parse(event.type);
  const message = { type, timestamp: event.created_at.toISOString(), data: event.data };
  const known = webhookMessages[type].safeParse(message);
  // An event that an earlier version wrote is sent as it was written.
  return known.success ? known.data : { ...message, data: Object(event.data) };
}
