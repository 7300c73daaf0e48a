import { type Insertable, sql, type Updateable } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';

type Account = { merchantId: string; merchantAccountId: string };

export async function isCollection(tx: Tx, account: Account, id: string): Promise<boolean> {
  const found = await tx
    .selectFrom('collections')
    .select('id')
    .where('merchant_id', '=', account.merchantId)
    .where('merchant_account_id', '=', account.merchantAccountId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

export async function insertCollection(tx: Tx, collection: Insertable<Tables['collections']>): Promise<void> {
  await tx.insertInto('collections').values(collection).execute();
}

export async function updateCollection(
  tx: Tx,
  merchantId: string,
  id: string,
  change: Updateable<Tables['collections']>,
): Promise<void> {
  await tx.updateTable('collections').set(change).where('merchant_id', '=', merchantId).where('id', '=', id).execute();
}

/** Gives the collections the positions 0, 1, 2 … in the order of the list. */
export async function numberCollections(tx: Tx, merchantId: string, ids: readonly string[]): Promise<void> {
  await sql`update collections set position = wanted.place - 1
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, place)
    where collections.merchant_id = ${merchantId}::uuid and collections.id = wanted.id and collections.position <> wanted.place - 1`.execute(
    tx,
  );
}

/** Every placement of a storefront with its collection, in page order. */
export async function listPlaces(tx: Tx, account: Account): Promise<{ id: string; collection_id: string | null }[]> {
  return tx
    .selectFrom('placements')
    .select(['id', 'collection_id'])
    .where('merchant_id', '=', account.merchantId)
    .where('merchant_account_id', '=', account.merchantAccountId)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** Moves placements to a collection, or to none. */
export async function assignPlacements(
  tx: Tx,
  merchantId: string,
  ids: readonly string[],
  collectionId: string | null,
): Promise<void> {
  await tx
    .updateTable('placements')
    .set({ collection_id: collectionId })
    .where('merchant_id', '=', merchantId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
}

export async function removePlacements(tx: Tx, merchantId: string, ids: readonly string[], at: Date): Promise<void> {
  await tx
    .updateTable('placements')
    .set({ removed_at: at })
    .where('merchant_id', '=', merchantId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
}
