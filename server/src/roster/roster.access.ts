import { lockAccount, type LockedAccount } from '../creators/account.periods.ts';
import { accessBrand, type BrandAccess } from '../merchants/merchants.access.ts';
import type { Context } from '../context.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { isId } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';

/** Where a call finds a creator. */
export type CreatorPlace = { merchant: string; merchant_account_id: string };
/** A creator of a brand, for its staff. */
export type CreatorAccess = {
  brand: BrandAccess;
  merchantAccountId: string;
  creatorId: string;
  joinedAt: Date;
  /** Who calls. */
  staffId: string;
};

export function staffIdOf(actor: Actor): string {
  if (actor.kind !== 'person') throw new Refusal('not_found');
  return actor.userId;
}

/** The only way for staff to load a creator. One of another brand looks missing. */
export async function accessCreator(ctx: Context, actor: Actor, place: CreatorPlace): Promise<CreatorAccess> {
  const brand = await accessBrand(ctx, actor, place.merchant);
  const { merchantId } = brand;
  if (!isId(place.merchant_account_id)) throw new Refusal('not_found');
  const [found] = await ctx.database.alone({ role: 'app', merchantId }, (tx) =>
    tx
      .selectFrom('merchant_accounts')
      .select(['id', 'creator_id', 'joined_at'])
      .where('merchant_id', '=', merchantId)
      .where('id', '=', place.merchant_account_id),
  );
  if (!found) throw new Refusal('not_found');
  return {
    brand,
    merchantAccountId: found.id,
    creatorId: found.creator_id,
    joinedAt: found.joined_at,
    staffId: staffIdOf(actor),
  };
}

/** The account, locked until the end of the transaction. */
export async function lockCreator(tx: Tx, { brand, merchantAccountId }: CreatorAccess): Promise<LockedAccount> {
  const locked = await lockAccount(tx, brand.merchantId, merchantAccountId);
  if (!locked) throw new Refusal('not_found');
  return locked;
}
