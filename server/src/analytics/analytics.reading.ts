import type { Context } from '../context.ts';
import { type AccountAccess, accessMerchantAccount } from '../creators/creators.access.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { type Range, type RangeInput, rangeOf } from './analytics.range.ts';
import { factsOf } from './analytics.views.ts';

export type Read = { tx: Tx; account: AccountAccess; range: Range; since: Date; now: Date };

/** Runs in the scope of the storefront's creator, so it can't read other rows. */
export async function reading<T>(
  ctx: Context,
  actor: Actor,
  accountId: string,
  input: RangeInput,
  read: (of: Read) => Promise<T>,
): Promise<T> {
  const account = await accessMerchantAccount(ctx, actor, accountId);
  const now = ctx.clock.now();
  const scope = { role: 'app', merchantId: account.merchantId, creatorId: account.creatorId } as const;
  return ctx.database.read(scope, async (tx) => {
    const { timeZone, since } = await factsOf(tx, account);
    return read({ tx, account, range: rangeOf(now, timeZone, input), since, now });
  });
}
