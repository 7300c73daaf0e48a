import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The claims that a dishonest provider puts into its token; `undefined` leaves one out. */
export type Lie = {
  claims?: Record<string, unknown>;
  alg?: 'RS256' | 'none' | 'HS256';
  foreignKey?: boolean;
  /** A complete answer in place of tokens. */
  answer?: { status: number; body: unknown };
};

/** A provider that answers as documented except for one configured lie. */
export type CrookedProvider = {
  url: string;
  lie(lie: Lie): void;
  nonce(nonce: string): void;
  stop(): Promise<void>;
};

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

function signed(claims: object, alg: Lie['alg'], key: KeyObject): string {
  const body = `${encode({ alg, kid: 'one', typ: 'JWT' })}.${encode(claims)}`;
  if (alg === 'none') return `${body}.`;
  if (alg === 'HS256') return `${body}.${createHmac('sha256', 'secret').update(body).digest('base64url')}`;
  return `${body}.${sign('sha256', Buffer.from(body), key).toString('base64url')}`;
}

export async function startCrookedProvider(): Promise<CrookedProvider> {
  const own = newKey();
  const foreign = newKey();
  let current: Lie = {};
  let nonce = '';
  const server = createServer((request, response) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const seconds = Math.floor(Date.now() / 1000);
    const claims = {
      iss: url,
      aud: 'client',
      sub: 'somebody',
      iat: seconds,
      exp: seconds + 600,
      nonce,
      name: 'Some Body',
      email: 'some.body@mail.test',
      email_verified: true,
      ...current.claims,
    };
    const { alg = 'RS256', foreignKey = false } = current;
    const documents: Record<string, unknown> = {
      '/.well-known/openid-configuration': {
        issuer: url,
        authorization_endpoint: `${url}/auth`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/keys`,
        userinfo_endpoint: `${url}/me`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        authorization_response_iss_parameter_supported: true,
      },
      '/keys': { keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] },
      '/token': current.answer?.body ?? {
        access_token: 'x',
        token_type: 'Bearer',
        expires_in: 600,
        id_token: signed(claims, alg, (foreignKey ? foreign : own).privateKey),
      },
    };
    const document = documents[request.url ?? ''];
    const status = request.url === '/token' ? (current.answer?.status ?? 200) : document ? 200 : 404;
    request.resume();
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(document ?? {}));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lie: (lie) => {
      current = lie;
    },
    nonce: (value) => {
      nonce = value;
    },
    stop: () =>
      new Promise<void>((stopped) => {
        server.closeAllConnections();
        server.close(() => stopped());
      }),
  };
}
