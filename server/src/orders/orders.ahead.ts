import type { Tx } from '../platform/database/database.ts';
import { groupAt } from '../groups/groups.moves.ts';
import { termsAt } from '../terms/terms.service.ts';
import { attribute } from './attribution.ts';
import { type Circumstances, dependsOnMonth, readCircumstances } from './orders.circumstances.ts';
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

/** What a decision needs about the order's winner. Without circumstances, the order must be decided by itself. */
export type Ahead = { terms: OrderTerms & { circumstances: Circumstances | undefined }; screening: Screening };

/**
 * Reads it as soon as the winner is known. Whether the winner is the buyer is not known yet, and changes none of it.
 * `isTogether`: other orders are decided in the same transaction.
 */
export async function readAhead(
  tx: Tx,
  loaded: LoadedFacts,
  { isTogether }: { isTogether: boolean },
): Promise<Ahead | undefined> {
  const attribution = attribute(loaded.facts);
  if (attribution.kind !== 'won') return undefined;
  const { winner, termsAt: at } = attribution;
  const [terms, screening] = await Promise.all([
    termsAhead(tx, loaded, { merchantAccountId: winner.merchantAccountId, at, isTogether }),
    screen(tx, loaded, attribution),
  ]);
  return { terms, screening };
}

/** What the terms depend on is read after them: one more round trip, if they depend on anything. */
async function termsAhead(
  tx: Tx,
  { order }: LoadedFacts,
  { merchantAccountId, at, isTogether }: { merchantAccountId: string; at: Date; isTogether: boolean },
): Promise<Ahead['terms']> {
  const { version: terms, groupId } = await orderTerms(tx, order.merchant_id, merchantAccountId, at);
  if (!terms) return { version: terms, groupId, circumstances: {} };
  const by = { ...terms, merchantAccountId, groupId };
  // What the month has reached includes the orders that are decided together with this one and not written yet.
  const circumstances = isTogether && dependsOnMonth(by) ? undefined : await readCircumstances(tx, order, by);
  return { version: terms, groupId, circumstances };
}
