import type { IncomingHttpHeaders } from 'node:http';
import type { ShopSource } from '@vitrine/contract/connections.ts';
import type { Context } from '../context.ts';
import type { CustomerHashes } from '../orders/orders.customer.ts';
import type { ReportedDispute } from '../orders/orders.disputes.ts';
import type { NewOrder } from '../orders/orders.meaning.ts';
import type { ReportedRefund } from '../orders/orders.reported-refunds.ts';

/** The shop's time zone, if the brand has entered one, and when the webhook came. */
export type ShopClock = { timeZone: string | null; receivedAt: Date };

/** Where shops of a kind send the webhooks of a brand; the host is that of the installation. */
export function webhookPath(kind: ShopSource, slug: string): string {
  return `/api/v1/integrations/${kind}/${slug}`;
}

/** A webhook call as it came. */
export type SentWebhook = { headers: IncomingHttpHeaders; raw: Buffer; requestId: string };
/** The brand that a webhook is for. */
export type WebhookBrand = {
  merchantId: string;
  /** The name of the click's parameter, and then former ones that are still read. */
  clickParameters: readonly string[];
};

/** An order as it is now, whether or not we know it already. A later state replaces an earlier one. */
export type OrderChange = {
  kind: 'change';
  order: NewOrder;
  /** Only then it is decided. Once paid, an order stays so. */
  isPaid: boolean;
  /** When the shop last changed it; null if it doesn't say: then another content is a conflict. */
  changedAt: Date | null;
};

/** What a shop asks on behalf of a shopper, or for all of them after it has removed the app. */
export type ReportedPrivacyRequest = {
  kind: 'data_request' | 'customer_redaction' | 'shop_redaction';
  /** The shop's own id of a request for data. */
  externalId: string | null;
  shopDomain: string;
  orderIds: readonly string[];
  customer: CustomerHashes;
};

/** What a webhook says happened. Everything that a kind of shop reports becomes one of these. */
export type ShopEvent =
  | { kind: 'order'; order: NewOrder }
  | OrderChange
  /** Its content follows with another event. */
  | { kind: 'announcement' }
  | { kind: 'refund'; refund: ReportedRefund }
  /** With a time, it counts only if the order hasn't changed since, and may be of an order that never came. */
  | { kind: 'cancellation'; orderId: string; at?: Date }
  /** An order that isn't paid yet is not stored: most of them are abandoned. */
  | { kind: 'unpaid'; orderId: string }
  | { kind: 'dispute'; dispute: ReportedDispute }
  /** The app was removed in the shop, at this time. */
  | { kind: 'removal'; at: Date }
  | { kind: 'privacy'; request: ReportedPrivacyRequest }
  /** Someone tried the connection. */
  | { kind: 'test' }
  /** What webhooks may wait for under these names is known now. */
  | { kind: 'noted'; names: readonly string[] }
  /** It can't be applied before something under this name is known, or until then. */
  | { kind: 'wait'; waitsFor: string; until: Date };

/** Is it about a live order or a test order? `unsaid`: it names an order, and only that order says so. */
export type OrderMode = 'live' | 'test' | 'unsaid';

/** Where a stored webhook came from. */
export type WebhookOrigin = ShopClock & { ctx: Context; merchantId: string };

/** A kind of shop software: how it signs webhooks, and what they mean. Applying them is the same for all kinds. */
export type ShopKind = {
  source: ShopSource;
  isSigned: (secret: string, sent: SentWebhook, at: Date) => boolean;
  /** Its topic and its id, which is the same for each repetition. */
  namesOf: (sent: SentWebhook) => { topic: string; webhookId: string };
  /** What a shop still sends after the app was removed there; for these topics its last secret stays valid for a while. */
  topicsAfterRemoval?: ReadonlySet<string>;
  parse: (raw: Buffer) => unknown;
  /** The body as it is stored: without the shopper's data. */
  storedBody: (ctx: Context, shop: WebhookBrand, body: unknown, sent: SentWebhook) => unknown;
  /** The order that it is about, also if the rest of its body is invalid. */
  orderNamed: (topic: string, body: unknown) => string | null;
  /** The mode of the order in a body, stored or as it came. */
  modeOf: (topic: string, body: unknown) => OrderMode;
  /**
   * What a stored body says, in the order in which it happened; nothing for a topic that we don't use. Throws Unreadable.
   * A kind whose webhooks refer to each other notes what connects them.
   */
  eventsIn: (topic: string, body: unknown, origin: WebhookOrigin) => ShopEvent[] | Promise<ShopEvent[]>;
};

/** An invalid webhook; stored with the name of the field, for the brand to see. */
export class Unreadable extends Error {
  constructor(field: string) {
    super(`unreadable: ${field}`);
  }
}
