import type { Insertable } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';

export type FoundCreator = {
  handle: string;
  displayName: string;
  merchantAccountId: string;
  creatorId: string;
  hasEnded: boolean;
};

/** Those of the handles that are a brand's creators, by handle. */
export async function findCreators(
  tx: Tx,
  merchantId: string,
  handles: readonly string[],
): Promise<Map<string, FoundCreator>> {
  if (handles.length === 0) return new Map();
  const rows = await tx
    .selectFrom('merchant_accounts')
    .innerJoin('users', 'users.id', 'merchant_accounts.creator_id')
    .select(['merchant_accounts.id', 'merchant_accounts.status', 'users.id as creator_id'])
    .select(['users.user_handle', 'users.display_name'])
    .where('merchant_accounts.merchant_id', '=', merchantId)
    .where('users.user_handle', 'in', handles)
    .execute();
  return new Map(
    rows.flatMap((row) =>
      row.user_handle === null
        ? []
        : [
            [
              row.user_handle,
              {
                handle: row.user_handle,
                displayName: row.display_name,
                merchantAccountId: row.id,
                creatorId: row.creator_id,
                hasEnded: row.status === 'ended',
              },
            ],
          ],
    ),
  );
}

export async function insertAdjustments(tx: Tx, rows: readonly Insertable<Tables['adjustments']>[]): Promise<void> {
  await tx.insertInto('adjustments').values(rows).execute();
}

/** Gives those of the adjustments that no payout has to one. Returns how many. */
export async function takeIntoPayout(
  tx: Tx,
  merchantId: string,
  ids: readonly string[],
  payoutId: string,
): Promise<number> {
  if (ids.length === 0) return 0;
  const taken = await tx
    .updateTable('adjustments')
    .set({ payout_id: payoutId })
    .where('merchant_id', '=', merchantId)
    .where('id', 'in', ids)
    .where('payout_id', 'is', null)
    .returning('id')
    .execute();
  return taken.length;
}

export async function leavePayout(tx: Tx, merchantId: string, payoutId: string): Promise<void> {
  await tx
    .updateTable('adjustments')
    .set({ payout_id: null })
    .where('merchant_id', '=', merchantId)
    .where('payout_id', '=', payoutId)
    .execute();
}
