import { normalizedText } from '@vitrine/contract/values/accents.ts';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client';
import type { Provider } from '../config.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../platform/refusal.ts';

/** Google, or the OpenID provider that is configured instead. */
const googleAddress = 'https://accounts.google.com';
const patienceSeconds = 6;

const known = new WeakMap<Provider, Promise<Configuration>>();

function loopback(address: URL): boolean {
  return address.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(address.hostname);
}

/**
 * The provider's metadata, fetched once. Token signatures are always checked against its keys. Only a provider on this
 * machine may be used without TLS.
 */
async function providerOf(ctx: Context): Promise<Configuration> {
  const { google } = ctx.config;
  if (!google) throw new Refusal('not_found');
  const cached = known.get(google);
  if (cached) return cached;
  const address = new URL(google.baseUrl ?? googleAddress);
  const execute = [enableNonRepudiationChecks, ...(loopback(address) ? [allowInsecureRequests] : [])];
  const discovered = discovery(address, google.clientId, google.clientSecret, undefined, {
    execute,
    timeout: patienceSeconds,
  });
  known.set(google, discovered);
  try {
    return await discovered;
  } catch (error) {
    known.delete(google);
    ctx.log.warn({ error: error instanceof Error ? error.message : 'unknown' }, 'the OpenID provider does not respond');
    throw new Refusal('busy');
  }
}

/** The values sent with a sign-in and compared on return. */
export type Outgoing = { verifier: string; nonce: string; state: string; returnTo: string; userId: string | null };

/** The address to redirect to. */
export async function authorizationAddress(ctx: Context, outgoing: Outgoing): Promise<string> {
  const provider = await providerOf(ctx);
  return buildAuthorizationUrl(provider, {
    redirect_uri: outgoing.returnTo,
    scope: 'openid email profile',
    code_challenge: await calculatePKCECodeChallenge(outgoing.verifier),
    code_challenge_method: 'S256',
    state: outgoing.state,
    nonce: outgoing.nonce,
  }).href;
}

/** The user according to the provider. `email` is only set if the provider has verified it. */
export type Identified = {
  provider: string;
  subject: string;
  name: string;
  email: string | null;
  picture: string | null;
};

function textOf(value: unknown, most: number): string {
  return typeof value === 'string' ? normalizedText(value, 'NFC').trim().slice(0, most) : '';
}

function emailOf(claims: Record<string, unknown>): string | null {
  const email = textOf(claims['email'], 254).toLowerCase();
  return claims['email_verified'] === true && email !== '' ? email : null;
}

function pictureOf(claims: Record<string, unknown>): string | null {
  const address = URL.parse(textOf(claims['picture'], 2_000));
  return address?.protocol === 'https:' ? address.href : null;
}

/** Exchanges the code and checks state, nonce, issuer, audience, signature and age. Any mismatch gets the same refusal. */
export async function identify(ctx: Context, query: string, outgoing: Outgoing): Promise<Identified> {
  const provider = await providerOf(ctx);
  const address = new URL(outgoing.returnTo);
  address.search = query;
  try {
    const tokens = await authorizationCodeGrant(provider, address, {
      expectedState: outgoing.state,
      expectedNonce: outgoing.nonce,
      pkceCodeVerifier: outgoing.verifier,
      idTokenExpected: true,
    });
    const identity = tokens.claims();
    if (!identity) throw new Error('no id token');
    const isWhole = identity['email'] !== undefined && identity['name'] !== undefined;
    const more = isWhole ? {} : await fetchUserInfo(provider, tokens.access_token, identity.sub);
    const claims: Record<string, unknown> = { ...more, ...identity };
    return {
      provider: identity.iss,
      subject: identity.sub,
      name: textOf(claims['name'], 60),
      email: emailOf(claims),
      picture: pictureOf(claims),
    };
  } catch (error) {
    ctx.log.info({ reason: error instanceof Error ? error.message : 'unknown' }, 'a sign-in was refused');
    throw new Refusal('sign_in_refused');
  }
}
