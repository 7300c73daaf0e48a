import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoShopifySecret } from '../../world/people.ts';
import { openWorld, type World } from '../../world/world.ts';
import { addConnection } from './connections.service.ts';
import { sendWebhook, countRows, type Webhook } from '../orders/orders.testing.ts';
import { statementsOf } from '../platform/database/statements.testing.ts';
import { newId } from '../platform/ids.ts';
import { createSealer } from '../platform/seal.ts';
import { isSignature, sign } from './hmac.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

function shopifyOrder(id: number) {
  return {
    id,
    currency: 'USD',
    processed_at: '2026-11-20T12:00:00Z',
    line_items: [{ id: 11, sku: 'serum', title: 'Dew Serum', quantity: 1, price: '48.00' }],
  };
}

test('a delivery without a signature, with a wrong one, or for an unknown brand gets the same answer', async () => {
  const before = await countRows(world, 'webhook_deliveries');
  const body = shopifyOrder(9);
  const bad: Partial<Webhook>[] = [
    { signature: '' },
    { signature: 'nonsense' },
    { secret: 'vts_wrong' },
    { merchant: 'nobody' },
    { merchant: 'maison-clair' },
    { merchant: world.people.merchants.northwind },
  ];
  for (const more of bad)
    expect([more, await sendWebhook(world.app, { topic: 'orders/paid', id: 'bad', body, ...more })]).toEqual([
      more,
      401,
    ]);
  expect(await countRows(world, 'webhook_deliveries')).toBe(before);
});

test('a refusal says and costs the same for a known and an unknown brand, with and without a connection', async () => {
  await addConnection(world.ctx, world.people.merchants.maison, 'shopify', 'vts_maison');
  await addConnection(world.ctx, world.people.merchants.maison, 'shopify', 'vts_maison_next');
  const raw = JSON.stringify(shopifyOrder(9));
  const refusalOf = async (merchant: string) => {
    const url = `/api/v1/integrations/shopify/${merchant}`;
    const headers = {
      'content-type': 'application/json',
      'x-shopify-hmac-sha256': sign('vts_wrong', Buffer.from(raw)),
    };
    const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof world.app.inject>>>();
    const sent = await statementsOf(world.ctx.database.pool, async () =>
      resolve(await world.app.inject({ method: 'POST', url, headers, payload: raw })),
    );
    const answer = await promise;
    const { date: _date, 'x-request-id': requestId, ...rest } = answer.headers;
    const body = answer.body.replaceAll(String(requestId), 'request').replaceAll(merchant, 'merchant');
    const statements = sent.map((each) => each.replaceAll(/'[0-9a-f-]{36}'/g, 'its id').replace('"slug" =', '"id" ='));
    return { status: answer.statusCode, headers: { ...rest, 'content-length': body.length }, body, statements };
  };
  const first = await refusalOf('glow-lab');
  expect(first.status).toBe(401);
  const { merchants } = world.people;
  for (const merchant of ['maison-clair', 'northwind', 'nobody', 'NO_SLUG', merchants.northwind, newId(new Date())])
    expect(await refusalOf(merchant), merchant).toEqual(first);
});

test('a secret that can’t be opened any more doesn’t stop deliveries with another one', async () => {
  await using other = await openWorld();
  await other.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .updateTable('webhook_secrets')
      .set({ sealed: createSealer('a lost key').seal('vts_lost') })
      .execute(),
  );
  expect(await sendWebhook(other.app, { topic: 'x', id: 'lost', body: {}, secret: 'vts_lost' })).toBe(401);
  await addConnection(other.ctx, other.people.merchants.glow, 'shopify', 'vts_entered_again');
  expect(await sendWebhook(other.app, { topic: 'x', id: 'again', body: {}, secret: 'vts_entered_again' })).toBe(200);
});

test('an Idempotency-Key gives no answer of an earlier delivery without its signature', async () => {
  const statusOf = async (signature: string) =>
    (
      await world.app.inject({
        method: 'POST',
        url: '/api/v1/integrations/shopify/glow-lab',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': 'the same',
          'x-shopify-hmac-sha256': signature,
        },
        payload: '{}',
      })
    ).statusCode;
  expect(await statusOf(sign(demoShopifySecret, Buffer.from('{}')))).toBe(200);
  expect(await statusOf('wrong')).toBe(401);
});

test('the deliveries of one brand leave another brand’s limit at the same address untouched', async () => {
  await using limited = await openWorld({ limits: true });
  await addConnection(limited.ctx, limited.people.merchants.maison, 'shopify', 'vts_maison');
  const leftOf = async (merchant: string, secret: string) => {
    const answer = await limited.app.inject({
      method: 'POST',
      url: `/api/v1/integrations/shopify/${merchant}`,
      headers: {
        'content-type': 'application/json',
        'x-shopify-hmac-sha256': sign(secret, Buffer.from('{}')),
      },
      payload: '{}',
      remoteAddress: '203.0.113.7',
    });
    expect(answer.statusCode).toBe(200);
    return Number(answer.headers['x-ratelimit-remaining']);
  };
  const first = await leftOf('glow-lab', demoShopifySecret);
  expect(await leftOf('glow-lab', demoShopifySecret)).toBe(first - 1);
  expect(await leftOf('maison-clair', 'vts_maison')).toBe(first);
});

