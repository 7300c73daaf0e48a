import {
  type BrandRole,
  brandRole,
  type BrandRight,
  mayInBrand,
  rolesWith,
} from '@vitrine/contract/values/brand-roles.ts';
import type { Context } from '../context.ts';
import type { Actor } from '../platform/actor.ts';
import { isId, isSlug } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';

export type BrandAccess = {
  merchantId: string;
  slug: string;
  displayName: string;
  currency: string;
  role: BrandRole;
  /** In which its console shows times and counts days. */
  timeZone: string;
};

/** Says who can do what somebody's role can't. */
function refuseRole(role: BrandRole, right: BrandRight): Refusal {
  const able = new Intl.ListFormat('en', { type: 'disjunction' }).format(rolesWith(right));
  return new Refusal('forbidden', {
    message: `Your role at this brand, ${role}, can’t do this. It needs the role ${able}; an owner can change yours.`,
  });
}

/**
 * The only access of staff to their brand, by slug or id. Another brand looks as if it didn't exist; a call that the
 * role does not allow is forbidden. Uses the system role, because the scope is not known before.
 */
export async function accessBrand(ctx: Context, actor: Actor, merchant: string): Promise<BrandAccess> {
  if (actor.kind !== 'person' || actor.principal !== 'brand') throw new Refusal('not_found');
  if (!isSlug(merchant)) throw new Refusal('not_found');
  const [found] = await ctx.database.alone({ role: 'system' }, (tx) =>
    tx
      .selectFrom('merchant_staff')
      .innerJoin('merchants', 'merchants.id', 'merchant_staff.merchant_id')
      .select([
        'merchants.id',
        'merchants.slug',
        'merchants.display_name',
        'merchants.currency',
        'merchant_staff.role',
        'merchants.time_zone',
      ])
      .where('merchant_staff.user_id', '=', actor.userId)
      .where((where) =>
        isId(merchant) ? where('merchants.id', '=', merchant) : where('merchants.slug', '=', merchant),
      ),
  );
  if (!found) throw new Refusal('not_found');
  if (actor.right === undefined) throw new Error('this call does not say what it needs at a brand');
  const role = brandRole.parse(found.role);
  if (!mayInBrand(role, actor.right)) throw refuseRole(role, actor.right);
  return {
    merchantId: found.id,
    slug: found.slug,
    displayName: found.display_name,
    currency: found.currency,
    role,
    timeZone: found.time_zone,
  };
}
