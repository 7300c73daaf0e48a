import { plainRows, type DataExport } from '../platform/data-export.ts';

export const exportClosure: DataExport = async (_ctx, tx, person) => ({
  closures: plainRows(
    await tx
      .selectFrom('closures')
      .select(['requested_at', 'erase_after', 'gives_up_money'])
      .where('user_id', '=', person.userId)
      .execute(),
  ),
});
