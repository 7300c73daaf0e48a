// Pictures that people upload. A file is never kept as it came: it is decoded within limits and made anew as WebP, so
// that neither its metadata nor anything hidden in it goes further (reliability C5.5).
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import type { Picture, PicturePurpose } from '@vitrine/contract/pictures.ts';
import type { Context } from '../context.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { publicAddress } from '../platform/public.address.ts';
import { invalid, Refusal } from '../platform/refusal.ts';

sharp.concurrency(1);
sharp.cache(false);

/** The largest that each is kept, in pixels; an avatar and a logo are cut to a square. */
const sizes = {
  avatar: { width: 512, height: 512, fit: 'cover' },
  logo: { width: 512, height: 512, fit: 'inside' },
  banner: { width: 1_600, height: 900, fit: 'inside' },
  message: { width: 1_600, height: 1_600, fit: 'inside' },
} as const satisfies Record<PicturePurpose, { width: number; height: number; fit: 'cover' | 'inside' }>;

const mostPixels = 40_000_000;
const readable = new Set(['jpeg', 'png', 'webp', 'gif']);

export type MadePicture = { bytes: Buffer; width: number; height: number };

/** The picture made anew. `field` is what a refusal names. */
export async function remakePicture(bytes: Buffer, purpose: PicturePurpose, field = 'picture'): Promise<MadePicture> {
  const notAPicture = () => invalid(field, 'must be a JPEG, PNG, WebP or GIF picture of at most 40 megapixels');
  try {
    const image = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 });
    const { format } = await image.metadata();
    if (!readable.has(format)) throw notAPicture();
    const made = await image
      .autoOrient()
      .resize({ ...sizes[purpose], withoutEnlargement: purpose !== 'avatar' })
      .timeout({ seconds: 5 })
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true });
    return { bytes: made.data, width: made.info.width, height: made.info.height };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw notAPicture();
  }
}

/** Keeps a picture of a person, or of a brand that they act for. */
export async function keepPicture(
  ctx: Context,
  actor: Actor,
  input: { purpose: PicturePurpose; merchant?: string | undefined; bytes: Buffer },
): Promise<Picture> {
  if (actor.kind !== 'person') throw new Refusal('unauthenticated');
  const brand = actor.principal === 'brand' ? await accessBrand(ctx, actor, input.merchant ?? '') : undefined;
  if (input.bytes.length === 0) throw invalid('picture', 'must not be empty');
  const made = await remakePicture(input.bytes, input.purpose);
  const scope = brand ? { merchantId: brand.merchantId } : { creatorId: actor.userId };
  const path = await ctx.database.as({ role: 'app', ...scope }, (tx) =>
    addPicture(ctx, tx, { ownerId: actor.userId, merchantId: brand?.merchantId ?? null, purpose: input.purpose }, made),
  );
  return { path, url: publicAddress(ctx.config.publicUrl, path), width: made.width, height: made.height };
}

/** Keeps a made picture in the caller's transaction; answers its path. */
export async function addPicture(
  ctx: Context,
  tx: Tx,
  of: { ownerId: string; merchantId: string | null; purpose: PicturePurpose },
  made: MadePicture,
): Promise<string> {
  const now = ctx.clock.now();
  const code = randomBytes(16).toString('base64url');
  await tx
    .insertInto('pictures')
    .values({
      id: newId(now),
      code,
      owner_id: of.ownerId,
      merchant_id: of.merchantId,
      purpose: of.purpose,
      ...made,
      created_at: now,
    })
    .execute();
  return `/media/p/${code}.webp`;
}

/** The picture under this path with its measure, where this scope may use it: what one uploaded oneself, or what is one's brand's. */
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

export function findPicture(ctx: Context, code: string): Promise<Buffer | undefined> {
  return ctx.database.as({ role: 'public' }, async (tx) => {
    const found = await tx.selectFrom('pictures').select('bytes').where('code', '=', code).executeTakeFirst();
    return found?.bytes;
  });
}
