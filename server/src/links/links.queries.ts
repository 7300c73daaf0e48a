import type { Insertable, Updateable } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';

/** Returns false if the code is taken; codes are unique in the whole installation. */
export async function insertLink(tx: Tx, link: Insertable<Tables['links']>): Promise<boolean> {
  const added = await tx
    .insertInto('links')
    .values(link)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

export async function updateLink(
  tx: Tx,
  merchantId: string,
  id: string,
  change: Updateable<Tables['links']>,
): Promise<void> {
  await tx.updateTable('links').set(change).where('merchant_id', '=', merchantId).where('id', '=', id).execute();
}

export async function isCodeTaken(tx: Tx, code: string): Promise<boolean> {
  const found = await tx.selectFrom('links').select('id').where('code', '=', code).executeTakeFirst();
  return found !== undefined;
}

export async function markTakenDown(tx: Tx, id: string, category: string | null): Promise<void> {
  await tx.updateTable('links').set({ taken_down: category }).where('id', '=', id).execute();
}
