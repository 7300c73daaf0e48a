import { IconBrandInstagram, IconBrandTiktok, IconBrandYoutube } from '@tabler/icons-react';
import type { SocialPlatform } from '@vitrine/contract/social.ts';

const icons = { instagram: IconBrandInstagram, tiktok: IconBrandTiktok, youtube: IconBrandYoutube };

export function PlatformIcon({ of, size = 22 }: { of: SocialPlatform; size?: number }) {
  const Icon = icons[of];
  return <Icon size={size} stroke={1.5} aria-hidden="true" />;
}
