// The input of the fraud rules: the recent orders of one creator at one brand, each with its click. Shoppers appear
// only as keyed hashes.

export const dayMs = 86_400_000;
export const hourMs = 3_600_000;

/** The creator's click of an order. */
export type SeenClick = {
  at: Date;
  /** Keyed hash of the browser mark; '' for a browser that sent none. */
  browser: string;
  /** Hash of address, browser and language with the day's salt. */
  visitor: string;
  country: string;
  /** The purpose that the browser stated; begins with `embedded` if it was not a navigation. */
  purpose: string;
  referrerHost: string;
  utm: { source: string; medium: string; term: string };
  /** The ad network's own click parameter on the link, like `gclid`; '' if none. */
  searchAd: string;
};

export type SeenOrder = {
  orderId: string;
  placedAt: Date;
  /** The code that earned, or null if a click did. */
  code: string | null;
  clickId: string | null;
  click: SeenClick | null;
  /** Keyed hash of the buyer's mailbox; null if the shop sent none. */
  customer: string | null;
  /** Another creator of the brand had a click of the same shopper within the window. */
  hasRival: boolean;
  /** All of it was refunded. */
  isRefunded: boolean;
  /** Of the billing address; '' if unknown. */
  country: string;
};

/** How the current order's code is used. */
export type CodeUsage = {
  code: string;
  createdAt: Date;
  /** Orders of the last 24 hours with the code and without a click of its creator. */
  touchless: number;
  /** The most such orders in one day of the four weeks before. */
  usualMost: number;
  /** Clicks on the creator's links in the last 24 hours. */
  clicks: number;
};

/** Hits on the creator's links in the minutes before the current click. */
export type HitBurst = { orderId: string; fromVisitor: number; all: number };

export type CreatorHistory = {
  /** The names by which people search for the brand. */
  brandNames: readonly string[];
  /** Oldest first. */
  orders: readonly SeenOrder[];
  codes: readonly CodeUsage[];
  bursts: readonly HitBurst[];
};

export const fraudRules = [
  'click_reuse',
  'click_flood',
  'hidden_frame',
  'bot_farm',
  'code_leak',
  'code_hijack',
  'last_second_click',
  'refund_cycling',
  'country_mismatch',
  'brand_bidding',
  'creator_ring',
  'duplicate_account',
] as const;
export type FraudRule = (typeof fraudRules)[number];

/** A pattern, the orders that are part of it, and the figures behind it. */
export type Finding = { rule: FraudRule; orderIds: readonly string[]; evidence: Record<string, string> };
