import { createHash, generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import { html } from '../src/platform/http/html.ts';

/** A real OpenID server on loopback in place of Google: it asks for an identity, accepts any, and signs it. */
export type OpenIdServer = { url: string; clientId: string; clientSecret: string; stop(): Promise<void> };

const clientId = 'vitrine-on-loopback';
const clientSecret = 'a-secret-that-only-tests-know';

/** `noor.haddad@mail.test` gets the name Noor Haddad. */
function nameOf(email: string): string {
  return (email.split('@', 1)[0] ?? '')
    .split(/[._-]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

function subjectOf(email: string): string {
  return createHash('sha256').update(email).digest('hex').slice(0, 21);
}

const known = new Map<string, string>();

async function findAccount(_ctx: KoaContextWithOIDC, sub: string) {
  const email = known.get(sub) ?? '';
  // Addresses of this domain count as not verified by the provider.
  const isChecked = !email.endsWith('@unchecked.test');
  return {
    accountId: sub,
    claims: async () => ({ sub, name: nameOf(email), email, email_verified: isChecked }),
  };
}

function configuration(redirectUris: readonly string[]): Configuration {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [...redirectUris],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['loopback only'] },
    claims: { email: ['email', 'email_verified'], profile: ['name'] },
    // Like Google, which puts them into the token itself.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `/choose/${interaction.uid}` },
    findAccount,
    loadExistingGrant: async (ctx) => {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client?.clientId ?? '',
        accountId: ctx.oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    ttl: { AccessToken: 600, AuthorizationCode: 60, IdToken: 600, Interaction: 600, Session: 600, Grant: 600 },
  };
}

function choosePage(uid: string): string {
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Choose an account</title></head><body>
<form method="post" action="/choose/${uid}"><h1>Choose an account</h1>
<label>Email <input name="email" type="email" required></label> <button>Continue</button></form></body></html>`.toString();
}

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}

async function choose(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { uid } = await provider.interactionDetails(request, response);
  if (request.method !== 'POST') {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(choosePage(uid));
    return;
  }
  const email = ((await bodyOf(request)).get('email') ?? '').toLowerCase();
  const accountId = subjectOf(email);
  known.set(accountId, email);
  await provider.interactionFinished(request, response, { login: { accountId, remember: false } });
}

export async function startOpenId(options: { redirectUris: readonly string[]; port?: number }): Promise<OpenIdServer> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(options.port ?? 0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(url, configuration(options.redirectUris));
  const answer = provider.callback();
  server.on('request', (request, response) => {
    const isChoice = request.url?.startsWith('/choose/') === true;
    (isChoice ? choose(provider, request, response) : answer(request, response)).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  return {
    url,
    clientId,
    clientSecret,
    stop: () =>
      new Promise<void>((stopped) => {
        server.closeAllConnections();
        server.close(() => stopped());
      }),
  };
}

/** Goes through the provider's pages like a browser. Returns the URL that it redirects to. */
export async function chooseAccount(authorization: string, email: string): Promise<string> {
  const jar = new Map<string, string>();
  let address = authorization;
  let form: URLSearchParams | undefined;
  const origin = new URL(authorization).origin;
  for (let hop = 0; hop < 10; hop += 1) {
    const answer = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: form }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (name) jar.set(name, value ?? '');
    }
    await answer.arrayBuffer();
    const location = answer.headers.get('location');
    form = location ? undefined : new URLSearchParams({ email });
    if (!location) continue;
    address = new URL(location, address).href;
    if (new URL(address).origin !== origin) return address;
  }
  throw new Error('the provider does not send anybody back');
}
