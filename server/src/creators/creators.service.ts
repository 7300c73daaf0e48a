// A creator works with a brand through a merchant account: their storefront there, their terms, their ledger.
import type { Context } from '../context.ts';
import { newId } from '../platform/ids.ts';

/** Opens a creator's account at a brand; answers its id. A second account at the same brand is refused by the database. */
export async function openMerchantAccount(ctx: Context, merchantId: string, creatorId: string): Promise<string> {
  const now = ctx.clock.now();
  const id = newId(now);
  await ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .insertInto('merchant_accounts')
      .values({ merchant_id: merchantId, id, creator_id: creatorId, joined_at: now })
      .execute(),
  );
  return id;
}
