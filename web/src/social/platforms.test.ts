import { describe, expect, test } from 'vitest';
import type { SocialConnection } from '@vitrine/contract/social.ts';
import { shortlinkNote } from '../links/shortlink-note.ts';
import { matchPlatforms } from './platforms.ts';

const connection = (
  backend_name: string,
  handle = 'ava',
  connected_at = '2026-11-20T12:00:00.000Z',
): SocialConnection => ({
  id: handle,
  platform: 'instagram',
  backend_name,
  handle,
  state: 'connected',
  failure: null,
  connected_at,
  permission_ends_at: null,
  refreshed_at: null,
  latest: null,
  clicks_last_30_days: 0,
});

describe('social platforms', () => {
  test('are three, each an entry with icon, name, handle, tag, matched, backName and show (§73)', () => {
    expect(
      matchPlatforms([]).map(({ icon, name, handle, tag, matched, backName, show }) => ({
        icon,
        name,
        handle,
        tag,
        matched,
        backName,
        show,
      })),
    ).toEqual([
      {
        icon: 'instagram',
        name: 'Instagram',
        handle: null,
        tag: 'ig',
        matched: false,
        backName: ['instagram', 'instagram_business', 'facebook_business'],
        show: false,
      },
      {
        icon: 'tiktok',
        name: 'TikTok',
        handle: null,
        tag: 'tk',
        matched: false,
        backName: ['tikTok', 'tiktok_business'],
        show: false,
      },
      {
        icon: 'youtube',
        name: 'YouTube',
        handle: null,
        tag: 'yt',
        matched: false,
        backName: ['youTube', 'youtube', 'youtube_business'],
        show: false,
      },
    ]);
  });

  const matchesOf = (backendName: string) =>
    matchPlatforms([connection(backendName)])
      .filter(({ matched }) => matched)
      .map(({ name, tag, handle, show }) => ({ name, tag, handle, show }));

  test.each(['instagram', 'instagram_business', 'facebook_business'])('%s is Instagram, tag ig (§74)', (name) => {
    expect(matchesOf(name)).toEqual([{ name: 'Instagram', tag: 'ig', handle: 'ava', show: true }]);
  });

  test.each(['tikTok', 'tiktok_business'])('%s is TikTok, tag tk (§75)', (name) => {
    expect(matchesOf(name)).toEqual([{ name: 'TikTok', tag: 'tk', handle: 'ava', show: true }]);
  });

  test.each(['youTube', 'youtube', 'youtube_business'])('%s is YouTube, tag yt (§76)', (name) => {
    expect(matchesOf(name)).toEqual([{ name: 'YouTube', tag: 'yt', handle: 'ava', show: true }]);
  });

  test.each(['tiktok', 'Instagram', 'facebook', ''])('%j is matched to none', (name) => {
    expect(matchPlatforms([connection(name)]).some((entry) => entry.matched)).toBe(false);
  });

  test('show the account that was connected last', () => {
    const [instagram] = matchPlatforms([
      connection('instagram', 'older', '2026-01-01T00:00:00.000Z'),
      connection('instagram_business', 'newer', '2026-11-01T00:00:00.000Z'),
    ]);
    expect(instagram?.handle).toBe('newer');
  });

  test('explain shortlink figures in these words (§77)', () => {
    expect(shortlinkNote.message).toBe(
      'Includes data from affiliate shortlinks shared by the creator that go directly to the product page.',
    );
  });
});
