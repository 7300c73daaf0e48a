import type { IncomingHttpHeaders } from 'node:http';
import type { ShopSource } from '@vitrine/contract/connections.ts';
import type { Context } from '../context.ts';
import type { ReportedDispute } from '../orders/orders.disputes.ts';
import type { NewOrder } from '../orders/orders.meaning.ts';
import type { ReportedRefund } from '../orders/orders.reported-refunds.ts';

/** A webhook call as it came. */
export type SentWebhook = { headers: IncomingHttpHeaders; raw: Buffer; requestId: string };
/** The brand that a webhook is for. */
export type WebhookBrand = { merchantId: string; clickParameter: string };

/** What a webhook says happened. Everything that a kind of shop reports becomes one of these. */
export type ShopEvent =
  | { kind: 'order'; order: NewOrder }
  | { kind: 'refund'; refund: ReportedRefund }
  | { kind: 'cancellation'; orderId: string }
  | { kind: 'dispute'; dispute: ReportedDispute };

/** A kind of shop software: how it signs webhooks, and what they mean. Applying them is the same for all kinds. */
export type ShopKind = {
  source: ShopSource;
  isSigned: (secret: string, sent: SentWebhook) => boolean;
  /** Its topic and its id, which is the same for each repetition. */
  namesOf: (sent: SentWebhook) => { topic: string; webhookId: string };
  parse: (raw: Buffer) => unknown;
  /** The body as it is stored: without the shopper's data. */
  storedBody: (ctx: Context, shop: WebhookBrand, body: unknown) => unknown;
  /** The order that it is about, also if the rest of its body is invalid. */
  orderNamed: (topic: string, body: unknown) => string | null;
  /** What a stored body says, in the order in which it happened; nothing for a topic that we don't use. Throws Unreadable. */
  eventsIn: (topic: string, body: unknown) => ShopEvent[];
};

/** An invalid webhook; stored with the name of the field, for the brand to see. */
export class Unreadable extends Error {
  constructor(field: string) {
    super(`unreadable: ${field}`);
  }
}
