import type { Context } from '../context.ts';
import type { Actor } from '../platform/actor.ts';
import { isId, isSlug } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';

export type BrandAccess = {
  merchantId: string;
  slug: string;
  displayName: string;
  currency: string;
  role: 'owner' | 'staff';
  /** The time zone of the viewer. */
  timeZone: string;
};

/**
 * The only access of staff to their brand, by slug or id. Another brand looks as if it didn't exist. Uses the system
 * role, because the scope is not known before.
 */
export async function accessBrand(ctx: Context, actor: Actor, merchant: string): Promise<BrandAccess> {
  if (actor.kind !== 'person' || actor.principal !== 'brand') throw new Refusal('not_found');
  if (!isSlug(merchant)) throw new Refusal('not_found');
  const [found] = await ctx.database.alone({ role: 'system' }, (tx) =>
    tx
      .selectFrom('merchant_staff')
      .innerJoin('merchants', 'merchants.id', 'merchant_staff.merchant_id')
      .innerJoin('users', 'users.id', 'merchant_staff.user_id')
      .select([
        'merchants.id',
        'merchants.slug',
        'merchants.display_name',
        'merchants.currency',
        'merchant_staff.role',
        'users.time_zone',
      ])
      .where('merchant_staff.user_id', '=', actor.userId)
      .where((where) =>
        isId(merchant) ? where('merchants.id', '=', merchant) : where('merchants.slug', '=', merchant),
      ),
  );
  if (!found) throw new Refusal('not_found');
  return {
    merchantId: found.id,
    slug: found.slug,
    displayName: found.display_name,
    currency: found.currency,
    role: found.role === 'owner' ? 'owner' : 'staff',
    timeZone: found.time_zone,
  };
}
