import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { plainText, whole } from './values/fields.ts';

/** What a picture is for; decides the stored size. */
export const picturePurpose = z.enum(['avatar', 'banner', 'message', 'logo', 'product']);
export type PicturePurpose = z.output<typeof picturePurpose>;

/** An uploaded picture. Other calls take `path`; `url` is public to anyone who knows it. */
export const picture = z.strictObject({
  path: z.string(),
  url: z.string(),
  width: whole,
  height: whole,
});
export type UploadedPicture = z.output<typeof picture>;

/** The path that other calls use for an uploaded picture. */
export const picturePath = z
  .string()
  .check(z.regex(/^\/media\/p\/[\w-]{22}\.webp$/, 'must be the path of an uploaded picture'));

export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const;

export const uploadPicture = endpoint({
  method: 'POST',
  path: '/pictures',
  summary:
    'Upload a picture: the body is the file itself, a JPEG, PNG, WebP or GIF of at most 10 MB; at most 100 pictures per user in 24 hours',
  access: ['creator', 'brand'],
  scope: 'self',
  right: 'view',
  status: 201,
  query: z.strictObject({ purpose: picturePurpose, merchant: z.optional(plainText({ max: 200 })) }),
  takes: pictureTypes,
  reply: picture,
  refusals: ['not_found', 'too_large', 'unsupported_media_type', 'picture_quota', 'busy'],
  bodyLimit: 10 * 1024 * 1024,
  perMinute: 20,
});
