import type { Erasure } from '../platform/erasure.ts';

/** Discount codes belong to the brand and stay; they no longer earn anyone anything. */
export const eraseMemberships: Erasure = async (ctx, tx, user) => {
  await tx.deleteFrom('merchant_staff').where('user_id', '=', user.id).execute();
  await tx
    .updateTable('discount_codes')
    .set({ ended_at: ctx.clock.now() })
    .where('creator_id', '=', user.id)
    .where('ended_at', 'is', null)
    .execute();
};
