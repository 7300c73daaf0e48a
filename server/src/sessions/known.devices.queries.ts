import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

/** Whether the user with this email has logged in with this browser; the same work for every email. */
export function findKnownDevice(tx: Tx, email: string, deviceHash: Buffer) {
  return tx
    .selectFrom('known_devices')
    .innerJoin('users', 'users.id', 'known_devices.user_id')
    .select('known_devices.user_id')
    .where('users.email', '=', email)
    .where('known_devices.device_hash', '=', deviceHash)
    .executeTakeFirst();
}

/** Returns whether the browser wasn't known, but another one of the user was. */
export async function rememberDevice(tx: Tx, userId: string, deviceHash: Buffer, at: Date): Promise<boolean> {
  const { is_another: isAnother } = await tx
    .insertInto('known_devices')
    .values({ user_id: userId, device_hash: deviceHash, last_seen_at: at })
    .onConflict((conflict) => conflict.columns(['user_id', 'device_hash']).doUpdateSet({ last_seen_at: at }))
    .returning(
      // A row that was inserted has no earlier version, and the query sees the table as it was before.
      sql<boolean>`xmax = 0 and exists (select from known_devices d where d.user_id = ${userId})`.as('is_another'),
    )
    .executeTakeFirstOrThrow();
  return isAnother;
}

/** Keeps only the latest browsers of a user. */
export async function forgetOldDevices(tx: Tx, userId: string, kept: number): Promise<void> {
  await tx
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .where('device_hash', 'not in', (devices) =>
      devices
        .selectFrom('known_devices')
        .select('device_hash')
        .where('user_id', '=', userId)
        .orderBy('last_seen_at', 'desc')
        .orderBy('device_hash')
        .limit(kept),
    )
    .execute();
}
