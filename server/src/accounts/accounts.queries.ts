import { type Insertable, sql, type Updateable } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';

export async function insertUser(tx: Tx, user: Insertable<Tables['users']>): Promise<void> {
  await tx.insertInto('users').values(user).execute();
}

export async function updateUser(tx: Tx, userId: string, change: Updateable<Tables['users']>): Promise<void> {
  await tx.updateTable('users').set(change).where('id', '=', userId).execute();
}

/** Sets notification switches; default values may be stored too. */
export async function mergeNotifications(tx: Tx, userId: string, switches: object): Promise<void> {
  await tx
    .updateTable('users')
    .set({ notifications: sql`notifications || ${JSON.stringify(switches)}::jsonb` })
    .where('id', '=', userId)
    .execute();
}

export async function ownsAvatar(tx: Tx, userId: string, path: string): Promise<boolean> {
  const code = /^\/media\/p\/([\w-]{22})\.webp$/.exec(path)?.[1] ?? '';
  const found = await tx
    .selectFrom('pictures')
    .select('id')
    .where('code', '=', code)
    .where('owner_id', '=', userId)
    .executeTakeFirst();
  return found !== undefined;
}

export async function insertLegalAcceptances(
  tx: Tx,
  userId: string,
  versions: Readonly<Record<string, string>>,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('legal_acceptances')
    .values(
      Object.entries(versions).map(([document, version]) => ({ user_id: userId, document, version, accepted_at: at })),
    )
    .execute();
}
