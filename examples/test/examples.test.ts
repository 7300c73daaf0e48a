import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Vitrine } from '@vitrine/sdk';
import { demoApiKey } from '../../server/world/people.ts';
import { openWorld, type World } from '../../server/world/world.ts';
import { makeHit } from '../../server/src/orders/orders.testing.ts';
import { createShop } from '../express/shop.ts';
import { POST as checkout } from '../nextjs/app/api/checkout/route.ts';
import { POST as refund } from '../nextjs/app/api/refunds/route.ts';

let world: World;
let url: string;
let vitrine: Vitrine;
beforeAll(async () => {
  // The shops place their orders now.
  world = await openWorld({ at: new Date() });
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

describe('the Express shop', () => {
  async function open(more: Partial<ConstructorParameters<typeof Vitrine>[0]> = {}) {
    const shop = createShop(
      new Vitrine({ url, key: demoApiKey, retries: 0, ...more }),
      '<script src="/vt.js"></script>',
    );
    const server = shop.app.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    return { ...shop, address: addressOf(server), [Symbol.dispose]: () => void server.close() };
  }
  const buy = async (address: string, fields: Record<string, string>) => {
    const response = await fetch(`${address}/checkout`, form(fields));
    expect(response.status).toBe(201);
    return ((await response.json()) as { order_id: string }).order_id;
  };

  test('sells, reports the order with its click, and the refund', async () => {
    using shop = await open();
    const page = await (await fetch(shop.address)).text();
    expect(page).toContain('<script src="/vt.js"></script>');
    const { clickId } = await makeHit(world, 'avaGlow');
    const orderId = await buy(shop.address, { quantity: '2', vt_click: clickId });
    expect(await earned(orderId)).toEqual(['credited', '1440', '1440']);
    expect((await fetch(`${shop.address}/orders/${orderId}/refund`, { method: 'POST' })).status).toBe(201);
    expect(await earned(orderId)).toEqual(['credited', '1440', '0']);
  });

  test('sells while Vitrine is away, and reports the order later, once', async () => {
    let isAway = true;
    const away: typeof fetch = async (input, init) => {
      if (isAway) throw new TypeError('fetch failed');
      return fetch(input, init);
    };
    using shop = await open({ fetch: away });
    const orderId = await buy(shop.address, { quantity: '1', vt_click: '' });
    await expect(earned(orderId)).rejects.toMatchObject({ code: 'not_found' });
    isAway = false;
    await shop.sendReports();
    await shop.sendReports();
    expect(await earned(orderId)).toEqual(['no_touch', undefined, undefined]);
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
