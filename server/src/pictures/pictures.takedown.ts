// How the domain takedowns takes down pictures and restores them.
import type { Tx } from '../platform/database/database.ts';
import { sha256 } from '../platform/ids.ts';
import { markCopies, unmarkCopies } from './pictures.queries.ts';

/** The hash by which the same picture is recognized when it is uploaded again. */
export async function hashOfPicture(tx: Tx, pictureId: string): Promise<Buffer | undefined> {
  const found = await tx
    .selectFrom('pictures')
    .select(['hash', 'bytes'])
    .where('id', '=', pictureId)
    .executeTakeFirst();
  return found && (found.hash ?? (found.bytes ? sha256(found.bytes) : undefined));
}

/** Takes down the picture and every copy of it. */
export async function takeDownPicture(tx: Tx, pictureId: string, takedownId: string): Promise<void> {
  await markCopies(tx, pictureId, takedownId);
}

export async function restorePicture(tx: Tx, takedownId: string): Promise<void> {
  await unmarkCopies(tx, takedownId);
}
