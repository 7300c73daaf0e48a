import { type DataExport, plainRows } from '../platform/data-export.ts';

export const exportClaims: DataExport = async (_ctx, tx, person) => ({
  claims: plainRows(
    await tx
      .selectFrom('claims')
      .select(['merchant_account_id', 'id', 'order_name', 'placed_on', 'total', 'currency', 'answer', 'order_id'])
      .select(['created_at', 'state', 'note', 'sent_at', 'reply', 'replied_at', 'adjustment_id'])
      .where('creator_id', '=', person.userId)
      .orderBy('created_at')
      .execute(),
  ),
});
