import { type ProviderRequest, isAlive, issue, outsideKeys, takeCode, type ProviderAnswer } from './stage.ts';

// Instagram API with Instagram Login, as in its documentation.

const day = 86_400;
const hour = 3_600;

function error(status: number, code: number, subcode?: number): ProviderAnswer {
  const message = 'Error validating access token';
  return {
    status,
    body: {
      error: { message, type: 'OAuthException', code, ...(subcode && { error_subcode: subcode }), fbtrace_id: 'A' },
    },
  };
}

function refusedToken({ stage, now, query }: ProviderRequest): ProviderAnswer | undefined {
  const token = query.get('access_token') ?? '';
  if (isAlive(stage.access, token, now)) return undefined;
  const found = stage.access.get(token);
  return error(400, 190, found && !found.dead ? 463 : 460);
}

function exchange({ stage, now, form }: ProviderRequest): ProviderAnswer {
  const fits = form.get('client_id') === outsideKeys.clientId && form.get('client_secret') === outsideKeys.clientSecret;
  if (!fits || form.get('grant_type') !== 'authorization_code' || !takeCode(stage, form))
    return {
      status: 400,
      body: { error_type: 'OAuthException', code: 400, error_message: 'Invalid authorization code' },
    };
  const token = issue(stage.access, 'IGS', now, hour);
  return {
    status: 200,
    body: { access_token: token, user_id: stage.account.id, permissions: ['instagram_business_basic'] },
  };
}

function longLived(request: ProviderRequest): ProviderAnswer {
  const { stage, now, query } = request;
  if (query.get('client_secret') !== outsideKeys.clientSecret) return error(400, 101);
  const refused = refusedToken(request);
  if (refused) return refused;
  return {
    status: 200,
    body: { access_token: issue(stage.access, 'IGL', now, 60 * day), token_type: 'bearer', expires_in: 60 * day },
  };
}

function renewed(request: ProviderRequest): ProviderAnswer {
  const { stage, now, query } = request;
  const refused = refusedToken(request);
  if (refused) return refused;
  const found = stage.access.get(query.get('access_token') ?? '');
  if (found && now - found.issuedAt < day * 1000) return error(400, 100);
  return {
    status: 200,
    body: { access_token: issue(stage.access, 'IGL', now, 60 * day), token_type: 'bearer', expires_in: 60 * day },
  };
}

export function answerInstagram(request: ProviderRequest): ProviderAnswer {
  const { stage, path, query } = request;
  if (path === '/oauth/access_token') return exchange(request);
  if (path === '/access_token' && query.get('grant_type') === 'ig_exchange_token') return longLived(request);
  if (path === '/refresh_access_token' && query.get('grant_type') === 'ig_refresh_token') return renewed(request);
  const refused = refusedToken(request);
  if (refused) return refused;
  if (stage.mood === 'rate_limited') return error(400, 4);
  const { account } = stage;
  if (path === '/me')
    return {
      status: 200,
      body: {
        user_id: account.id,
        username: account.handle,
        account_type: 'BUSINESS',
        followers_count: account.followers,
        media_count: account.posts,
        id: account.id,
      },
    };
  if (path === '/me/media')
    return {
      status: 200,
      body: {
        data: Array.from({ length: 20 }, (_, index) => ({
          id: `m${index}`,
          like_count: account.likes,
          comments_count: account.comments,
        })),
      },
    };
  return error(400, 100);
}
