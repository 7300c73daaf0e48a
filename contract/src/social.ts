import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, instant, text, whole } from './values/fields.ts';

export const socialPlatform = z.enum(['instagram', 'tiktok', 'youtube']);
export type SocialPlatform = z.output<typeof socialPlatform>;

/** A day without figures is not in a series at all: it is a gap, never a zero. */
const dayFigures = z.strictObject({
  day: z.string(),
  followers: z.nullable(whole),
  posts: z.nullable(whole),
  /** Of the latest posts, together; `recent_posts` says of how many. */
  views: z.nullable(whole),
  engagements: z.nullable(whole),
  recent_posts: z.nullable(whole),
  /** Engagements of one post by follower: 0.031 is 3.1 %. */
  engagement_rate: z.nullable(z.number()),
  source: z.enum(['platform', 'manual']),
  taken_at: instant,
});
export type DayFigures = z.output<typeof dayFigures>;

/** A linked account. `expired` needs its owner; `manual` was never linked and is kept by hand. */
export const socialConnection = z.strictObject({
  id: z.string(),
  platform: socialPlatform,
  /** The name under which the platform's own programs know this kind of account. */
  backend_name: z.string(),
  handle: z.string(),
  state: z.enum(['connected', 'expired', 'manual']),
  failure: z.nullable(z.enum(['expired', 'revoked', 'rate_limited', 'unreachable'])),
  connected_at: instant,
  /** When the platform's permission ends, where it does; it is renewed before that without being asked. */
  permission_ends_at: z.nullable(instant),
  refreshed_at: z.nullable(instant),
  latest: z.nullable(dayFigures),
  /** Clicks on the creator's links that came from this platform; at least so many, for not every app says where it is. */
  clicks_last_30_days: whole,
});
export type SocialConnection = z.output<typeof socialConnection>;

export const listSocial = endpoint({
  method: 'GET',
  path: '/me/social',
  summary: 'Linked social accounts with their latest figures, and which platforms can be linked here',
  access: ['creator'],
  scope: 'self',
  reply: z.strictObject({
    as_of: instant,
    /** Platforms for which this installation holds keys; the others are kept by hand. */
    can_connect: z.array(socialPlatform),
    connections: z.array(socialConnection),
  }),
});

export const startSocialConnection = endpoint({
  method: 'POST',
  path: '/me/social/start',
  summary: 'Begin to link a social account: the address of the platform to go to',
  access: ['creator'],
  scope: 'self',
  body: z.strictObject({ platform: socialPlatform }),
  reply: z.strictObject({ address: z.string() }),
  refusals: ['social_not_available'],
  perMinute: 20,
});

export const finishSocialConnection = endpoint({
  method: 'POST',
  path: '/me/social/finish',
  summary: 'Finish linking with the code and the state that the platform handed back; in the session that began it',
  access: ['creator'],
  scope: 'self',
  body: z.strictObject({
    code: z.string().check(z.minLength(1, 'must not be empty'), z.maxLength(4096)),
    state: z.string().check(z.minLength(1, 'must not be empty'), z.maxLength(200)),
  }),
  reply: socialConnection,
  refusals: ['social_link_invalid', 'social_refused', 'social_not_available'],
  perMinute: 20,
});

const countText = 'must be a whole number, zero or more';
const count = z
  .int({ error: countText })
  .check(z.minimum(0, countText), z.maximum(100_000_000_000, 'must be a number that can be true'));

export const enterSocialFigures = endpoint({
  method: 'POST',
  path: '/me/social/figures',
  summary: "Enter a day's figures by hand; what the platform itself reported for a day stays",
  access: ['creator'],
  scope: 'self',
  body: z.strictObject({
    platform: socialPlatform,
    handle: z.optional(text({ min: 1, max: 60 })),
    day: z.iso.date({ error: 'must be a day, like 2026-11-20' }),
    followers: count,
    posts: z.optional(z.nullable(count)),
    /** Likes and comments that a post gets, on average. */
    engagements_per_post: z.optional(z.nullable(count)),
  }),
  reply: socialConnection,
});

const one = z.strictObject({ connection_id: id });

export const readSocialSeries = endpoint({
  method: 'GET',
  path: '/me/social/{connection_id}/series',
  summary: 'Figures by day, in the days of the creator; days that are missing are missing',
  access: ['creator'],
  scope: 'self',
  params: one,
  query: z.strictObject({
    days: z._default(z.coerce.number().check(z.int(), z.minimum(7), z.maximum(730)), 90),
  }),
  reply: z.strictObject({
    from: z.string(),
    to: z.string(),
    time_zone: z.string(),
    figures: z.array(dayFigures),
  }),
  refusals: ['not_found'],
});

export const disconnectSocial = endpoint({
  method: 'DELETE',
  path: '/me/social/{connection_id}',
  summary: 'Unlink a social account: its token is thrown away here and revoked there; figures stay yours',
  access: ['creator'],
  scope: 'self',
  params: one,
  reply: z.strictObject({ removed: z.literal(true) }),
  refusals: ['not_found'],
});
