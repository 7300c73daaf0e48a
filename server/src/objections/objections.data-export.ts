import { type DataExport, plainRows } from '../platform/data-export.ts';

export const exportObjections: DataExport = async (_ctx, tx, person) => ({
  objections: plainRows(
    await tx
      .selectFrom('objections')
      .select(['merchant_account_id', 'id', 'order_id', 'commission_id', 'body', 'created_at', 'due_at'])
      .select(['state', 'answer', 'answered_at'])
      .where('creator_id', '=', person.userId)
      .orderBy('created_at')
      .execute(),
  ),
});
