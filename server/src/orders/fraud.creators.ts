// Rules about the relations between a brand's creators. Applied in hindsight only, to all creators of the brand.
import type { Finding } from './fraud.facts.ts';

/** An order that one creator of the brand placed and another one earned. */
export type Purchase = { orderId: string; buyer: string; earner: string };

/** Creators are customers too, and friends buy from each other once. */
const ringOrders = 2;

/** Who buys from whom, if it happened more than once. */
function strongEdges(purchases: readonly Purchase[]): Map<string, Set<string>> {
  const counts = new Map<string, number>();
  const edges = new Map<string, Set<string>>();
  for (const { buyer, earner } of purchases) {
    if (buyer === earner) continue;
    const key = `${buyer} ${earner}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count >= ringOrders) edges.set(buyer, (edges.get(buyer) ?? new Set()).add(earner));
  }
  return edges;
}

/** The number of steps from one creator to another; undefined if there is no path. */
function stepsBetween(edges: ReadonlyMap<string, ReadonlySet<string>>, from: string, to: string): number | undefined {
  let reached = new Set([from]);
  const seen = new Set(reached);
  for (let steps = 0; reached.size > 0; steps += 1) {
    if (reached.has(to)) return steps;
    const next = [...reached].flatMap((creator) => [...(edges.get(creator) ?? [])]).filter((each) => !seen.has(each));
    for (const each of next) seen.add(each);
    reached = new Set(next);
  }
  return undefined;
}

/** A ring: each one buys through the next one's links until it closes. */
export function findRings(purchases: readonly Purchase[]): Finding[] {
  const edges = strongEdges(purchases);
  const byPair = Map.groupBy(purchases, ({ buyer, earner }) => `${buyer} ${earner}`);
  return [...byPair.values()].flatMap((pair): Finding[] => {
    const [first] = pair;
    if (!first || !edges.get(first.buyer)?.has(first.earner)) return [];
    const back = stepsBetween(edges, first.earner, first.buyer);
    if (back === undefined) return [];
    const evidence = { orders: String(pair.length), creators: String(back + 1) };
    return [{ rule: 'creator_ring', orderIds: pair.map(({ orderId }) => orderId), evidence }];
  });
}

export type CreatorAccount = {
  creatorId: string;
  openedAt: Date;
  /** Keyed hash of the creator's mailbox. */
  mailbox: string;
  browsers: readonly string[];
  /** Account holder and the end of the account number; '' without bank details. */
  bank: string;
};

export type Duplicate = { creatorId: string; sign: 'one_mailbox' | 'one_bank_account_and_browser' };

/**
 * Two accounts of one person; the younger one is the duplicate. A household shares a computer, and colleagues share a
 * network, so a browser alone means nothing.
 */
export function findDuplicates(accounts: readonly CreatorAccount[]): Duplicate[] {
  const oldestFirst = accounts.toSorted((a, b) => a.openedAt.getTime() - b.openedAt.getTime());
  const mailboxes = new Map<string, string>();
  const banks = new Map<string, CreatorAccount[]>();
  const found: Duplicate[] = [];
  for (const account of oldestFirst) {
    const { creatorId, mailbox, bank, browsers } = account;
    const others = (bank === '' ? undefined : banks.get(bank)) ?? [];
    const sharesBrowser = others.some((other) => other.browsers.some((browser) => browsers.includes(browser)));
    if (mailboxes.has(mailbox)) found.push({ creatorId, sign: 'one_mailbox' });
    else if (sharesBrowser) found.push({ creatorId, sign: 'one_bank_account_and_browser' });
    mailboxes.set(mailbox, creatorId);
    if (bank !== '') banks.set(bank, [...others, account]);
  }
  return found;
}
