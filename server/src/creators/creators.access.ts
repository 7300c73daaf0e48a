import type { Context } from '../context.ts';
import type { Actor } from '../platform/actor.ts';
import { isId, isSlug } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';

export type AccountAccess = {
  merchantId: string;
  merchantAccountId: string;
  creatorId: string;
  merchantSlug: string;
  merchantDisplayName: string;
  currency: string;
};

/**
 * The only way for a creator to load a merchant account, by its id or the merchant's slug. One of another creator looks
 * missing.
 */
export async function accessMerchantAccount(ctx: Context, actor: Actor, account: string): Promise<AccountAccess> {
  if (actor.kind !== 'person' || actor.principal !== 'creator') throw new Refusal('not_found');
  if (!isSlug(account)) throw new Refusal('not_found');
  const [found] = await ctx.database.alone({ role: 'app', creatorId: actor.userId }, (tx) =>
    tx
      .selectFrom('merchant_accounts')
      .innerJoin('merchants', 'merchants.id', 'merchant_accounts.merchant_id')
      .select([
        'merchant_accounts.id',
        'merchant_accounts.merchant_id',
        'merchants.slug',
        'merchants.display_name',
        'merchants.currency',
      ])
      .where('merchant_accounts.creator_id', '=', actor.userId)
      .where('merchant_accounts.status', '<>', 'ended')
      .where((where) =>
        isId(account) ? where('merchant_accounts.id', '=', account) : where('merchants.slug', '=', account),
      ),
  );
  if (!found) throw new Refusal('not_found');
  return {
    merchantId: found.merchant_id,
    merchantAccountId: found.id,
    creatorId: actor.userId,
    merchantSlug: found.slug,
    merchantDisplayName: found.display_name,
    currency: found.currency,
  };
}
