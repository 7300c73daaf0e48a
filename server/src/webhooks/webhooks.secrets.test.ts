import { createHmac, randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { createSealer } from '../platform/seal.ts';
import { newSigningSecret, overlapMs, secretsAt, signedHeaders } from './webhooks.secrets.ts';

// The vector that Standard Webhooks publishes with its libraries.
const vector = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  at: new Date(1_614_265_330_000),
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};

test('a message is signed as the published vector says', () => {
  expect(signedHeaders([vector.secret], vector)).toEqual({
    'webhook-id': vector.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': vector.signature,
  });
});

test('the signature is HMAC-SHA256 over id, time and body, so receivers need no library', () => {
  const secret = newSigningSecret();
  const at = new Date('2026-11-20T12:00:00.999Z');
  const body = JSON.stringify({ name: 'Zoë 🌱', amount: '17.99' });
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const hmac = createHmac('sha256', key)
    .update(`evt.${Math.floor(at.getTime() / 1_000)}.${body}`)
    .digest('base64');
  expect(signedHeaders([secret], { id: 'evt', at, body })['webhook-signature']).toBe(`v1,${hmac}`);
});

test('a secret has 256 random bits and is accepted by the library', () => {
  const secrets = Array.from({ length: 50 }, newSigningSecret);
  expect(new Set(secrets).size).toBe(50);
  for (const secret of secrets) {
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
    const message = { id: 'evt_1', at: new Date(), body: '{}' };
    expect(new Webhook(secret).verify('{}', signedHeaders([secret], message))).toEqual({});
  }
});

test('a changed body, id or time, and another secret, are refused by the library', () => {
  const secret = newSigningSecret();
  const body = '{"amount":"100"}';
  const headers = signedHeaders([secret], { id: 'evt_1', at: new Date(), body });
  const verify = (payload: string, more: Record<string, string> = {}, with_ = secret) =>
    new Webhook(with_).verify(payload, { ...headers, ...more });
  expect(verify(body)).toEqual({ amount: '100' });
  expect(() => verify('{"amount":"1000"}')).toThrow('No matching signature found');
  expect(() => verify(body, { 'webhook-id': 'evt_2' })).toThrow('No matching signature found');
  expect(() => verify(body, { 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) })).toThrow(
    'No matching signature found',
  );
  expect(() => verify(body, {}, newSigningSecret())).toThrow('No matching signature found');
});

test('for a day after a rotation, both secrets sign, and afterwards only the new one', () => {
  const sealer = createSealer(randomBytes(32).toString('hex'));
  const rotatedAt = new Date('2026-11-20T12:00:00Z');
  const kept = {
    sealed: sealer.seal('whsec_new'),
    previous_sealed: sealer.seal('whsec_old'),
    previous_until: new Date(rotatedAt.getTime() + overlapMs),
  };
  const after = (ms: number) => secretsAt(sealer, kept, new Date(rotatedAt.getTime() + ms));
  expect(after(0)).toEqual(['whsec_new', 'whsec_old']);
  expect(after(overlapMs - 1)).toEqual(['whsec_new', 'whsec_old']);
  expect(after(overlapMs)).toEqual(['whsec_new']);
});
