import { plainRows, type Takeaway } from '../platform/takeaway.ts';

export const takeDiscountCodes: Takeaway = async (_ctx, tx, person) => ({
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
