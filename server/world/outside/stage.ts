/** The data of a creator's account at its platform. */
export type OutsideAccount = {
  id: string;
  handle: string;
  followers: number;
  posts: number;
  /** Of each of the latest posts. */
  likes: number;
  comments: number;
  views: number;
};

type Grant = { redirectUri: string; challenge: string | null; used: boolean };
type Issued = { endsAt: number; issuedAt: number; dead: boolean };
export type Name = 'instagram' | 'tiktok' | 'youtube';

/** The state of a platform: its account, what it issued, and its simulated failures. */
export type ProviderStage = {
  account: OutsideAccount;
  grants: Map<string, Grant>;
  access: Map<string, Issued>;
  refresh: Map<string, Issued>;
  mood: 'well' | 'rate_limited' | 'down';
  calls: string[];
};

export type ProviderRequest = {
  stage: ProviderStage;
  now: number;
  path: string;
  query: URLSearchParams;
  form: URLSearchParams;
  bearer: string;
};
export type ProviderAnswer = { status: number; body: unknown };

export const outsideKeys = { clientId: 'vitrine-client', clientSecret: 'vitrine-secret' };

let count = 0;
export function issue(into: Map<string, Issued>, prefix: string, now: number, seconds: number): string {
  count += 1;
  const token = `${prefix}-${count}-${'x'.repeat(24)}`;
  into.set(token, { issuedAt: now, endsAt: now + seconds * 1000, dead: false });
  return token;
}

export function isAlive(from: Map<string, Issued>, token: string, now: number): boolean {
  const found = from.get(token);
  return found !== undefined && !found.dead && found.endsAt > now;
}

/** Uses up a code: once, for the redirect URI that it was issued for. */
export function takeCode(stage: ProviderStage, form: URLSearchParams): Grant | undefined {
  const grant = stage.grants.get(form.get('code') ?? '');
  if (!grant || grant.used || grant.redirectUri !== form.get('redirect_uri')) return undefined;
  grant.used = true;
  return grant;
}
