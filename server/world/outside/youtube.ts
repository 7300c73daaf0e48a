import { createHash } from 'node:crypto';
import { type ProviderRequest, isAlive, issue, outsideKeys, takeCode, type ProviderAnswer } from './stage.ts';

// Google's OAuth 2.0 for web servers and the YouTube Data API v3, as in their documentation.

const hour = 3_600;

function failed(status: number, reason: string): ProviderAnswer {
  return {
    status,
    body: { error: { code: status, message: reason, errors: [{ message: reason, domain: 'youtube', reason }] } },
  };
}

function token({ stage, now, form }: ProviderRequest): ProviderAnswer {
  const refused = (error: string): ProviderAnswer => ({ status: 400, body: { error, error_description: error } });
  if (form.get('client_id') !== outsideKeys.clientId || form.get('client_secret') !== outsideKeys.clientSecret)
    return refused('invalid_client');
  const access = () => ({
    access_token: issue(stage.access, 'ya29', now, hour),
    expires_in: hour,
    token_type: 'Bearer',
  });
  if (form.get('grant_type') === 'refresh_token')
    return isAlive(stage.refresh, form.get('refresh_token') ?? '', now)
      ? { status: 200, body: access() }
      : refused('invalid_grant');
  const grant = takeCode(stage, form);
  const proof = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  if (!grant || grant.challenge !== proof) return refused('invalid_grant');
  return { status: 200, body: { ...access(), refresh_token: issue(stage.refresh, '1//', now, 10 * 365 * 24 * hour) } };
}

export function answerYouTube(request: ProviderRequest): ProviderAnswer {
  const { stage, now, path, bearer } = request;
  if (path === '/token') return token(request);
  if (path === '/revoke') {
    for (const issued of [...stage.access.values(), ...stage.refresh.values()]) issued.dead = true;
    return { status: 200, body: {} };
  }
  if (!isAlive(stage.access, bearer, now)) return failed(401, 'authError');
  if (stage.mood === 'rate_limited') return failed(403, 'quotaExceeded');
  const { account } = stage;
  const ids = Array.from({ length: 20 }, (_, index) => `video${index}`);
  if (path === '/youtube/v3/channels')
    return {
      status: 200,
      body: {
        items: [
          {
            id: account.id,
            snippet: { title: 'Ava', customUrl: `@${account.handle}` },
            statistics: {
              viewCount: '1200000',
              subscriberCount: String(account.followers),
              hiddenSubscriberCount: false,
              videoCount: String(account.posts),
            },
            contentDetails: { relatedPlaylists: { likes: '', uploads: 'UUava' } },
          },
        ],
      },
    };
  if (path === '/youtube/v3/playlistItems')
    return { status: 200, body: { items: ids.map((id) => ({ contentDetails: { videoId: id } })) } };
  if (path === '/youtube/v3/videos')
    return {
      status: 200,
      body: {
        items: ids.map((id) => ({
          id,
          statistics: {
            viewCount: String(account.views),
            likeCount: String(account.likes),
            commentCount: String(account.comments),
          },
        })),
      },
    };
  return failed(404, 'notFound');
}
