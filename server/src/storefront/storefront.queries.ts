import { type Insertable, sql, type Updateable } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';
import type { Look } from './look.ts';

type Account = { merchantId: string; merchantAccountId: string };

/**
 * Locks the account's row while the order of a storefront changes, so that positions have no gaps or duplicates. The
 * storefront's own row can't be used, because it doesn't exist until the creator describes the storefront.
 */
export async function lockStorefront(tx: Tx, account: Account): Promise<void> {
  await tx
    .selectFrom('merchant_accounts')
    .select('id')
    .where('merchant_id', '=', account.merchantId)
    .where('id', '=', account.merchantAccountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

type Storefront = Account & { creatorId: string; title: string; bio: string; banner: string | null; look: Look };

export async function storeStorefront(tx: Tx, storefront: Storefront, at: Date): Promise<void> {
  const { merchantId, merchantAccountId, creatorId, title, bio, banner, look } = storefront;
  await sql`
    insert into storefronts (merchant_id, merchant_account_id, creator_id, title, bio, banner, appearance, updated_at)
    values (${merchantId}::uuid, ${merchantAccountId}::uuid, ${creatorId}::uuid, ${title}, ${bio}, ${banner}, ${JSON.stringify(look)}::jsonb, ${at})
    on conflict (merchant_id, merchant_account_id) do update set title = excluded.title, bio = excluded.bio,
      banner = excluded.banner, appearance = excluded.appearance, updated_at = excluded.updated_at`.execute(tx);
}

export function findStorefront(tx: Tx, account: Account) {
  return tx
    .selectFrom('storefronts')
    .select(['title', 'bio', 'banner', 'appearance'])
    .where('merchant_id', '=', account.merchantId)
    .where('merchant_account_id', '=', account.merchantAccountId)
    .executeTakeFirst();
}

export async function findHandle(tx: Tx, creatorId: string): Promise<string | undefined> {
  const found = await tx.selectFrom('users').select('user_handle').where('id', '=', creatorId).executeTakeFirst();
  return found?.user_handle ?? undefined;
}

export function findProduct(tx: Tx, merchantId: string, productId: string) {
  return tx
    .selectFrom('products')
    .select(['id', 'title', 'url'])
    .where('merchant_id', '=', merchantId)
    .where('id', '=', productId)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
}

/** The placement ids of a collection (or of none) in page order, including hidden ones. */
export async function listPlacementIds(tx: Tx, account: Account, collectionId: string | null): Promise<string[]> {
  const rows = await tx
    .selectFrom('placements')
    .select('id')
    .where('merchant_id', '=', account.merchantId)
    .where('merchant_account_id', '=', account.merchantAccountId)
    .where('collection_id', 'is not distinct from', collectionId)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

/** The position after the last placement of a collection, or of none. */
export async function positionAfterLast(tx: Tx, account: Account, collectionId: string | null): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(position) + 1, 0) as next from placements
    where merchant_id = ${account.merchantId}::uuid and merchant_account_id = ${account.merchantAccountId}::uuid
      and removed_at is null and ${collectionId === null ? sql`collection_id is null` : sql`collection_id = ${collectionId}::uuid`}`.execute(
    tx,
  );
  return rows[0]?.next ?? 0;
}

export async function insertPlacement(tx: Tx, placement: Insertable<Tables['placements']>): Promise<void> {
  await tx.insertInto('placements').values(placement).execute();
}

export async function updatePlacement(
  tx: Tx,
  merchantId: string,
  id: string,
  change: Updateable<Tables['placements']>,
): Promise<void> {
  await tx.updateTable('placements').set(change).where('merchant_id', '=', merchantId).where('id', '=', id).execute();
}

/** Gives the placements the positions 0, 1, 2 … in the order of the list. */
export async function numberPlacements(tx: Tx, merchantId: string, ids: readonly string[]): Promise<void> {
  await sql`update placements set position = wanted.place - 1
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, place)
    where placements.merchant_id = ${merchantId}::uuid and placements.id = wanted.id and placements.position <> wanted.place - 1`.execute(
    tx,
  );
}
