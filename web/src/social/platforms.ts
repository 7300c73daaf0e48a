import type { SocialConnection, SocialPlatform } from '@vitrine/contract/social.ts';

/**
 * A social platform as the specification lists it (S16). `show`: its figures are shown; otherwise connecting it is
 * offered.
 */
export type PlatformEntry = {
  icon: SocialPlatform;
  name: string;
  handle: string | null;
  tag: 'ig' | 'tk' | 'yt';
  matched: boolean;
  backName: readonly string[];
  show: boolean;
  connection: SocialConnection | undefined;
};

type Known = Pick<PlatformEntry, 'icon' | 'name' | 'tag' | 'backName'>;

const platforms: readonly Known[] = [
  {
    icon: 'instagram',
    name: 'Instagram',
    tag: 'ig',
    backName: ['instagram', 'instagram_business', 'facebook_business'],
  },
  { icon: 'tiktok', name: 'TikTok', tag: 'tk', backName: ['tikTok', 'tiktok_business'] },
  { icon: 'youtube', name: 'YouTube', tag: 'yt', backName: ['youTube', 'youtube', 'youtube_business'] },
];

/**
 * The three platforms, each with the account that matches one of its backend names; the latest if there are several.
 */
export function matchPlatforms(connections: readonly SocialConnection[]): PlatformEntry[] {
  return platforms.map((platform) => {
    const own = connections.filter((connection) => platform.backName.includes(connection.backend_name));
    const connection = own.toSorted((one, other) => other.connected_at.localeCompare(one.connected_at))[0];
    const matched = connection !== undefined;
    return { ...platform, handle: connection?.handle ?? null, matched, show: matched, connection };
  });
}
