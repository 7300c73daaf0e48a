// TikTok API v2, Login Kit for Web: access tokens last a day; the refresh token changes with each use and lasts a year.
// PKCE is only for its mobile and desktop kits.
import * as z from 'zod/mini';
import type { Provider } from '../config.ts';
import { sendRequest, type Reply } from './outbound.ts';
import {
  at,
  inSeconds,
  latestPosts,
  type Platform,
  PlatformFailure,
  queryText,
  readAs,
  sum,
  type Tokens,
} from './platform.ts';

const api = 'https://open.tiktokapis.com';
const scopes = ['user.info.basic', 'user.info.profile', 'user.info.stats', 'video.list'];
const renewWithin = 3_600_000;

const granted = z.object({
  access_token: z.string(),
  expires_in: z.number(),
  refresh_token: z.string(),
  refresh_expires_in: z.number(),
});
const grantError = z.object({ error: z.string() });
const outcome = z.object({ error: z.object({ code: z.string() }) });
const profile = z.object({
  data: z.object({
    user: z.object({
      open_id: z.string(),
      username: z.optional(z.string()),
      display_name: z.optional(z.string()),
      follower_count: z.optional(z.number()),
      video_count: z.optional(z.number()),
    }),
  }),
});
const videos = z.object({
  data: z.object({
    videos: z.optional(
      z.array(
        z.object({
          like_count: z.optional(z.number()),
          comment_count: z.optional(z.number()),
          share_count: z.optional(z.number()),
          view_count: z.optional(z.number()),
        }),
      ),
    ),
  }),
});

function failureOf({ status, body }: Reply): PlatformFailure {
  const read = outcome.safeParse(body);
  const code = read.success ? read.data.error.code : '';
  const detail = `TikTok answered ${status} ${code}`;
  if (status === 429 || code === 'rate_limit_exceeded') return new PlatformFailure('rate_limited', detail);
  if (code === 'access_token_invalid') return new PlatformFailure('expired', detail);
  if (code === 'scope_not_authorized' || code === 'scope_permission_missed')
    return new PlatformFailure('revoked', detail);
  return new PlatformFailure('unreachable', detail);
}

/** Token calls report errors with status 200 as well as 400. */
async function grant(keys: Provider, form: Record<string, string>, now: Date): Promise<Tokens> {
  const { status, body } = await sendRequest({
    url: `${at(keys, api)}/v2/oauth/token/`,
    form: { client_key: keys.clientId, client_secret: keys.clientSecret, ...form },
  });
  const refused = grantError.safeParse(body);
  if (refused.success) {
    const { error } = refused.data;
    const isOurs = error === 'rate_limit_exceeded' || error === 'internal_error' || status >= 500;
    throw new PlatformFailure(isOurs ? 'unreachable' : 'revoked', `TikTok gave no token: ${error}`);
  }
  if (status !== 200) throw new PlatformFailure('unreachable', `TikTok answered ${status} for a token`);
  const read = readAs(granted, body);
  return {
    access: read.access_token,
    accessEndsAt: inSeconds(now, read.expires_in),
    refresh: read.refresh_token,
    permissionEndsAt: inSeconds(now, read.refresh_expires_in),
  };
}

async function fetchJson(question: Parameters<typeof sendRequest>[0]): Promise<unknown> {
  const reply = await sendRequest(question);
  const read = outcome.safeParse(reply.body);
  if (reply.status !== 200 || (read.success && read.data.error.code !== 'ok')) throw failureOf(reply);
  return reply.body;
}

export const tiktok: Platform = {
  usesPkce: false,
  permissionUrl: (keys, { state, redirectUri }) =>
    `${at(keys, 'https://www.tiktok.com')}/v2/auth/authorize/?${queryText({
      client_key: keys.clientId,
      scope: scopes.join(','),
      response_type: 'code',
      redirect_uri: redirectUri,
      state,
    })}`,
  exchange: async (keys, { code, redirectUri }, now) =>
    grant(keys, { code, grant_type: 'authorization_code', redirect_uri: redirectUri }, now),
  isRenewalDue: ({ accessEndsAt }, now) => Date.parse(accessEndsAt) - now.getTime() < renewWithin,
  renew: (keys, { refresh }, now) => grant(keys, { grant_type: 'refresh_token', refresh_token: refresh ?? '' }, now),
  read: async (keys, { access }) => {
    const fields = 'open_id,username,display_name,follower_count,video_count';
    const about = await fetchJson({ url: `${at(keys, api)}/v2/user/info/?fields=${fields}`, token: access });
    const { user } = readAs(profile, about).data;
    const latest = await fetchJson({
      url: `${at(keys, api)}/v2/video/list/?fields=id,like_count,comment_count,share_count,view_count`,
      token: access,
      json: { max_count: latestPosts },
    });
    const posts = readAs(videos, latest).data.videos ?? [];
    return {
      account: {
        externalId: user.open_id,
        handle: user.username ?? user.display_name ?? '',
        backendName: 'tikTok',
      },
      figures: {
        followers: user.follower_count ?? null,
        posts: user.video_count ?? null,
        views: sum(posts.map((post) => post.view_count)),
        engagements: sum(posts.flatMap((post) => [post.like_count, post.comment_count, post.share_count])),
        recentPosts: posts.length,
      },
    };
  },
  revoke: async (keys, { access }) => {
    await sendRequest({
      url: `${at(keys, api)}/v2/oauth/revoke/`,
      form: { client_key: keys.clientId, client_secret: keys.clientSecret, token: access },
    });
  },
};
