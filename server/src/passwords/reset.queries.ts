import type { Insertable } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';
import { readerColumns } from '../accounts/mailbox.ts';

export async function insertResetRequest(tx: Tx, request: Insertable<Tables['reset_requests']>): Promise<void> {
  await tx.insertInto('reset_requests').values(request).execute();
}

/** Takes the oldest request from the queue, skipping those locked by other workers. */
export function takeResetRequest(tx: Tx) {
  return tx
    .deleteFrom('reset_requests')
    .where('id', '=', (requests) =>
      requests.selectFrom('reset_requests').select('id').orderBy('requested_at').limit(1).forUpdate().skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();
}

export async function countResetsSince(tx: Tx, userId: string, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('password_resets')
    .select((reset) => reset.fn.countAll<bigint>().as('count'))
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertReset(tx: Tx, reset: Insertable<Tables['password_resets']>): Promise<void> {
  await tx.insertInto('password_resets').values(reset).execute();
}

/** The user of a link, if the link is still valid. */
export function findReset(tx: Tx, tokenHash: Buffer, now: Date) {
  return tx
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .select(['users.id', 'users.user_handle', ...readerColumns])
    .where('password_resets.token_hash', '=', tokenHash)
    .where('password_resets.used_at', 'is', null)
    .where('password_resets.expires_at', '>', now)
    .executeTakeFirst();
}

/** Marks the link as used; returns true only for the first call. */
export async function useReset(tx: Tx, tokenHash: Buffer, now: Date): Promise<boolean> {
  const used = await tx
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
  return used !== undefined;
}

/** Invalidates the user's other reset links. */
export async function endResetsOf(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}
