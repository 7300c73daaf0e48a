import { externalId } from '@vitrine/contract/values/fields.ts';
import type { Context } from '../context.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import { accessShop } from '../merchants/shop.access.ts';
import type { Actor, Person } from '../platform/actor.ts';
import { isId } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import { findOrder } from './orders.queries.ts';

/** Who views an order: the merchant (staff or shop) sees everything, a creator only what concerns them. */
export type Viewer = { kind: 'merchant' } | { kind: 'creator'; creatorId: string };
export type OrderAccess = { merchantId: string; viewer: Viewer };

/** An order_id from a URL. One that no shop could have sent is not found. */
export function orderIdIn(address: string): string {
  if (!externalId.safeParse(address).success) throw new Refusal('not_found');
  return address;
}

/**
 * Each brand is queried in its own scope. Which brands are the user's is read with the system role, as no scope is
 * known before.
 */
async function merchantsOfStaff(ctx: Context, actor: Person, merchant: string | undefined): Promise<string[]> {
  if (merchant !== undefined) return [(await accessBrand(ctx, actor, merchant)).merchantId];
  const rows = await ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .selectFrom('merchant_staff')
      .innerJoin('merchants', 'merchants.id', 'merchant_staff.merchant_id')
      .select('merchants.id')
      .where('merchant_staff.user_id', '=', actor.userId)
      .orderBy('merchant_staff.joined_at')
      .orderBy('merchants.id')
      .execute(),
  );
  return rows.map((row) => row.id);
}

async function findCandidacy(
  ctx: Context,
  creatorId: string,
  orderId: string,
  merchant: string | undefined,
): Promise<string | undefined> {
  const row = await ctx.database.as({ role: 'app', creatorId }, (tx) => {
    const found = tx
      .selectFrom('decision_candidates')
      .innerJoin('merchants', 'merchants.id', 'decision_candidates.merchant_id')
      .select('decision_candidates.merchant_id')
      .where('creator_id', '=', creatorId)
      .where('order_id', '=', orderId);
    if (merchant === undefined) return found.orderBy('merchants.slug').limit(1).executeTakeFirst();
    return found
      .where(isId(merchant) ? 'merchants.id' : 'merchants.slug', '=', merchant)
      .limit(1)
      .executeTakeFirst();
  });
  return row?.merchant_id;
}

async function findAmong(ctx: Context, merchantIds: readonly string[], orderId: string): Promise<OrderAccess> {
  for (const merchantId of merchantIds) {
    const order = await ctx.database.as({ role: 'app', merchantId }, (tx) => findOrder(tx, merchantId, orderId));
    if (order) return { merchantId, viewer: { kind: 'merchant' } };
  }
  throw new Refusal('not_found');
}

/**
 * The only way to load an order's decision. A creator must be one of its candidates; others' orders look missing.
 * `merchant` (slug or id) is needed only if two brands use the same order_id.
 */
export async function accessDecision(
  ctx: Context,
  actor: Actor,
  orderId: string,
  merchant: string | undefined,
): Promise<OrderAccess> {
  if (merchant !== undefined && !isId(merchant) && !/^[a-z0-9-]+$/.test(merchant)) throw new Refusal('not_found');
  if (actor.kind === 'shop') return findAmong(ctx, [accessShop(actor, 'orders:read', 'orders:write')], orderId);
  if (actor.kind !== 'person') throw new Refusal('not_found');
  if (actor.principal === 'brand') return findAmong(ctx, await merchantsOfStaff(ctx, actor, merchant), orderId);
  const merchantId = await findCandidacy(ctx, actor.userId, orderId, merchant);
  if (merchantId === undefined) throw new Refusal('not_found');
  return { merchantId, viewer: { kind: 'creator', creatorId: actor.userId } };
}
