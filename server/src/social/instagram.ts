// Instagram API with Instagram Login: a code is exchanged for a token of one hour, and that for one of 60 days, which
// can be renewed after one day. There is no PKCE and no call to revoke.
import * as z from 'zod/mini';
import { sendRequest, type Reply } from './outbound.ts';
import { at, inSeconds, latestPosts, type Platform, PlatformFailure, queryText, readAs, sum } from './platform.ts';

const graph = 'https://graph.instagram.com';
const day = 86_400_000;
const renewWithin = 30 * day;
const scopes = ['instagram_business_basic'];

const error = z.object({ error: z.object({ code: z.number(), error_subcode: z.optional(z.number()) }) });
const shortLived = z.object({ access_token: z.string() });
const longLived = z.object({ access_token: z.string(), expires_in: z.number() });
const profile = z.object({
  user_id: z.union([z.string(), z.number()]),
  username: z.string(),
  account_type: z.optional(z.string()),
  followers_count: z.optional(z.number()),
  media_count: z.optional(z.number()),
});
const media = z.object({
  data: z.array(z.object({ like_count: z.optional(z.number()), comments_count: z.optional(z.number()) })),
});

const rateLimits = new Set([4, 17, 32, 613]);
const withdrawn = new Set([10, 200]);
/** Subcode 463 of error 190 means that the token has expired; other subcodes that it was revoked. */
const timeIsOver = 463;

function failureOf({ status, body }: Reply): PlatformFailure {
  const read = error.safeParse(body);
  const code = read.success ? read.data.error.code : 0;
  const detail = `Instagram answered ${status}, code ${code}`;
  if (status === 429 || rateLimits.has(code)) return new PlatformFailure('rate_limited', detail);
  if (code === 190) {
    const isOver = read.success && read.data.error.error_subcode === timeIsOver;
    return new PlatformFailure(isOver ? 'expired' : 'revoked', detail);
  }
  return new PlatformFailure(withdrawn.has(code) ? 'revoked' : 'unreachable', detail);
}

async function fetchJson(url: string): Promise<unknown> {
  const reply = await sendRequest({ url });
  if (reply.status !== 200) throw failureOf(reply);
  return reply.body;
}

/** Some responses are documented as a list with one entry. */
function unwrapped(body: unknown): unknown {
  const listed = z.object({ data: z.array(z.unknown()) }).safeParse(body);
  return listed.success ? listed.data.data[0] : body;
}

function kept(body: unknown, now: Date) {
  const { access_token: access, expires_in: seconds } = readAs(longLived, body);
  const end = inSeconds(now, seconds);
  return { access, accessEndsAt: end, refresh: null, permissionEndsAt: end };
}

export const instagram: Platform = {
  usesPkce: false,
  permissionUrl: (keys, { state, redirectUri }) =>
    `${at(keys, 'https://www.instagram.com')}/oauth/authorize?${queryText({
      client_id: keys.clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: scopes.join(','),
      state,
    })}`,
  exchange: async (keys, { code, redirectUri }, now) => {
    const first = await sendRequest({
      url: `${at(keys, 'https://api.instagram.com')}/oauth/access_token`,
      form: {
        client_id: keys.clientId,
        client_secret: keys.clientSecret,
        grant_type: 'authorization_code',
        redirect_uri: redirectUri,
        code,
      },
    });
    if (first.status !== 200)
      throw new PlatformFailure(
        first.status < 500 ? 'refused' : 'unreachable',
        `Instagram took no code: ${first.status}`,
      );
    const { access_token: short } = readAs(shortLived, unwrapped(first.body));
    const query = queryText({
      grant_type: 'ig_exchange_token',
      client_secret: keys.clientSecret,
      access_token: short,
    });
    return kept(await fetchJson(`${at(keys, graph)}/access_token?${query}`), now);
  },
  isRenewalDue: ({ permissionEndsAt }, now) =>
    permissionEndsAt !== null && Date.parse(permissionEndsAt) - now.getTime() < renewWithin,
  renew: async (keys, tokens, now) => {
    const query = queryText({ grant_type: 'ig_refresh_token', access_token: tokens.access });
    return kept(await fetchJson(`${at(keys, graph)}/refresh_access_token?${query}`), now);
  },
  read: async (keys, { access }) => {
    const about = queryText({
      fields: 'user_id,username,account_type,followers_count,media_count',
      access_token: access,
    });
    const latest = queryText({
      fields: 'like_count,comments_count',
      limit: String(latestPosts),
      access_token: access,
    });
    const me = readAs(profile, unwrapped(await fetchJson(`${at(keys, graph)}/me?${about}`)));
    const { data: posts } = readAs(media, await fetchJson(`${at(keys, graph)}/me/media?${latest}`));
    return {
      account: {
        externalId: String(me.user_id),
        handle: me.username,
        backendName: me.account_type === 'BUSINESS' ? 'instagram_business' : 'instagram',
      },
      figures: {
        followers: me.followers_count ?? null,
        posts: me.media_count ?? null,
        views: null,
        engagements: sum(posts.flatMap((post) => [post.like_count, post.comments_count])),
        recentPosts: posts.length,
      },
    };
  },
  revoke: async () => undefined,
};
