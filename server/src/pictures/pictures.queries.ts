import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

/** When a user who has uploaded `most` pictures can upload again; undefined if they can now. */
export async function findFullUntil(tx: Tx, ownerId: string, at: Date, most: number): Promise<Date | undefined> {
  const { rows } = await sql<{ until: Date | null }>`
    select picture_day_full_until(${ownerId}::uuid, ${at}, ${most}) as until`.execute(tx);
  return rows[0]?.until ?? undefined;
}

/** Counts a picture of this user. If the limit is reached, counts nothing and returns when it ends. */
export async function countPicture(tx: Tx, ownerId: string, at: Date, most: number): Promise<Date | undefined> {
  const { rows } = await sql<{ until: Date | null }>`
    select count_picture(${ownerId}::uuid, ${at}, ${most}) as until`.execute(tx);
  return rows[0]?.until ?? undefined;
}
