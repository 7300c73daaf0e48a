import type { Side } from '@vitrine/contract/conversations.ts';
import type { Context } from '../context.ts';
import { accessMerchantAccount } from '../creators/creators.access.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import type { Actor } from '../platform/actor.ts';
import { isId } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';

/** A thread and the side of the caller. A thread has the id of its merchant account. */
export type ThreadAccess = {
  merchantId: string;
  threadId: string;
  creatorId: string;
  side: Side;
  userId: string;
  impersonated: boolean;
};

/** The scope of this side's transactions. */
export function scopeOf(thread: ThreadAccess) {
  return thread.side === 'creator'
    ? ({ role: 'app', creatorId: thread.creatorId } as const)
    : ({ role: 'app', merchantId: thread.merchantId } as const);
}

export async function accessOwnThread(ctx: Context, actor: Actor, account: string): Promise<ThreadAccess> {
  const { merchantId, merchantAccountId, creatorId } = await accessMerchantAccount(ctx, actor, account);
  return {
    merchantId,
    threadId: merchantAccountId,
    creatorId,
    side: 'creator',
    userId: creatorId,
    impersonated: actor.kind === 'person' && actor.impersonatedBy !== null,
  };
}

export async function accessBrandThread(
  ctx: Context,
  actor: Actor,
  merchant: string,
  account: string,
): Promise<ThreadAccess> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  if (actor.kind !== 'person' || !isId(account)) throw new Refusal('not_found');
  const [found] = await ctx.database.alone({ role: 'app', merchantId }, (tx) =>
    tx.selectFrom('threads').select('creator_id').where('merchant_id', '=', merchantId).where('id', '=', account),
  );
  if (!found) throw new Refusal('not_found');
  return {
    merchantId,
    threadId: account,
    creatorId: found.creator_id,
    side: 'brand',
    userId: actor.userId,
    impersonated: actor.impersonatedBy !== null,
  };
}
