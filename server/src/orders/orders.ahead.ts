import type { Tx } from '../platform/database/database.ts';
import { groupAt } from '../groups/groups.moves.ts';
import { termsAt } from '../terms/terms.service.ts';
import { attribute } from './attribution.ts';
import { type Circumstances, readCircumstances } from './orders.circumstances.ts';
import { type Screening, screen } from './fraud.decision.ts';
import type { LoadedFacts } from './orders.facts.ts';

/** The terms at the click, and the group that the creator was in then. */
type OrderTerms = { version: Awaited<ReturnType<typeof termsAt>>; groupId: string | null };

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
export type Ahead = { terms: OrderTerms & { circumstances: Circumstances }; screening: Screening };

/** Reads it as soon as the winner is known. Whether the winner is the buyer is not known yet, and changes none of it. */
export async function readAhead(tx: Tx, loaded: LoadedFacts): Promise<Ahead | undefined> {
  const attribution = attribute(loaded.facts);
  if (attribution.kind !== 'won') return undefined;
  const [terms, screening] = await Promise.all([
    termsAhead(tx, loaded, attribution.winner.merchantAccountId, attribution.termsAt),
    screen(tx, loaded, attribution),
  ]);
  return { terms, screening };
}

/** What the terms depend on is read after them: one more round trip, if they depend on anything. */
async function termsAhead(
  tx: Tx,
  { order }: LoadedFacts,
  merchantAccountId: string,
  at: Date,
): Promise<Ahead['terms']> {
  const { version: terms, groupId } = await orderTerms(tx, order.merchant_id, merchantAccountId, at);
  const circumstances = terms ? await readCircumstances(tx, order, { ...terms, merchantAccountId, groupId }) : {};
  return { version: terms, groupId, circumstances };
}
