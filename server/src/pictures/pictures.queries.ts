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

/** Whether a picture with these bytes is taken down, whoever's it is. */
export async function isTakenDown(tx: Tx, hash: Buffer): Promise<boolean> {
  const { rows } = await sql<{ taken_down: boolean }>`select is_picture_taken_down(${hash}) as taken_down`.execute(tx);
  return rows[0]?.taken_down === true;
}

/** Marks all pictures with the same bytes as this one. The sizes are compared first, which reads no bytes. */
export async function markCopies(tx: Tx, pictureId: string, takedownId: string): Promise<void> {
  await sql`
    update pictures set takedown_id = ${takedownId}::uuid
    from (select width, height, octet_length(bytes) as size, bytes from pictures where id = ${pictureId}::uuid) as one
    where pictures.width = one.width and pictures.height = one.height and octet_length(pictures.bytes) = one.size
      and pictures.bytes = one.bytes`.execute(tx);
}

export async function unmarkCopies(tx: Tx, takedownId: string): Promise<void> {
  await tx.updateTable('pictures').set({ takedown_id: null }).where('takedown_id', '=', takedownId).execute();
}
