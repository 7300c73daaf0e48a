import { type DataExport, plainRows } from '../platform/data-export.ts';

export const exportAdjustments: DataExport = async (_ctx, tx, person) => ({
  adjustments: plainRows(
    await tx
      .selectFrom('adjustments')
      .select(['merchant_account_id', 'id', 'kind', 'amount', 'currency', 'reason', 'given_at', 'payout_id'])
      .where('creator_id', '=', person.userId)
      .orderBy('given_at')
      .execute(),
  ),
});
