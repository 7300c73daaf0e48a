import type { Tx } from '../platform/database/database.ts';
import { termsAt } from '../terms/terms.service.ts';
import { attribute } from './attribution.ts';
import { type Screening, screen } from './fraud.decision.ts';
import type { LoadedFacts } from './orders.facts.ts';

/** What a decision needs about the order's winner. */
export type Ahead = { terms: Awaited<ReturnType<typeof termsAt>>; screening: Screening };

/** Reads it as soon as the winner is known. Whether the winner is the buyer is not known yet, and changes none of it. */
export async function readAhead(tx: Tx, loaded: LoadedFacts): Promise<Ahead | undefined> {
  const attribution = attribute(loaded.facts);
  if (attribution.kind !== 'won') return undefined;
  const [terms, screening] = await Promise.all([
    termsAt(tx, loaded.order.merchant_id, attribution.termsAt),
    screen(tx, loaded, attribution),
  ]);
  return { terms, screening };
}
