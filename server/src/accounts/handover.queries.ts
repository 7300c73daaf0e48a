import type { Insertable } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';

export async function insertHandover(tx: Tx, handover: Insertable<Tables['link_handovers']>): Promise<void> {
  await tx.insertInto('link_handovers').values(handover).execute();
}

export async function markHandoversSeen(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx
    .updateTable('link_handovers')
    .set({ seen_at: at })
    .where('user_id', '=', userId)
    .where('seen_at', 'is', null)
    .execute();
}

/** The latest handover whose notice the user has not dismissed. */
export function unseenHandover(tx: Tx, userId: string) {
  return tx
    .selectFrom('link_handovers')
    .innerJoin('users', 'users.id', 'link_handovers.operator_id')
    .select(['users.display_name', 'link_handovers.kind', 'link_handovers.reason', 'link_handovers.handed_over_at'])
    .where('link_handovers.user_id', '=', userId)
    .where('link_handovers.seen_at', 'is', null)
    .orderBy('link_handovers.handed_over_at', 'desc')
    .executeTakeFirst();
}
