import { type ProviderRequest, isAlive, issue, outsideKeys, takeCode, type ProviderAnswer } from './stage.ts';

// TikTok API v2 (Login Kit for Web, Display API), as in its documentation.

const day = 86_400;

function failed(status: number, code: string): ProviderAnswer {
  return { status, body: { data: {}, error: { code, message: code, log_id: '20261120' } } };
}

const ok = { code: 'ok', message: '', log_id: '20261120' };

function granted({ stage, now }: ProviderRequest): ProviderAnswer {
  return {
    status: 200,
    body: {
      access_token: issue(stage.access, 'act', now, day),
      expires_in: day,
      open_id: stage.account.id,
      refresh_expires_in: 365 * day,
      refresh_token: issue(stage.refresh, 'rft', now, 365 * day),
      scope: 'user.info.basic,user.info.profile,user.info.stats,video.list',
      token_type: 'Bearer',
    },
  };
}

function token(request: ProviderRequest): ProviderAnswer {
  const { stage, now, form } = request;
  const refused = (error: string): ProviderAnswer => ({
    status: 400,
    body: { error, error_description: error, log_id: '2026' },
  });
  if (form.get('client_key') !== outsideKeys.clientId || form.get('client_secret') !== outsideKeys.clientSecret)
    return refused('invalid_client');
  if (form.get('grant_type') === 'authorization_code')
    return takeCode(stage, form) ? granted(request) : refused('invalid_grant');
  const old = form.get('refresh_token') ?? '';
  if (!isAlive(stage.refresh, old, now)) return refused('invalid_grant');
  const found = stage.refresh.get(old);
  if (found) found.dead = true;
  return granted(request);
}

export function answerTikTok(request: ProviderRequest): ProviderAnswer {
  const { stage, now, path, bearer, form } = request;
  if (path === '/v2/oauth/token/') return token(request);
  if (path === '/v2/oauth/revoke/') {
    for (const issued of [...stage.access.values(), ...stage.refresh.values()]) issued.dead = true;
    return { status: 200, body: form.get('token') ? {} : { error: 'invalid_request' } };
  }
  if (!isAlive(stage.access, bearer, now)) return failed(401, 'access_token_invalid');
  if (stage.mood === 'rate_limited') return failed(429, 'rate_limit_exceeded');
  const { account } = stage;
  if (path === '/v2/user/info/')
    return {
      status: 200,
      body: {
        data: {
          user: {
            open_id: account.id,
            username: account.handle,
            display_name: 'Ava',
            follower_count: account.followers,
            video_count: account.posts,
          },
        },
        error: ok,
      },
    };
  if (path === '/v2/video/list/')
    return {
      status: 200,
      body: {
        data: {
          videos: Array.from({ length: 20 }, (_, index) => ({
            id: `v${index}`,
            like_count: account.likes,
            comment_count: account.comments,
            share_count: 10,
            view_count: account.views,
          })),
          cursor: 0,
          has_more: false,
        },
        error: ok,
      },
    };
  return failed(404, 'invalid_params');
}
