import { plainRows, type DataExport } from '../platform/data-export.ts';

export const exportDiscountCodes: DataExport = async (_ctx, tx, person) => ({
  discount_codes: plainRows(
    await tx
      .selectFrom('discount_codes')
      .select(['merchant_account_id', 'code', 'created_at', 'ended_at'])
      .where('creator_id', '=', person.userId)
      .orderBy('created_at')
      .orderBy('code')
      .execute(),
  ),
});
