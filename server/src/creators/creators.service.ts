// A creator works with a brand through a merchant account: their storefront there, their terms, their ledger.
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';

/**
 * Opens a creator's account at a brand in the caller's transaction and returns its id. The database refuses a second
 * one.
 */
export async function addMerchantAccount(ctx: Context, tx: Tx, merchantId: string, creatorId: string): Promise<string> {
  const now = ctx.clock.now();
  const id = newId(now);
  await tx
    .insertInto('merchant_accounts')
    .values({ merchant_id: merchantId, id, creator_id: creatorId, joined_at: now })
    .execute();
  return id;
}

export async function openMerchantAccount(ctx: Context, merchantId: string, creatorId: string): Promise<string> {
  return ctx.database.as({ role: 'system' }, (tx) => addMerchantAccount(ctx, tx, merchantId, creatorId));
}

/** New orders earn this creator nothing; what they have earned stays theirs. */
export async function pauseAccountsOf(tx: Tx, creatorId: string): Promise<void> {
  await tx
    .updateTable('merchant_accounts')
    .set({ status: 'paused' })
    .where('creator_id', '=', creatorId)
    .where('status', '=', 'active')
    .execute();
}
