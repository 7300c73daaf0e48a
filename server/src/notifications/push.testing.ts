// A push service on loopback and a browser that reads what it gets, as RFC 8291 and RFC 8292 say.
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addPushDevice } from '@vitrine/contract/notifications.push.ts';
import type { Client } from '../../world/client.ts';
import { granted } from '../../world/shelves.ts';
import type { PushMessage } from './push.send.ts';

type ReceivedPush = { path: string; headers: IncomingHttpHeaders; body: Buffer };

/** Takes everything with 201 unless told otherwise. */
export async function openPushService() {
  const received: ReceivedPush[] = [];
  const answer = { status: 201, headers: {} as Record<string, string> };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(answer.status, answer.headers).end();
    });
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  return {
    received,
    answer,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.dispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
export type PushService = Awaited<ReturnType<typeof openPushService>>;

/** A browser with a subscription of its own. */
export function openPushBrowser({ origin }: Pick<PushService, 'origin'>, name: string) {
  const own = createECDH('prime256v1');
  own.generateKeys();
  const auth = randomBytes(16);
  const keys = { p256dh: own.getPublicKey('base64url'), auth: auth.toString('base64url') };
  return {
    subscription: { endpoint: `${origin}/${name}`, keys },
    read(body: Buffer): PushMessage {
      const salt = body.subarray(0, 16);
      const keyLength = body[20] ?? 0;
      const sender = body.subarray(21, 21 + keyLength);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender]);
      const secret = Buffer.from(hkdfSync('sha256', own.computeSecret(sender), auth, info, 32));
      const derived = (label: string, bytes: number) =>
        Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${label}\0`, bytes));
      const sealed = body.subarray(21 + keyLength);
      const cipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12));
      cipher.setAuthTag(sealed.subarray(-16));
      const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
      // The text ends with the delimiter of the last record.
      return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString('utf8'));
    },
  };
}
export type PushBrowser = ReturnType<typeof openPushBrowser>;

export const addDevice = async (who: Client, { subscription }: Pick<PushBrowser, 'subscription'>) =>
  granted(await who.call(addPushDevice, { body: subscription }));

/** What the sender states about itself; throws unless it is signed with its own public key. */
export function readVapid(authorization: string | undefined) {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('the signature of the push service’s token is wrong');
  const { aud, exp, sub }: { aud: string; exp: number; sub: string } = JSON.parse(
    Buffer.from(claims, 'base64url').toString(),
  );
  return { aud, exp, sub, key };
}

/** A subscription at a push service that doesn't exist. */
export const subscriptionOf = (name: string) => openPushBrowser({ origin: 'https://push.example' }, name).subscription;
