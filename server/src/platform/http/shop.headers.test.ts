import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { explainOrder } from '@vitrine/contract/decisions.ts';
import { receiveOrder } from '@vitrine/contract/orders.ts';
import { me } from '@vitrine/contract/sessions.ts';
import { demoApiKey } from '../../../world/people.ts';
import { openWorld, type World } from '../../../world/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

describe('a shop', () => {
  test('is told how many calls it has left, also when it has none', async () => {
    await using limited = await openWorld({ limits: true });
    const shop = limited.shop(demoApiKey);
    const explain = () => shop.call(explainOrder, { params: { order_id: 'any' } });
    const { headers } = await explain();
    expect([headers['ratelimit-policy'], headers['ratelimit']]).toEqual([
      '"default";q=300;w=60',
      '"default";r=299;t=60',
    ]);
    const answers = await Promise.all(Array.from({ length: 300 }, explain));
    const refused = answers.find((answer) => answer.status === 429);
    expect(refused?.headers['ratelimit']).toMatch(/^"default";r=0;t=\d+$/);
    const order = await shop.call(receiveOrder, { body: {} as never });
    expect([order.status, order.headers['ratelimit-policy']]).toEqual([422, '"default";q=12000;w=60']);
    const ava = await limited.signIn('ava@creators.test');
    const own = await ava.call(me);
    expect(own.headers['ratelimit']).toBeUndefined();
    const older = [refused, order, own].flatMap((answer) => Object.keys(answer?.headers ?? {}));
    expect(older.filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
    expect(refused?.headers['retry-after']).toMatch(/^\d+$/);
  });

  test('is told that a response is the stored one of an earlier request', async () => {
    const send = (key: string) =>
      world.shop(demoApiKey).call(receiveOrder, {
        headers: { 'idempotency-key': key },
        body: {
          order_id: 'replayed',
          currency: 'USD',
          placed_at: world.clock.now().toISOString(),
          lines: [{ line_id: '1', title: 'Dew Serum', quantity: 1, unit_price: { amount: '4800', currency: 'USD' } }],
        },
      });
    const first = await send('one');
    const again = await send('one');
    const other = await send('two');
    expect([first, again, other].map(({ status, headers }) => [status, headers['idempotent-replayed']])).toEqual([
      [200, undefined],
      [200, 'true'],
      [200, undefined],
    ]);
    expect(again.data).toEqual(first.data);
  });
});
