// What a rule can be for: searched while typing.
import type { DataOf, QueryOf } from '@vitrine/contract/endpoint.ts';
import type { searchTermsTargets, TermsTargetKind } from '@vitrine/contract/terms.ts';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';

const mostTargets = 20;
type Found = DataOf<typeof searchTermsTargets>;

const searches: Record<TermsTargetKind, (tx: Tx, merchantId: string, pattern: string) => Promise<Found>> = {
  creator: (tx, merchantId, pattern) =>
    tx
      .selectFrom('merchant_accounts')
      .innerJoin('users', 'users.id', 'merchant_accounts.creator_id')
      .select([
        sql<string>`users.user_handle`.as('value'),
        sql<string>`users.display_name || ' (@' || users.user_handle || ')'`.as('name'),
      ])
      .where('merchant_accounts.merchant_id', '=', merchantId)
      .where('merchant_accounts.status', '<>', 'ended')
      .where('users.user_handle', 'is not', null)
      .where(sql<boolean>`(users.display_name ilike ${pattern} or users.user_handle ilike ${pattern})`)
      .orderBy('users.user_handle')
      .limit(mostTargets)
      .execute(),
  group: (tx, merchantId, pattern) =>
    tx
      .selectFrom('creator_groups')
      .select(['id as value', 'name'])
      .where('merchant_id', '=', merchantId)
      .where('archived_at', 'is', null)
      .where('name', 'ilike', pattern)
      .orderBy('name')
      .limit(mostTargets)
      .execute(),
  category: (tx, merchantId, pattern) =>
    tx
      .selectFrom('products')
      .select(['category as value', 'category as name'])
      .distinct()
      .where('merchant_id', '=', merchantId)
      .where('archived_at', 'is', null)
      .where('category', '<>', '')
      .where('category', 'ilike', pattern)
      .orderBy('category')
      .limit(mostTargets)
      .execute(),
  product: (tx, merchantId, pattern) =>
    tx
      .selectFrom('products')
      .select(['sku as value', sql<string>`title || ' (' || sku || ')'`.as('name')])
      .where('merchant_id', '=', merchantId)
      .where('archived_at', 'is', null)
      .where(sql<boolean>`(title ilike ${pattern} or sku ilike ${pattern})`)
      .orderBy('title')
      .orderBy('sku')
      .limit(mostTargets)
      .execute(),
};

export async function searchTargets(
  ctx: Context,
  actor: Actor,
  merchant: string,
  { kind, search = '' }: QueryOf<typeof searchTermsTargets>,
): Promise<Found> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return ctx.database.as({ role: 'app', merchantId }, (tx) => searches[kind](tx, merchantId, pattern));
}
