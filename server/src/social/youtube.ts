// YouTube Data API v3 by Google's OAuth with PKCE: access tokens last an hour; the refresh token is valid until it
// is revoked. Subscriber counts are rounded to three digits and may be hidden.
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

const api = 'https://www.googleapis.com';
const tokens = 'https://oauth2.googleapis.com';
const scope = 'https://www.googleapis.com/auth/youtube.readonly';
const renewWithin = 300_000;

const granted = z.object({
  access_token: z.string(),
  expires_in: z.number(),
  refresh_token: z.optional(z.string()),
});
const grantError = z.object({ error: z.string() });
const error = z.object({
  error: z.object({ errors: z.optional(z.array(z.object({ reason: z.optional(z.string()) }))) }),
});
const channels = z.object({
  items: z.optional(
    z.array(
      z.object({
        id: z.string(),
        snippet: z.object({ title: z.string(), customUrl: z.optional(z.string()) }),
        statistics: z.object({
          subscriberCount: z.optional(z.string()),
          hiddenSubscriberCount: z.optional(z.boolean()),
          videoCount: z.optional(z.string()),
        }),
        contentDetails: z.optional(z.object({ relatedPlaylists: z.object({ uploads: z.optional(z.string()) }) })),
      }),
    ),
  ),
});
const playlist = z.object({ items: z.array(z.object({ contentDetails: z.object({ videoId: z.string() }) })) });
const videos = z.object({
  items: z.array(
    z.object({
      statistics: z.object({
        viewCount: z.optional(z.string()),
        likeCount: z.optional(z.string()),
        commentCount: z.optional(z.string()),
      }),
    }),
  ),
});

const quota = new Set(['quotaExceeded', 'rateLimitExceeded', 'userRateLimitExceeded', 'dailyLimitExceeded']);

function failureOf({ status, body }: Reply): PlatformFailure {
  const read = error.safeParse(body);
  const reason = (read.success ? read.data.error.errors?.[0]?.reason : undefined) ?? '';
  const detail = `YouTube answered ${status} ${reason}`;
  if (status === 429 || quota.has(reason)) return new PlatformFailure('rate_limited', detail);
  if (status === 401 || status === 403) return new PlatformFailure('revoked', detail);
  return new PlatformFailure('unreachable', detail);
}

async function fetchReply(keys: Provider, path: string, query: Record<string, string>, token: string): Promise<Reply> {
  const reply = await sendRequest({ url: `${at(keys, api)}/youtube/v3/${path}?${queryText(query)}`, token });
  if (reply.status !== 200 && reply.status !== 404) throw failureOf(reply);
  return reply;
}

async function grant(keys: Provider, form: Record<string, string>, now: Date): Promise<z.output<typeof granted>> {
  const { status, body } = await sendRequest({
    url: `${at(keys, tokens)}/token`,
    form: { client_id: keys.clientId, client_secret: keys.clientSecret, ...form },
  });
  if (status === 200) return readAs(granted, body);
  const refused = grantError.safeParse(body);
  const isOver = refused.success && refused.data.error === 'invalid_grant';
  throw new PlatformFailure(isOver ? 'revoked' : 'unreachable', `Google answered ${status} at ${now.toISOString()}`);
}

const numberOf = (text: string | undefined) => (text === undefined ? null : Number(text));

/** The latest videos; a channel without videos doesn't have this list. */
async function latestOf(keys: Provider, uploads: string | undefined, token: string) {
  if (uploads === undefined) return [];
  const query = { part: 'contentDetails', playlistId: uploads, maxResults: String(latestPosts) };
  const listed = await fetchReply(keys, 'playlistItems', query, token);
  if (listed.status === 404) return [];
  const ids = readAs(playlist, listed.body).items.map((item) => item.contentDetails.videoId);
  if (ids.length === 0) return [];
  const found = await fetchReply(keys, 'videos', { part: 'statistics', id: ids.join(',') }, token);
  return readAs(videos, found.body).items.map((item) => item.statistics);
}

export const youtube: Platform = {
  usesPkce: true,
  permissionUrl: (keys, { state, redirectUri, challenge }) =>
    `${at(keys, 'https://accounts.google.com')}/o/oauth2/v2/auth?${queryText({
      client_id: keys.clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope,
      // Without this, Google only returns a refresh token the first time.
      access_type: 'offline',
      prompt: 'consent',
      state,
      ...(challenge && { code_challenge: challenge, code_challenge_method: 'S256' }),
    })}`,
  exchange: async (keys, { code, redirectUri, verifier }, now) => {
    const read = await grant(
      keys,
      {
        code,
        grant_type: 'authorization_code',
        redirect_uri: redirectUri,
        ...(verifier && { code_verifier: verifier }),
      },
      now,
    );
    return tokensOf(read, read.refresh_token ?? null, now);
  },
  isRenewalDue: ({ accessEndsAt }, now) => Date.parse(accessEndsAt) - now.getTime() < renewWithin,
  renew: async (keys, { refresh }, now) => {
    const read = await grant(keys, { grant_type: 'refresh_token', refresh_token: refresh ?? '' }, now);
    return tokensOf(read, read.refresh_token ?? refresh, now);
  },
  read: async (keys, { access }) => {
    const query = { part: 'statistics,snippet,contentDetails', mine: 'true' };
    const [channel] = readAs(channels, (await fetchReply(keys, 'channels', query, access)).body).items ?? [];
    if (!channel) throw new PlatformFailure('refused', 'this Google account has no channel');
    const latest = await latestOf(keys, channel.contentDetails?.relatedPlaylists.uploads, access);
    const { statistics, snippet } = channel;
    return {
      account: {
        externalId: channel.id,
        handle: (snippet.customUrl ?? snippet.title).replace(/^@/, ''),
        backendName: 'youtube',
      },
      figures: {
        followers: statistics.hiddenSubscriberCount === true ? null : numberOf(statistics.subscriberCount),
        posts: numberOf(statistics.videoCount),
        views: sum(latest.map((video) => numberOf(video.viewCount))),
        engagements: sum(latest.flatMap((video) => [numberOf(video.likeCount), numberOf(video.commentCount)])),
        recentPosts: latest.length,
      },
    };
  },
  revoke: async (keys, { access, refresh }) => {
    await sendRequest({ url: `${at(keys, tokens)}/revoke`, form: { token: refresh ?? access } });
  },
};

function tokensOf(read: z.output<typeof granted>, refresh: string | null, now: Date): Tokens {
  return {
    access: read.access_token,
    accessEndsAt: inSeconds(now, read.expires_in),
    refresh,
    permissionEndsAt: null,
  };
}
