// Could a fraud rule find this order? A creator's recent orders are too much to read for each order, so this looks at a few
// counts first. It may suspect an order in which no rule finds anything, but it must never clear one in which a rule does:
// each condition is that of a rule, or weaker.
import {
  densest,
  floodHits,
  isEmbedded,
  lastSecondMs,
  sameDelayMs,
  sameDelayOrders,
  sameDelayShare,
  tooFastMs,
  visitorCustomers,
} from './fraud.clicks.ts';
import type { CodeUsage, SeenOrder } from './fraud.facts.ts';
import { groupRefunds, leakOrders, searchAdOf } from './fraud.patterns.ts';
import { delayOf } from './fraud.windows.ts';

/** What is near an order at its creator. */
export type OrderSurroundings = {
  /** Does another order name the same click? */
  sharesClick: boolean;
  /** Are there other hits of the click's browser on the creator's links? */
  sharesBrowser: boolean;
  /** Other orders of the same shopper at the brand, counted up to a few. */
  ofCustomer: number;
  /** From click to order, in milliseconds, of the orders that clicks won in the hour before. */
  delays: readonly number[];
  /** How many hits of the click's visitor there are in the minutes before the click. */
  fromVisitor: number;
};

/** The time in a click's id is in whole milliseconds. */
const roundingMs = 2;

/** Could the order be part of a bot farm? Several orders whose delays are alike, or too short. */
function isHurried(order: SeenOrder, { delays }: OrderSurroundings): boolean {
  if (order.click === null || order.code !== null) return false;
  const all = [...delays, delayOf(order)];
  const tooFast = all.filter((delay) => delay < tooFastMs + roundingMs).length;
  return (
    tooFast > Math.floor(visitorCustomers / 2) ||
    densest(all, sameDelayMs + roundingMs) >= sameDelayOrders * sameDelayShare
  );
}

/** Could a shopper have bought at another creator's expense, or by an ad on the brand's name? */
function isDiverted(order: SeenOrder): boolean {
  const { click, code, country, hasRival } = order;
  if (click === null) return code !== null && hasRival;
  return (
    (hasRival && delayOf(order) <= lastSecondMs) ||
    (country !== '' && click.country !== '' && country !== click.country) ||
    searchAdOf(order) !== ''
  );
}

/** Could any rule find the order? `usage` is that of its code. */
export function isSuspect(order: SeenOrder, near: OrderSurroundings, usage: readonly CodeUsage[]): boolean {
  return (
    near.sharesClick ||
    near.sharesBrowser ||
    near.ofCustomer >= groupRefunds ||
    near.fromVisitor >= floodHits ||
    usage.some(({ touchless }) => touchless >= leakOrders) ||
    isEmbedded(order) ||
    isHurried(order, near) ||
    isDiverted(order)
  );
}
