import type { Tx } from '../platform/database/database.ts';

/** All links of a creator stop redirecting. */
export async function disableLinksOf(tx: Tx, creatorId: string, at: Date): Promise<void> {
  await tx
    .updateTable('links')
    .set({ disabled_at: at })
    .where('creator_id', '=', creatorId)
    .where('disabled_at', 'is', null)
    .execute();
}
