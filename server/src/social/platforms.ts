import type { SocialPlatform } from '@vitrine/contract/social.ts';
import type { Provider } from '../config.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../platform/refusal.ts';
import { instagram } from './instagram.ts';
import type { Platform, Tokens } from './platform.ts';
import { tiktok } from './tiktok.ts';
import { youtube } from './youtube.ts';

const platforms: Record<SocialPlatform, Platform> = { instagram, tiktok, youtube };

export const platformLabels: Record<SocialPlatform, string> = {
  instagram: 'Instagram',
  tiktok: 'TikTok',
  youtube: 'YouTube',
};

export const platformNames = ['instagram', 'tiktok', 'youtube'] as const;

export function platformOf(name: string): SocialPlatform {
  if (name === 'instagram' || name === 'tiktok') return name;
  return 'youtube';
}

/** A platform with the API keys of this installation, if configured. */
export function linkable(ctx: Context, name: SocialPlatform): { platform: Platform; keys: Provider } | undefined {
  const keys = ctx.config.social[name];
  return keys && { platform: platforms[name], keys };
}

export function mustBeLinkable(ctx: Context, name: SocialPlatform): { platform: Platform; keys: Provider } {
  const found = linkable(ctx, name);
  if (!found) throw new Refusal('social_not_available');
  return found;
}

/** The backend name of a manual account. */
export const manualNames: Record<SocialPlatform, string> = {
  instagram: 'instagram',
  tiktok: 'tikTok',
  youtube: 'youTube',
};

/** The redirect URI, the same for all platforms; they compare it exactly. */
export function redirectUri(from: string): string {
  return `${from}/social-insights`;
}

export function sealTokens(ctx: Context, tokens: Tokens): Buffer {
  return ctx.sealer.seal(JSON.stringify(tokens));
}

export function openTokens(ctx: Context, sealed: Buffer): Tokens {
  // We encrypted it ourselves, so its shape is known.
  return JSON.parse(ctx.sealer.open(sealed)) as Tokens;
}
