import { type Insertable, sql, type Updateable } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';

type Account = { merchantId: string; merchantAccountId: string };

/**
 * Whoever changes the order of a storefront holds the account's row until the end: positions never get a gap or a
 * double. Not the storefront's own row, for an account has none until somebody describes it.
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

export async function storeStorefront(tx: Tx, storefront: Insertable<Tables['storefronts']>): Promise<void> {
  await tx
    .insertInto('storefronts')
    .values(storefront)
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'merchant_account_id']).doUpdateSet((set) => ({
        title: set.ref('excluded.title'),
        bio: set.ref('excluded.bio'),
        updated_at: set.ref('excluded.updated_at'),
      })),
    )
    .execute();
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

/** The ids of what stands on a storefront, hidden ones too, in the order of the page. */
export async function listPlacementIds(tx: Tx, account: Account): Promise<string[]> {
  const rows = await tx
    .selectFrom('placements')
    .select('id')
    .where('merchant_id', '=', account.merchantId)
    .where('merchant_account_id', '=', account.merchantAccountId)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
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
