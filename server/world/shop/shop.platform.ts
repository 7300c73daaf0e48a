import type { Html } from '../../src/platform/http/html.ts';
import type { ShopDatabase } from './shop.database.ts';
import type { StandInOrder, StandInRefund } from './shop.orders.ts';
import type { StandInProduct, StandInShop } from './shop.stock.ts';
import type { WebhookQueue } from './shop.webhooks.ts';

/** A request to a page of a shop. */
export type ShopVisit = {
  database: ShopDatabase;
  queue: WebhookQueue;
  /** The address of Vitrine, for shops that call its API themselves. */
  portal: string;
  shop: StandInShop;
  /** The address of the shop without a path. */
  origin: string;
  url: URL;
  params: Readonly<Record<string, string | undefined>>;
  cookies: ReadonlyMap<string, string>;
  form: URLSearchParams;
  /** The body if it is JSON. */
  json: unknown;
};

export type ShopAnswer = {
  status?: number;
  /** A page, or what is sent as JSON. */
  body?: Html | string | Uint8Array | object;
  type?: string;
  location?: string;
  cookies?: readonly string[];
};

export type ShopRoute = readonly [
  method: 'GET' | 'POST',
  path: string,
  answer: (visit: ShopVisit) => ShopAnswer | Promise<ShopAnswer>,
];

/** What the shop tells others about. */
export type ShopNews =
  | { kind: 'placed'; order: StandInOrder }
  | { kind: 'refunded'; order: StandInOrder; refund: StandInRefund }
  | { kind: 'canceled'; order: StandInOrder };

export type OutgoingWebhook = { topic: string; body: object };
export type SentEndpoint = { id: number; secret: string };
export type SentAttempt = { id: number; event: string; topic: string; body: string; createdAt: string };

/** How one platform behaves. */
export type PlatformRules = {
  name: string;
  /** Where the shop has its pages. */
  paths: { category: string; about: string; cart: string | null; product(product: StandInProduct): string };
  routes: readonly ShopRoute[];
  /** The pages for the owner that connect the shop to others; null: the shop has no pages for its owner. */
  connect: { routes: readonly ShopRoute[]; page(visit: ShopVisit): Html } | null;
  /** What is in the head of every page before the owner's own tags. */
  head(visit: ShopVisit): Html | undefined;
  /** What is at the foot of every page after the usual line. */
  foot?(visit: ShopVisit): Html;
  /** How a shopper buys a product on its page. */
  buy(visit: ShopVisit, product: StandInProduct): Html;
  webhooksOf(shop: StandInShop, origin: string, news: ShopNews): OutgoingWebhook[];
  newEventId(): string;
  headersOf(shop: StandInShop, endpoint: SentEndpoint, attempt: SentAttempt): Record<string, string>;
  /** The waits before the next attempts of a webhook that wasn't accepted. */
  retryAfterMs: readonly number[];
  /** An endpoint is turned off after so many failures in a row. */
  offAfterFailures: number;
  /** A cancellation also pays everything back. */
  cancelRefunds: boolean;
};