test('the body is parsed only after its signature was verified', async () => {
  const unreadable = ['{"id":', '{"id":1,"id":2}', '['.repeat(1_000)];
  const statusesOf = (secret: string) =>
    Promise.all(unreadable.map((body) => sendWebhook(world.app, { topic: 'orders/paid', id: 'unread', body, secret })));
  expect(await statusesOf('vts_wrong')).toEqual([401, 401, 401]);
  expect(await statusesOf(demoShopifySecret)).toEqual([400, 400, 400]);
});

test('wrong signatures are limited per client, and do not block a shop that delivers from the same address', async () => {
  await using limited = await openWorld({ limits: true });
  const shopify = '203.0.113.7';
  const deliver = (id: string, from: string, secret = demoShopifySecret) =>
    sendWebhook(limited.app, { topic: 'x', id, body: {}, secret, from });
  expect(await deliver('first', shopify)).toBe(200);
  const wrong = await Promise.all(Array.from({ length: 200 }, () => deliver('wrong', '198.51.100.4', 'vts_wrong')));
  expect(wrong.filter((status) => status === 401)).toHaveLength(120);
  expect(wrong.filter((status) => status === 429)).toHaveLength(80);
  expect(await deliver('new here', '198.51.100.4')).toBe(429);
  expect(await deliver('second', shopify)).toBe(200);
  limited.clock.advance(60_000);
  expect(await deliver('a minute later', '198.51.100.4')).toBe(200);
  for (let n = 0; n < 200; n += 1) await deliver('wrong', '198.51.100.4', 'vts_wrong');
  expect(await deliver('known here', '198.51.100.4')).toBe(200);
});

test('of ten thousand almost correct signatures none is accepted', async () => {
  const before = await countRows(world, 'webhook_deliveries');
  const raw = Buffer.from(JSON.stringify(shopifyOrder(77)));
  const right = sign(demoShopifySecret, raw);
  const digest = Buffer.from(right, 'base64');
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=-_ ';
  const mutated: [string, Buffer][] = [];
  for (let index = 0; index < right.length; index += 1)
    for (const letter of alphabet)
      mutated.push(
        [right.slice(0, index) + letter + right.slice(index + 1), raw],
        [right.slice(0, index) + letter + right.slice(index), raw],
      );
  for (let bit = 0; bit < 256; bit += 1) {
    const flipped = Buffer.from(digest);
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    mutated.push([flipped.toString('base64'), raw]);
  }
  for (let length = 0; length < right.length; length += 1) mutated.push([right.slice(0, length), raw]);
  for (const spelled of [
    digest.toString('hex'),
    digest.toString('base64url'),
    ` ${right}`,
    `${right} `,
    `${right}=`,
    right.toLowerCase(),
    `sha256=${right}`,
  ])
    mutated.push([spelled, raw]);
  for (let bit = 0; mutated.length < 11_000; bit += 1) {
    const body = Buffer.from(raw);
    body[(bit >> 3) % raw.length] = (body[(bit >> 3) % raw.length] ?? 0) ^ (1 << (bit & 7));
    mutated.push([right, body]);
  }
  for (const secret of ['', 'vts_demo_glow_lab ', 'VTS_DEMO_GLOW_LAB', 'vts_demo_maison_clair'])
    mutated.push([sign(secret, raw), raw]);
  mutated.push([sign(demoShopifySecret, Buffer.from(JSON.stringify(JSON.parse(raw.toString()), null, 1))), raw]);
  const forged = mutated.filter(([signature, body]) => !(signature === right && body.equals(raw)));
  expect(forged.length).toBeGreaterThan(10_000);
  expect(forged.filter(([signature, body]) => isSignature(demoShopifySecret, body, signature))).toEqual([]);
  expect(isSignature(demoShopifySecret, raw, right)).toBe(true);
  const sampled = forged.filter((_, index) => index % 50 === 0);
  const statuses = new Set<number>();
  for (const [signature, body] of sampled)
    statuses.add(
      await sendWebhook(world.app, {
        topic: 'orders/paid',
        id: 'forged',
        body: body.toString('utf8'),
        signature: /^[\x20-\x7e]*$/.test(signature) ? signature : '',
      }),
    );
  expect([...statuses]).toEqual([401]);
  expect(await countRows(world, 'webhook_deliveries')).toBe(before);
});

test('during a rotation both secrets are valid, and a revoked one is not', async () => {
  await addConnection(world.ctx, world.people.merchants.glow, 'shopify', 'vts_second');
  expect(await sendWebhook(world.app, { topic: 'x', id: 'rotated-1', body: {}, secret: 'vts_second' })).toBe(200);
  expect(await sendWebhook(world.app, { topic: 'x', id: 'rotated-2', body: {} })).toBe(200);
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.updateTable('webhook_secrets').set({ revoked_at: world.clock.now() }).execute(),
  );
  expect(await sendWebhook(world.app, { topic: 'x', id: 'rotated-3', body: {}, secret: 'vts_second' })).toBe(401);
});
