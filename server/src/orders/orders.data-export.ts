import { sql } from 'kysely';
import { rowPieces, type DataExport } from '../platform/data-export.ts';

/** The orders for which the creator was a candidate: by which click or code, and the decision. */
export const exportCandidacies: DataExport = async (_ctx, tx, person) => ({
  order_candidacies: rowPieces(
    tx,
    tx
      .selectFrom('decision_candidates')
      .select(['merchant_account_id', 'order_id', 'via', 'reference', 'touched_at', 'verdict'])
      .select(sql<string | null>`order_reference(merchant_id, order_id)`.as('order_reference'))
      .where('creator_id', '=', person.userId)
      .orderBy('order_id')
      .orderBy('position'),
  ),
});
