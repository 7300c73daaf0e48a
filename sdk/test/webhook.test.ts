import { describe, expect, test } from 'vitest';
import { verifyWebhook, WebhookError, type WebhookHeaders } from '@vitrine/sdk';
import { newSigningSecret, signedHeaders } from '../../server/src/webhooks/webhooks.secrets.ts';

const now = new Date('2026-11-25T09:30:00Z');
const secret = newSigningSecret();
const body = JSON.stringify({
  type: 'creator.joined',
  timestamp: '2026-11-25T09:30:00.000Z',
  data: { merchant_account_id: 'a1', creator: 'zoë', joined_at: '2026-11-25T09:30:00.000Z' },
});
const signed = (secrets: string[] = [secret], text = body, at = now) =>
  signedHeaders(secrets, { id: 'evt_1', at, body: text });

async function codeOf(received: Promise<unknown>): Promise<string> {
  const error: unknown = await received.then(
    () => 'accepted',
    (reason: unknown) => reason,
  );
  return error instanceof WebhookError ? error.code : String(error);
}

const verify = (headers: WebhookHeaders, text: string | Uint8Array = body, at = now, by = secret) =>
  verifyWebhook(text, headers, by, { now: at });

test('the vector that Standard Webhooks publishes with its libraries is accepted, with and without whsec_', async () => {
  const vector = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  };
  const text = '{"test": 2432232314}';
  const at = new Date(1_614_265_330_000);
  for (const by of ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']) {
    // It is signed, but no event of ours.
    expect(await codeOf(verify(vector, text, at, by))).toBe('invalid_body');
    expect(await codeOf(verify(vector, text.replace('2432', '2433'), at, by))).toBe('invalid_signature');
  }
});

describe('a request that Vitrine signed', () => {
  test('is read, from each form of headers and of a body', async () => {
    const expected = { id: 'evt_1', event: JSON.parse(body) as unknown };
    const mixed = Object.fromEntries(
      Object.entries(signed()).map(([name, value]) => [name.replace('webhook', 'Webhook'), value]),
    );
    for (const headers of [signed(), new Headers(signed()), { ...signed(), accept: ['a', 'b'] }, mixed])
      for (const text of [body, new TextEncoder().encode(body), Buffer.from(body)])
        expect(await verify(headers, text)).toEqual(expected);
  });

  test('is accepted by the new and by the old secret while the secret is rotated', async () => {
    const newer = newSigningSecret();
    for (const by of [secret, newer]) expect((await verify(signed([newer, secret]), body, now, by)).id).toBe('evt_1');
    expect(await codeOf(verify(signed([newer]), body))).toBe('invalid_signature');
  });

  test('is accepted for five minutes before and after its time', async () => {
    const after = (seconds: number) => codeOf(verify(signed(), body, new Date(now.getTime() + seconds * 1_000)));
    expect(await Promise.all([-301, -300, 0, 300, 301].map(after))).toEqual([
      'invalid_timestamp',
      'accepted',
      'accepted',
      'accepted',
      'invalid_timestamp',
    ]);
    const strict = { now: new Date(now.getTime() + 11_000), toleranceSeconds: 10 };
    expect(await codeOf(verifyWebhook(body, signed(), secret, strict))).toBe('invalid_timestamp');
  });
});

describe('a request is refused', () => {
  const headers = signed();
  const [, signature = ''] = (headers['webhook-signature'] ?? '').split(',');

  test.each([
    ['without an id', { ...headers, 'webhook-id': undefined }, 'missing_header'],
    ['without a time', { ...headers, 'webhook-timestamp': '' }, 'missing_header'],
    ['without a signature', { ...headers, 'webhook-signature': undefined }, 'missing_header'],
    ['with several signature headers', { ...headers, 'webhook-signature': ['v1,a', 'v1,b'] }, 'missing_header'],
    ['with another id', { ...headers, 'webhook-id': 'evt_2' }, 'invalid_signature'],
    ['with another time', { ...headers, 'webhook-timestamp': '1795599001' }, 'invalid_signature'],
    ['with a time that is no number', { ...headers, 'webhook-timestamp': 'now' }, 'invalid_timestamp'],
    ['with an empty signature', { ...headers, 'webhook-signature': 'v1,' }, 'invalid_signature'],
    [
      'with a part of its signature',
      { ...headers, 'webhook-signature': `v1,${signature.slice(0, 40)}` },
      'invalid_signature',
    ],
    ['with a signature that isn’t base64', { ...headers, 'webhook-signature': 'v1,*' }, 'invalid_signature'],
    [
      'with a signature of another version',
      { ...headers, 'webhook-signature': `v1a,${signature}` },
      'invalid_signature',
    ],
    ['with no version', { ...headers, 'webhook-signature': signature }, 'invalid_signature'],
  ])('%s', async (_, changed, code) => {
    const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
    expect(await codeOf(verify(changed, body, at))).toBe(code);
  });

  test('with another body, or by a secret that is none', async () => {
    expect(await codeOf(verify(headers, `${body} `))).toBe('invalid_signature');
    expect(await codeOf(verify(headers, body, now, 'whsec_'))).toBe('invalid_secret');
    expect(await codeOf(verify(headers, body, now, 'whsec_not base64!'))).toBe('invalid_secret');
    expect(await codeOf(verify(signed([secret], 'no JSON'), 'no JSON'))).toBe('invalid_body');
    expect(await codeOf(verify(signed([secret], '"text"'), '"text"'))).toBe('invalid_body');
  });
});
