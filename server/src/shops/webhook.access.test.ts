import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoShopifySecret } from '../../world/people.ts';
import { openWorld, type World } from '../../world/world.ts';
import { addConnection } from './connections.service.ts';
import { sendWebhook, countRows, type Webhook } from '../orders/orders.testing.ts';
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
  expect(await countRows(world, 'webhook_deliveries')).toBe(0);
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
