import type { Tx } from '../platform/database/database.ts';
import { groupAt } from '../groups/groups.moves.ts';
import { termsAt } from '../terms/terms.service.ts';
import { attribute } from './attribution.ts';
import { type Screening, screen } from './fraud.decision.ts';
import type { LoadedFacts } from './orders.facts.ts';

/** The terms at the click, and the group that the creator was in then. */
export type OrderTerms = { version: Awaited<ReturnType<typeof termsAt>>; groupId: string | null };

/**
 * The same whenever it is read: versions and moves are never changed, and none takes effect before it was written.
 */
export async function orderTerms(tx: Tx, merchantId: string, merchantAccountId: string, at: Date): Promise<OrderTerms> {
  const [version, groupId] = await Promise.all([
    termsAt(tx, merchantId, at),
    groupAt(tx, merchantId, merchantAccountId, at),
  ]);
  return { version, groupId };
}

/** What a decision needs about the order's winner. */
export type Ahead = { terms: OrderTerms; screening: Screening };

/** Reads it as soon as the winner is known. Whether the winner is the buyer is not known yet, and changes none of it. */
export async function readAhead(tx: Tx, loaded: LoadedFacts): Promise<Ahead | undefined> {
  const attribution = attribute(loaded.facts);
  if (attribution.kind !== 'won') return undefined;
  const [terms, screening] = await Promise.all([
    orderTerms(tx, loaded.order.merchant_id, attribution.winner.merchantAccountId, attribution.termsAt),
    screen(tx, loaded, attribution),
  ]);
  return { terms, screening };
}
