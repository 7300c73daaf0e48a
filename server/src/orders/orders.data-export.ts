import { plainRows, type DataExport } from '../platform/data-export.ts';

/** For each order that could have earned the creator something: by which click or code, and what was decided. */
export const takeCandidacies: DataExport = async (_ctx, tx, person) => ({
  order_candidacies: plainRows(
    await tx
      .selectFrom('decision_candidates')
      .select(['merchant_account_id', 'order_id', 'via', 'reference', 'touched_at', 'verdict'])
      .where('creator_id', '=', person.userId)
      .orderBy('order_id')
      .orderBy('position')
      .execute(),
  ),
});
