import type { Context } from '../context.ts';
import { FilesError } from '../platform/files/files.ts';
import { sha256 } from '../platform/ids.ts';
import { objectOf, readObject, removeObjects, writeObject } from './pictures.files.ts';
import {
  claimObject,
  findMovable,
  forgetObjects,
  keepInDatabase,
  keepInFiles,
  type MovablePicture,
  noteObject,
  takeDueObjects,
} from './pictures.queries.ts';

const atOnce = 20;
/** How long one run moves pictures; the next one continues. */
const runMs = 30_000;
/** Requests that have read the row before it changed can still read the object. */
const readingMs = 60_000;

/** Deletes the objects that are due, then moves pictures to where FILES says. Uses the system role, as they are everyone's. */
export async function tendPictures(ctx: Context): Promise<{ removed: number; moved: number }> {
  if (!ctx.files) return { removed: 0, moved: 0 };
  const removed = await removeDueObjects(ctx);
  return { removed, moved: await movePictures(ctx, ctx.files.keepsNew) };
}

async function removeDueObjects(ctx: Context): Promise<number> {
  for (let removed = 0; ; ) {
    const count = await ctx.database.as({ role: 'system' }, async (tx) => {
      const due = await takeDueObjects(tx, ctx.clock.now(), atOnce);
      await removeObjects(
        ctx,
        due.flatMap(({ code, is_used }) => (is_used ? [] : [code])),
      );
      await forgetObjects(
        tx,
        due.map(({ code }) => code),
      );
      return due.length;
    });
    removed += count;
    if (count < atOnce) return removed;
  }
}

/** Each picture in transactions of its own, so a run that is killed is continued by the next. */
async function movePictures(ctx: Context, toFiles: boolean): Promise<number> {
  const until = performance.now() + runMs;
  let moved = 0;
  const damaged: string[] = [];
  for await (const picture of movablePictures(ctx, toFiles)) {
    if (performance.now() > until) break;
    const outcome = await moveOne(ctx, picture, toFiles);
    if (outcome === 'moved') moved += 1;
    if (outcome === 'damaged') damaged.push(picture.code);
  }
  if (damaged.length > 0)
    ctx.log.error(
      { count: damaged.length, first: damaged[0] },
      'could not move pictures whose objects are missing or altered',
    );
  return moved;
}

async function* movablePictures(ctx: Context, toFiles: boolean): AsyncGenerator<MovablePicture> {
  for (let after: string | undefined; ; ) {
    const batch = await ctx.database.as({ role: 'system' }, (tx) => findMovable(tx, { toFiles, after, most: atOnce }));
    yield* batch;
    after = batch.at(-1)?.id;
    if (after === undefined) return;
  }
}

/** A picture whose object is damaged stays where it is and does not stop the others. */
async function moveOne(ctx: Context, picture: MovablePicture, toFiles: boolean): Promise<'moved' | 'kept' | 'damaged'> {
  try {
    const isMoved = await (toFiles ? moveToFiles(ctx, picture) : moveToDatabase(ctx, picture));
    return isMoved ? 'moved' : 'kept';
  } catch (error) {
    if (error instanceof FilesError && error.fault === 'missing') return 'damaged';
    throw error;
  }
}

/** The row gives up its bytes only after the object was read back. */
async function moveToFiles(ctx: Context, { code, bytes }: MovablePicture): Promise<boolean> {
  if (!bytes) return false;
  const stored = { hash: sha256(bytes), size: bytes.length };
  await writeObject(ctx, code, bytes);
  await readObject(ctx, code, stored);
  return ctx.database.as({ role: 'system' }, async (tx) => {
    if (!(await claimObject(tx, code))) return false;
    if (await keepInFiles(tx, code, stored)) return true;
    // The picture was deleted, or another node moved it.
    await noteObject(tx, code, ctx.clock.now());
    return false;
  });
}

async function moveToDatabase(ctx: Context, { code, hash, size }: MovablePicture): Promise<boolean> {
  if (!hash || size === null) throw new FilesError('missing', `${objectOf(code)} has no hash`);
  const bytes = await readObject(ctx, code, { hash, size });
  return ctx.database.as({ role: 'system' }, async (tx) => {
    if (!(await keepInDatabase(tx, code, bytes))) return false;
    await noteObject(tx, code, new Date(ctx.clock.now().getTime() + readingMs));
    return true;
  });
}
