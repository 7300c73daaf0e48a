// The fraud rules. Each finds a pattern in a creator's recent orders and names the orders that are part of it. The same
// rules are asked when an order is decided, over what is there by then, and in hindsight, when the pattern is whole. A
// finding holds a commission for the brand to look at; it never takes anything.
import { botFarm, clickFlood, clickReuse, hiddenFrame, lastSecondClick } from './fraud.clicks.ts';
import type { CreatorHistory, Finding } from './fraud.facts.ts';
import { brandBidding, codeHijack, codeLeak, countryMismatch, refundCycling } from './fraud.patterns.ts';

const rules = [
  clickReuse,
  clickFlood,
  hiddenFrame,
  botFarm,
  codeLeak,
  codeHijack,
  lastSecondClick,
  refundCycling,
  countryMismatch,
  brandBidding,
];

export function findPatterns(history: CreatorHistory): Finding[] {
  const orders = history.orders.toSorted((a, b) => a.placedAt.getTime() - b.placedAt.getTime());
  return rules.flatMap((rule) => rule({ ...history, orders }));
}
