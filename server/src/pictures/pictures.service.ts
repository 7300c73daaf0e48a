import type { UploadedPicture, PicturePurpose } from '@vitrine/contract/pictures.ts';
import { isTakedownCategory } from '@vitrine/contract/values/takedown-categories.ts';
import type { Context } from '../context.ts';
import type { PublicTakedown } from '../platform/http/takedown.notice.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { publicAddress } from '../platform/public.address.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { placePicture, type PlacedPicture, readBytes } from './pictures.files.ts';
import { PictureProcess } from './pictures.process.ts';
import { claimObject, countPicture, findFullUntil, isTakenDown } from './pictures.queries.ts';
import type { MadePicture } from './pictures.remake.ts';

export type { MadePicture };

/** Shared by the whole process; starts with the first picture. */
const pictureProcess = new PictureProcess();

const refused = {
  unreadable: 'must be a JPEG, PNG, WebP or GIF of at most 40 megapixels and 20,000 pixels per side',
  too_large: 'needs too much memory to open; save it as a regular JPEG or PNG and upload that',
  too_slow: 'takes too long to open; save it as a smaller picture or a regular JPEG or PNG and upload that',
} as const;

/** Converts the picture, queued fairly by owner. `field` is the field of a refusal. */
export async function remakePicture(
  owner: string,
  picture: { bytes: Buffer; purpose: PicturePurpose },
  field = 'picture',
): Promise<MadePicture> {
  const result = await pictureProcess.remake(owner, picture);
  if (result.outcome === 'made') return { ...result.made, bytes: Buffer.from(result.made.bytes) };
  if (result.outcome === 'failed')
    throw new Refusal('busy', { message: 'We couldn’t process the picture. Try again in a few seconds.' });
  throw invalid(field, refused[result.outcome]);
}

const mostPerDay = 100;

function refuseFullDay(now: Date, until: Date | undefined): void {
  if (until === undefined) return;
  throw new Refusal('picture_quota', {
    message: `You can upload at most ${mostPerDay} pictures in 24 hours. You can upload the next one at ${until.toISOString()}.`,
    retryAfterSeconds: Math.ceil((until.getTime() - now.getTime()) / 1_000),
  });
}

/** Stores a picture of a user or of their brand. */
export async function keepPicture(
  ctx: Context,
  actor: Actor,
  input: { purpose: PicturePurpose; merchant?: string | undefined; bytes: Buffer },
): Promise<UploadedPicture> {
  if (actor.kind !== 'person') throw new Refusal('unauthenticated');
  const brand = actor.principal === 'brand' ? await accessBrand(ctx, actor, input.merchant ?? '') : undefined;
  if (input.bytes.length === 0) throw invalid('picture', 'must not be empty');
  const scope = brand ? { merchantId: brand.merchantId } : { creatorId: actor.userId };
  // Only saves work; with simultaneous uploads, the count in addPicture decides.
  const now = ctx.clock.now();
  const fullUntil = await ctx.database.as({ role: 'app', ...scope }, (tx) =>
    findFullUntil(tx, actor.userId, now, mostPerDay),
  );
  refuseFullDay(now, fullUntil);
  const made = await remakePicture(actor.userId, { bytes: input.bytes, purpose: input.purpose });
  const placed = await placePicture(ctx, made);
  const path = await ctx.database.as({ role: 'app', ...scope }, (tx) =>
    addPicture(
      ctx,
      tx,
      { ownerId: actor.userId, merchantId: brand?.merchantId ?? null, purpose: input.purpose },
      placed,
    ),
  );
  return { path, url: publicAddress(ctx.config.publicUrl, path), width: made.width, height: made.height };
}

/** Counts and stores a picture in the caller's transaction; returns its path. */
export async function addPicture(
  ctx: Context,
  tx: Tx,
  of: { ownerId: string; merchantId: string | null; purpose: PicturePurpose },
  placed: PlacedPicture,
): Promise<string> {
  const now = ctx.clock.now();
  refuseFullDay(now, await countPicture(tx, of.ownerId, now, mostPerDay));
  if (await isTakenDown(tx, placed.hash))
    throw invalid('picture', 'was taken down, so it can’t be uploaded again; choose another one');
  // After a day of waiting, its object may be gone.
  if (placed.bytes === null && !(await claimObject(tx, placed.code))) throw new Refusal('busy');
  await tx
    .insertInto('pictures')
    .values({
      id: newId(now),
      owner_id: of.ownerId,
      merchant_id: of.merchantId,
      purpose: of.purpose,
      ...placed,
      created_at: now,
    })
    .execute();
  return `/media/p/${placed.code}.webp`;
}

/** The picture under this path with its size, if this scope may use it: one's own or one's brand's. */
export async function findOwnPicture(
  ctx: Context,
  scope: { creatorId: string } | { merchantId: string },
  path: string,
): Promise<{ path: string; width: number; height: number } | undefined> {
  const code = /^\/media\/p\/([\w-]{22})\.webp$/.exec(path)?.[1];
  if (code === undefined) return undefined;
  const found = await ctx.database.as({ role: 'app', ...scope }, (tx) =>
    tx.selectFrom('pictures').select(['width', 'height']).where('code', '=', code).executeTakeFirst(),
  );
  return found && { path, ...found };
}

export async function ownsPicture(
  ctx: Context,
  scope: { creatorId: string } | { merchantId: string },
  path: string,
): Promise<boolean> {
  return (await findOwnPicture(ctx, scope, path)) !== undefined;
}

export type FoundPicture = { bytes: Buffer } | { takedown: PublicTakedown };

/** The picture, or why it was taken down. Without `withBytes`, the bytes are empty. */
export async function findPicture(
  ctx: Context,
  code: string,
  { withBytes }: { withBytes: boolean },
): Promise<FoundPicture | undefined> {
  const found = await findTakedownOf(ctx, code);
  if (!found || found.takedown) return found?.takedown && { takedown: found.takedown };
  if (!withBytes) return { bytes: Buffer.alloc(0) };
  const bytes = await readBytes(ctx, { role: 'public' }, code);
  return bytes && { bytes };
}

function findTakedownOf(ctx: Context, code: string): Promise<{ takedown: PublicTakedown | undefined } | undefined> {
  return ctx.database.as({ role: 'public' }, async (tx) => {
    const found = await tx.selectFrom('pictures').select('takedown_id').where('code', '=', code).executeTakeFirst();
    if (!found) return undefined;
    const takedown =
      found.takedown_id &&
      (await tx
        .selectFrom('takedowns')
        .select(['category', 'reason'])
        .where('id', '=', found.takedown_id)
        .executeTakeFirst());
    return {
      takedown:
        takedown && isTakedownCategory(takedown.category)
          ? { category: takedown.category, reason: takedown.reason }
          : undefined,
    };
  });
}
