import { type DataExport, plainRows } from '../platform/data-export.ts';

/** When and why operators suspended the creator or brands paused them, and what came of the objections. */
export const exportSuspensions: DataExport = async (_ctx, tx, person) => ({
  suspensions: plainRows(
    await tx
      .selectFrom('suspensions')
      .select(['merchant_account_id', 'id', 'category', 'reason', 'started_at', 'object_until'])
      .select(['objection', 'objected_at', 'due_at', 'objection_state', 'answer', 'answered_at'])
      .select(['ended_at', 'outcome', 'end_reason'])
      .where('creator_id', '=', person.userId)
      .orderBy('started_at')
      .orderBy('id')
      .execute(),
  ),
});
