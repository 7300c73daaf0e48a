import sharp from 'sharp';
import type { PicturePurpose } from '@vitrine/contract/pictures.ts';

// Uploaded files are never stored as they are: they are decoded within limits and encoded as WebP, which removes metadata
// and anything hidden (reliability C5.5). Only the picture process loads this file.

sharp.concurrency(1);
sharp.cache(false);

/** The largest stored size in pixels; avatars and logos are cropped to a square. */
const sizes = {
  avatar: { width: 512, height: 512, fit: 'cover' },
  logo: { width: 512, height: 512, fit: 'inside' },
  banner: { width: 1_600, height: 900, fit: 'inside' },
  message: { width: 1_600, height: 1_600, fit: 'inside' },
  product: { width: 1_200, height: 1_200, fit: 'inside' },
} as const satisfies Record<PicturePurpose, { width: number; height: number; fit: 'cover' | 'inside' }>;

const mostPixels = 40_000_000;
/** Pictures with extreme proportions take many times as long to decode. */
const longestSide = 20_000;
const readable = new Set(['jpeg', 'png', 'webp', 'gif']);

export type MadePicture = { bytes: Buffer; width: number; height: number };

/** The converted picture; undefined if it can't be read or its format isn't supported. */
export async function remake(bytes: Buffer, purpose: PicturePurpose): Promise<MadePicture | undefined> {
  try {
    const image = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 });
    const { format, width, height } = await image.metadata();
    if (!readable.has(format) || Math.max(width, height) > longestSide) return undefined;
    const made = await image
      .autoOrient()
      .resize({ ...sizes[purpose], withoutEnlargement: purpose !== 'avatar' })
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true });
    return { bytes: made.data, width: made.info.width, height: made.info.height };
  } catch {
    return undefined;
  }
}
