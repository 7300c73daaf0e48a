import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, instant, name, plainText, whole } from './values/fields.ts';

export const socialPlatform = z.enum(['instagram', 'tiktok', 'youtube']);
export type SocialPlatform = z.output<typeof socialPlatform>;

/** A day without figures is missing from a series; it is never reported as zero. */
const dayFigures = z.strictObject({
  day: z.string(),
  followers: z.nullable(whole),
  posts: z.nullable(whole),
  /** Total of the latest posts; `recent_posts` is their number. */
  views: z.nullable(whole),
  engagements: z.nullable(whole),
  recent_posts: z.nullable(whole),
  /** Engagements per post and follower: 0.031 is 3.1%. */
  engagement_rate: z.nullable(z.number()),
  source: z.enum(['platform', 'manual']),
  taken_at: instant,
});
export type DayFigures = z.output<typeof dayFigures>;

/** A social account. `expired`: its owner must reconnect it. `manual`: never connected, figures are entered manually. */
export const socialConnection = z.strictObject({
  id: z.string(),
  platform: socialPlatform,
  /** The name of this kind of account in the platform's API. */
  backend_name: z.string(),
  handle: z.string(),
  state: z.enum(['connected', 'expired', 'manual']),
  failure: z.nullable(z.enum(['expired', 'revoked', 'rate_limited', 'unreachable'])),
  connected_at: instant,
  /** When the platform's permission expires, if it does; it is renewed automatically before that. */
  permission_ends_at: z.nullable(instant),
  refreshed_at: z.nullable(instant),
  latest: z.nullable(dayFigures),
  /** Clicks on the creator's links from this platform. A lower bound, because not every app sends a referrer. */
  clicks_last_30_days: whole,
});
export type SocialConnection = z.output<typeof socialConnection>;

export const listSocial = endpoint({
  method: 'GET',
  path: '/me/social',
  summary: 'Social accounts with their latest figures, and the platforms that can be connected on this installation',
  access: ['creator'],
  scope: 'self',
  reply: z.strictObject({
    as_of: instant,
    /** Platforms for which this installation has API keys; figures of the others are entered manually. */
    can_connect: z.array(socialPlatform),
    connections: z.array(socialConnection),
  }),
});

export const startSocialConnection = endpoint({
  method: 'POST',
  path: '/me/social/start',
  summary: 'Start connecting a social account; returns the address of the platform to go to',
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
  summary: 'Finish connecting with the code and state from the platform; only in the session that started it',
  access: ['creator'],
  scope: 'self',
  body: z.strictObject({
    code: plainText({ min: 1, max: 4_096 }),
    state: plainText({ min: 1, max: 200 }),
  }),
  reply: socialConnection,
  refusals: ['social_link_invalid', 'social_refused', 'social_not_available'],
  perMinute: 20,
});

const countText = 'must be a whole number, 0 or more';
const count = z
  .int({ error: countText })
  .check(z.minimum(0, countText), z.maximum(100_000_000_000, 'must not be above 100000000000'));

export const enterSocialFigures = endpoint({
  method: 'POST',
  path: '/me/social/figures',
  summary: "Enter a day's figures manually; figures from the platform itself are not overwritten",
  access: ['creator'],
  scope: 'self',
  body: z.strictObject({
    platform: socialPlatform,
    handle: z.optional(name({ max: 60 })),
    day: z.iso.date({ error: 'must be a date, like 2026-11-20' }),
    followers: count,
    posts: z.optional(z.nullable(count)),
    /** Average likes and comments per post. */
    engagements_per_post: z.optional(z.nullable(count)),
  }),
  reply: socialConnection,
});

const one = z.strictObject({ connection_id: id });

export const readSocialSeries = endpoint({
  method: 'GET',
  path: '/me/social/{connection_id}/series',
  summary: 'Figures by day in the creator’s time zone; days without figures are omitted',
  access: ['creator'],
  scope: 'self',
  params: one,
  query: z.strictObject({
    days: z._default(
      z.coerce
        .number()
        .check(z.int(), z.minimum(7), z.maximum(730))
        .register(z.globalRegistry, { examples: [90] }),
      90,
    ),
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
  summary:
    'Disconnect a social account; its token is deleted here and revoked at the platform, and the figures are kept',
  access: ['creator'],
  scope: 'self',
  params: one,
  reply: z.strictObject({ removed: z.literal(true) }),
  refusals: ['not_found'],
});
