// Where the bytes of a picture are: in its row, or with FILES in S3, under its code. A picture's object is written before
// its row and deleted after it. What is in between is on a list in the database, so that a crash leaves nothing behind.
import { randomBytes } from 'node:crypto';
import type { Context } from '../context.ts';
import type { DatabaseScope } from '../platform/database/database.ts';
import { FilesError } from '../platform/files/files.ts';
import { sha256 } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import { noteObject } from './pictures.queries.ts';
import type { MadePicture } from './pictures.remake.ts';

/** A picture with its code, whose bytes are in S3 if they are null here. */
export type PlacedPicture = {
  code: string;
  width: number;
  height: number;
  size: number;
  hash: Buffer;
  bytes: Buffer | null;
};

/** Until then, a transaction can store a picture whose object was written. */
const claimMs = 24 * 3_600_000;
const removalsAtOnce = 8;
const type = 'image/webp';

export const pictureFolder = 'pictures/';

export function objectOf(code: string): string {
  return `${pictureFolder}${code}.webp`;
}

function unavailable(): Refusal {
  return new Refusal('busy', {
    message: 'Pictures are unavailable right now. Try again in a few seconds.',
    retryAfterSeconds: 5,
  });
}

/** Writes the picture's object, if there is an S3 for new ones. `addPicture` stores the result. */
export async function placePicture(ctx: Context, { bytes, width, height }: MadePicture): Promise<PlacedPicture> {
  const code = randomBytes(16).toString('base64url');
  const placed = { code, width, height, size: bytes.length, hash: sha256(bytes) };
  if (!ctx.files?.keepsNew) return { ...placed, bytes };
  try {
    await writeObject(ctx, code, bytes);
  } catch (error) {
    ctx.log.error({ err: error }, 'could not store a picture');
    throw unavailable();
  }
  return { ...placed, bytes: null };
}

/** Puts the object on the list of those to delete first, from which the picture's transaction takes it. */
export async function writeObject(ctx: Context, code: string, bytes: Buffer): Promise<void> {
  const dueAt = new Date(ctx.clock.now().getTime() + claimMs);
  await ctx.database.as({ role: 'app' }, (tx) => noteObject(tx, code, dueAt));
  await ctx.files?.put(objectOf(code), bytes, type);
}

/** The bytes of a picture that this scope may read; 503 if S3 does not have them now. `ownerId`: only this user's. */
export async function readBytes(
  ctx: Context,
  scope: DatabaseScope,
  code: string,
  ownerId?: string,
): Promise<Buffer | undefined> {
  for (let attempt = 0; ; attempt += 1) {
    const found = await ctx.database.as(scope, (tx) => {
      const query = tx.selectFrom('pictures').select(['bytes', 'hash', 'size']).where('code', '=', code);
      return (ownerId === undefined ? query : query.where('owner_id', '=', ownerId)).executeTakeFirst();
    });
    if (!found) return undefined;
    if (found.bytes) return found.bytes;
    try {
      return await readObject(ctx, code, { hash: found.hash ?? Buffer.alloc(0), size: found.size ?? 0 });
    } catch (error) {
      // It can be back in the database, or deleted, since the row was read.
      if (attempt === 0 && error instanceof FilesError && error.fault === 'missing') continue;
      ctx.log.error({ err: error, code }, 'could not read a picture');
      throw unavailable();
    }
  }
}

/** The object of a picture, if it is what was stored. */
export async function readObject(
  ctx: Pick<Context, 'files'>,
  code: string,
  { hash, size }: { hash: Buffer; size: number },
): Promise<Buffer> {
  if (!ctx.files) throw new FilesError('refused', 'this picture is in S3, but FILES is not set');
  const bytes = await ctx.files.read(objectOf(code), size);
  if (!sha256(bytes).equals(hash))
    throw new FilesError('missing', `${objectOf(code)} is not what was stored: its hash differs`);
  return bytes;
}

export async function removeObjects(ctx: Context, codes: readonly string[]): Promise<void> {
  const { files } = ctx;
  if (codes.length === 0) return;
  if (!files) throw new FilesError('refused', `${codes.length} pictures are in S3, but FILES is not set`);
  for (let start = 0; start < codes.length; start += removalsAtOnce)
    await Promise.all(codes.slice(start, start + removalsAtOnce).map((code) => files.remove(objectOf(code))));
}
