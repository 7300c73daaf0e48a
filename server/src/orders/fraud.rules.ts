// The fraud rules. Each finds a pattern in a creator's recent orders and names the orders in it. The same rules run
// when an order is decided, on what is known by then, and in hindsight, when the pattern is complete. A finding holds a
// commission for the brand's review; it never reverses anything.
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
