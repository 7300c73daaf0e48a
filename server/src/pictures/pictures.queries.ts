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
    from (select width, height, coalesce(size, octet_length(bytes)) as size, coalesce(hash, sha256(bytes)) as hash
      from pictures where id = ${pictureId}::uuid) as one
    where pictures.width = one.width and pictures.height = one.height
      and coalesce(pictures.size, octet_length(pictures.bytes)) = one.size
      and coalesce(pictures.hash, sha256(pictures.bytes)) = one.hash`.execute(tx);
}

export async function unmarkCopies(tx: Tx, takedownId: string): Promise<void> {
  await tx.updateTable('pictures').set({ takedown_id: null }).where('takedown_id', '=', takedownId).execute();
}

/** Puts an object on the list of those to delete, from this time on, unless a picture claims it before. */
export async function noteObject(tx: Tx, code: string, dueAt: Date): Promise<void> {
  await sql`select note_picture_object(${code}, ${dueAt})`.execute(tx);
}

/** Takes an object off that list; false if it was deleted meanwhile. */
export async function claimObject(tx: Tx, code: string): Promise<boolean> {
  const { rows } = await sql<{ claimed: boolean }>`select claim_picture_object(${code}) as claimed`.execute(tx);
  return rows[0]?.claimed === true;
}

/** Locks some objects that are due to be deleted. `is_used`: a picture has it, so it must stay. */
export async function takeDueObjects(tx: Tx, at: Date, most: number): Promise<{ code: string; is_used: boolean }[]> {
  const { rows } = await sql<{ code: string; is_used: boolean }>`
    select r.code, exists (select from pictures p where p.code = r.code and p.bytes is null) as is_used
    from picture_removals r where r.due_at <= ${at} order by r.due_at limit ${most} for update skip locked`.execute(tx);
  return rows;
}

export async function forgetObjects(tx: Tx, codes: readonly string[]): Promise<void> {
  if (codes.length > 0) await tx.deleteFrom('picture_removals').where('code', 'in', codes).execute();
}

export type MovablePicture = {
  id: string;
  code: string;
  bytes: Buffer | null;
  hash: Buffer | null;
  size: number | null;
};

/** Pictures that are not where they should be, after this id. */
export function findMovable(
  tx: Tx,
  { toFiles, after, most }: { toFiles: boolean; after: string | undefined; most: number },
): Promise<MovablePicture[]> {
  const query = tx
    .selectFrom('pictures')
    .select(['id', 'code', 'bytes', 'hash', 'size'])
    .where('bytes', toFiles ? 'is not' : 'is', null)
    .orderBy('id')
    .limit(most);
  return (after === undefined ? query : query.where('id', '>', after)).execute();
}

export async function keepInFiles(tx: Tx, code: string, stored: { hash: Buffer; size: number }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('pictures')
    .set({ bytes: null, ...stored })
    .where('code', '=', code)
    .where('bytes', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function keepInDatabase(tx: Tx, code: string, bytes: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('pictures')
    .set({ bytes })
    .where('code', '=', code)
    .where('bytes', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
