import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Money, Vitrine } from '@vitrine/sdk';
import { demoApiKey } from '../../server/world/people.ts';
import { openWorld, type World } from '../../server/world/world.ts';
import { makeHit } from '../../server/src/orders/orders.testing.ts';
import { sendWebhooks } from '../../server/src/webhooks/webhooks.send.ts';
import { allowLoopback, openEndpoint, openReceiver } from '../../server/src/webhooks/webhooks.testing.ts';
import { createShop, type ShopOptions } from '../express/shop.ts';
import { POST as checkout } from '../nextjs/app/api/checkout/route.ts';
import { POST as refund } from '../nextjs/app/api/refunds/route.ts';
import { POST as webhook } from '../nextjs/app/api/webhooks/route.ts';

let world: World;
let url: string;
let vitrine: Vitrine;
beforeAll(async () => {
  // The shops place their orders now.
  world = await openWorld({ at: new Date() });
  allowLoopback(world);
  await world.app.listen({ port: 0, host: '127.0.0.1' });
  url = addressOf(world.app.server);
  vitrine = new Vitrine({ url, key: demoApiKey });
});
afterAll(() => world[Symbol.asyncDispose]());

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) });
const earned = async (orderId: string) => {
  const { data } = await vitrine.explainOrder({ order_id: orderId });
  return [data.outcome, data.commission?.amount, data.net?.amount];
};

type Options = Partial<ConstructorParameters<typeof Vitrine>[0]>;
/** `connect` gets the address before the shop is there, as a webhook needs it. */
async function openShop(more: Options = {}, connect?: (address: string) => Promise<Partial<ShopOptions>>) {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = addressOf(server);
  const shop = createShop(new Vitrine({ url, key: demoApiKey, retries: 0, ...more }), {
    snippet: '<script src="/vt.js"></script>',
    webhookSecret: '',
    onCommission: () => undefined,
    ...(await connect?.(address)),
  });
  server.on('request', shop.app);
  return { ...shop, address, [Symbol.dispose]: () => void server.close() };
}
const buy = async (address: string, fields: Record<string, string>) => {
  const response = await fetch(`${address}/checkout`, form(fields));
  expect(response.status).toBe(201);
  return ((await response.json()) as { order_id: string }).order_id;
};

describe('the Express shop', () => {
  test('sells, reports the order with its click, and the refund', async () => {
    using shop = await openShop();
    const page = await (await fetch(shop.address)).text();
    expect(page).toContain('<script src="/vt.js"></script>');
    const { clickId } = await makeHit(world, 'avaGlow');
    const orderId = await buy(shop.address, { quantity: '2', vt_click: clickId });
    expect(await earned(orderId)).toEqual(['credited', '1440', '1440']);
    expect((await fetch(`${shop.address}/orders/${orderId}/refund`, { method: 'POST' })).status).toBe(201);
    expect(await earned(orderId)).toEqual(['credited', '1440', '0']);
  });

  test('sells no quantity that makes no sense', async () => {
    using shop = await openShop();
    const response = await fetch(`${shop.address}/checkout`, form({ quantity: 'two', vt_click: '' }));
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({ message: 'The quantity is two. Use a whole number, 1 or more.' });
  });

  test('sells while Vitrine is away, and reports the order later, once', async () => {
    let isAway = true;
    const away: typeof fetch = async (input, init) => {
      if (isAway) throw new TypeError('fetch failed');
      return fetch(input, init);
    };
    using shop = await openShop({ fetch: away });
    const orderId = await buy(shop.address, { quantity: '1', vt_click: '' });
    await expect(earned(orderId)).rejects.toMatchObject({ code: 'not_found' });
    isAway = false;
    await shop.sendReports();
    await shop.sendReports();
    expect(await earned(orderId)).toEqual(['no_touch', undefined, undefined]);
  });
});

describe('webhooks', () => {
  const brand = async () => world.signIn('brand@glow.test');

  test('reach the Express shop, which trusts no others', async () => {
    const { promise, resolve } = Promise.withResolvers<[string, Money]>();
    using shop = await openShop({}, async (address) => {
      const { secret } = await openEndpoint(await brand(), 'glow-lab', `${address}/webhooks/vitrine`, [
        'commission.changed',
      ]);
      return { webhookSecret: secret, onCommission: (orderId, net) => resolve([orderId, net]) };
    });
    const { clickId } = await makeHit(world, 'avaGlow');
    const orderId = await buy(shop.address, { quantity: '1', vt_click: clickId });
    await sendWebhooks(world.ctx);
    expect(await promise).toEqual([orderId, { amount: '720', currency: 'USD' }]);
    const headers = { 'content-type': 'application/json', 'webhook-id': 'evt_1' };
    const forged = await fetch(`${shop.address}/webhooks/vitrine`, { method: 'POST', headers, body: '{}' });
    expect([forged.status, await forged.json()]).toEqual([401, { code: 'missing_header' }]);
  });

  test('are read by the route handler of the Next.js shop, which trusts no others', async () => {
    const receiver = await openReceiver();
    const { secret } = await openEndpoint(await brand(), 'glow-lab', receiver.url, ['commission.changed']);
    const { clickId } = await makeHit(world, 'avaGlow');
    using shop = await openShop();
    const orderId = await buy(shop.address, { quantity: '1', vt_click: clickId });
    await sendWebhooks(world.ctx);
    await receiver.got(1);
    receiver.close();
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    vi.stubEnv('WEBHOOK_SECRET', secret);
    const deliver = (text: string) =>
      webhook(
        new Request('https://shop.glowlab.example/api/webhooks', {
          method: 'POST',
          headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
          body: text,
        }),
      );
    expect((await deliver(body)).status).toBe(204);
    expect(log).toHaveBeenCalledWith(headers['webhook-id'], orderId, '720');
    expect((await deliver(`${body} `)).status).toBe(401);
    log.mockRestore();
    vi.unstubAllEnvs();
  });
});

describe('the route handlers of the Next.js shop', () => {
  const address = 'https://shop.glowlab.example/api';
  beforeAll(() => {
    vi.stubEnv('VITRINE', url);
    vi.stubEnv('KEY', demoApiKey);
  });
  afterAll(() => void vi.unstubAllEnvs());

  test('report an order with its click, and a refund', async () => {
    const { clickId } = await makeHit(world, 'avaGlow');
    const sold = await checkout(new Request(`${address}/checkout`, form({ quantity: '1', vt_click: clickId })));
    expect(sold.status).toBe(201);
    const { order_id: orderId, outcome } = (await sold.json()) as { order_id: string; outcome: string };
    expect(outcome).toBe('credited');
    const body = JSON.stringify({ order_id: orderId, refund_id: 'r1', lines: [{ line_id: '1', quantity: 1 }] });
    const refunded = await refund(new Request(`${address}/refunds`, { method: 'POST', body }));
    expect(refunded.status).toBe(201);
    expect(await earned(orderId)).toEqual(['credited', '720', '0']);
  });

  test('answer a refusal of Vitrine with its code and fields', async () => {
    const sold = await checkout(new Request(`${address}/checkout`, form({ quantity: '0' })));
    expect(sold.status).toBe(422);
    expect(await sold.json()).toEqual({
      code: 'validation_failed',
      errors: { 'lines.0.quantity': ['must be 1 or more'] },
    });
  });
});
