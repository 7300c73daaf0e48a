import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

/** When a person who has uploaded `most` pictures can upload again; undefined where there is room now. */
export async function findFullUntil(tx: Tx, ownerId: string, at: Date, most: number): Promise<Date | undefined> {
  const { rows } = await sql<{ until: Date | null }>`
    select picture_day_full_until(${ownerId}::uuid, ${at}, ${most}) as until`.execute(tx);
  return rows[0]?.until ?? undefined;
}

/** Counts a picture of this person; where their day is full nothing is counted, and the answer is when it ends. */
export async function countPicture(tx: Tx, ownerId: string, at: Date, most: number): Promise<Date | undefined> {
  const { rows } = await sql<{ until: Date | null }>`
    select count_picture(${ownerId}::uuid, ${at}, ${most}) as until`.execute(tx);
  return rows[0]?.until ?? undefined;
}
