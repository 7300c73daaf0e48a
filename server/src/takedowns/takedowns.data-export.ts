import { plainRows, type DataExport } from '../platform/data-export.ts';

export const exportTakedowns: DataExport = async (_ctx, tx, person) => ({
  takedowns: plainRows(
    await tx
      .selectFrom('takedowns')
      .select(['id', 'subject_kind', 'address', 'category', 'reason', 'taken_down_at', 'lifted_at', 'lift_reason'])
      .where('creator_id', '=', person.userId)
      .orderBy('taken_down_at')
      .execute(),
  ),
  counter_notices: plainRows(
    await tx
      .selectFrom('counter_notices')
      .selectAll()
      .where('user_id', '=', person.userId)
      .orderBy('received_at')
      .execute(),
  ),
});
