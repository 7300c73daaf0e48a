import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Actor } from '../platform/actor.ts';
import { isId, isSlug } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import { accountPeriods, accountPeriodsJson, periodAt } from './account.periods.ts';

export type AccountAccess = {
  merchantId: string;
  merchantAccountId: string;
  creatorId: string;
  merchantSlug: string;
  merchantDisplayName: string;
  currency: string;
  /** What its brand or an operator made of it; undefined: it is active. */
  stopped: 'paused' | 'suspended' | 'ended' | undefined;
};

/**
 * The only way for a creator to load a merchant account, by its id or the merchant's slug. One of another creator looks
 * missing. What has ended can still be read, exported and cashed out; `accessActiveAccount` is for changes.
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
        accountPeriodsJson(sql.ref('merchant_accounts.id')).as('periods'),
      ])
      .where('merchant_accounts.creator_id', '=', actor.userId)
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
    stopped: periodAt(accountPeriods(found.periods), ctx.clock.now())?.kind,
  };
}

/** The same for changes of what shoppers see, which a paused or ended account can't make. */
export async function accessActiveAccount(ctx: Context, actor: Actor, account: string): Promise<AccountAccess> {
  const found = await accessMerchantAccount(ctx, actor, account);
  const brand = found.merchantDisplayName;
  if (found.stopped === 'ended')
    throw new Refusal('account_ended', {
      message: `Your work with ${brand} has ended, so this can’t be changed any more. You can still read and export everything, and cash out what is yours.`,
    });
  if (found.stopped === 'suspended') throw new Refusal('account_suspended');
  if (found.stopped === 'paused')
    throw new Refusal('account_paused', {
      message: `${brand} has paused your account, so this can’t be changed until it is resumed. You can read and export everything, write to the brand, cash out what is yours, and object on the page Suspensions.`,
    });
  return found;
}

/** Whether a creator has an account that is not active, at any brand or at the one with this slug. */
export async function hasStoppedAccount(
  ctx: Context,
  { creatorId, slug }: { creatorId: string; slug?: string | undefined },
): Promise<boolean> {
  const [found] = await ctx.database.alone({ role: 'app', creatorId }, (tx) =>
    tx
      .selectFrom('merchant_accounts')
      .innerJoin('merchants', 'merchants.id', 'merchant_accounts.merchant_id')
      .select('merchant_accounts.id')
      .where('merchant_accounts.creator_id', '=', creatorId)
      .where('merchant_accounts.status', '<>', 'active')
      .$if(slug !== undefined, (at) => at.where('merchants.slug', '=', slug ?? ''))
      .limit(1),
  );
  return found !== undefined;
}
