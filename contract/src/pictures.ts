import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { whole } from './values/fields.ts';

/** What a picture is for; it decides how large it is kept. */
export const picturePurpose = z.enum(['avatar', 'banner', 'message', 'logo']);
export type PicturePurpose = z.output<typeof picturePurpose>;

/** An uploaded picture. `path` is how other calls name it; `url` is where anyone who knows it can see it. */
export const picture = z.strictObject({
  path: z.string(),
  url: z.string(),
  width: whole,
  height: whole,
});
export type Picture = z.output<typeof picture>;

/** How other calls name an uploaded picture. */
export const picturePath = z
  .string()
  .check(z.regex(/^\/media\/p\/[\w-]{22}\.webp$/, 'must be the path of an uploaded picture'));

export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const;

export const uploadPicture = endpoint({
  method: 'POST',
  path: '/pictures',
  summary:
    'Upload a picture: the file itself as the body, JPEG, PNG, WebP or GIF of at most 10 MB; a person can upload 100 in 24 hours',
  access: ['creator', 'brand'],
  scope: 'self',
  status: 201,
  query: z.strictObject({ purpose: picturePurpose, merchant: z.optional(z.string().check(z.maxLength(200))) }),
  takes: pictureTypes,
  reply: picture,
  refusals: ['not_found', 'too_large', 'unsupported_media_type', 'picture_quota', 'busy'],
  bodyLimit: 10 * 1024 * 1024,
  perMinute: 20,
});
