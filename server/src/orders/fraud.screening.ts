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
  /**
   * How many clicks of that hour won orders. Each is a visit of the hour for the rules, while an older click may have led to
   * an earlier order. If one click is named by orders that others won, the rules count fewer; reviews in hindsight see that.
   */
  visits: number;
  /** Of the same visitor, orders of that hour that came too soon after their click; or of anyone, if they are too few. */
  tooFast: number;
  /** How many hits of the click's visitor there are in the minutes before the click. */
  fromVisitor: number;
};

/** The time in a click's id is in whole milliseconds. */
const roundingMs = 2;
/** For half of a bot's visits, `visitorCustomers` of them or more. */
const fewTooFast = Math.floor(visitorCustomers / 2);

/** Whether an order came so soon after its click that it can be part of what a rule finds. */
export const isTooFast = (delay: number): boolean => delay < tooFastMs + roundingMs;

/** Whether so few orders came too soon that it doesn't matter whose they are. `others` are without the order itself. */
export const areFewTooFast = (others: number): boolean => others < fewTooFast;

/** Could the order be part of a bot farm? One visitor's delays are too short, or most delays are the same. */
function isHurried(order: SeenOrder, { delays, visits, tooFast }: OrderSurroundings): boolean {
  if (order.click === null || order.code !== null) return false;
  const own = delayOf(order);
  const all = [...delays, own];
  return (
    tooFast + (isTooFast(own) ? 1 : 0) > fewTooFast ||
    densest(all, sameDelayMs + roundingMs) >= Math.max(sameDelayOrders, visits) * sameDelayShare
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
