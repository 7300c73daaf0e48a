import { afterAll, beforeAll, expect, test } from 'vitest';
import { declineCommission } from '@vitrine/contract/commissions.ts';
import { cancelOrder, exportOrders, listOrders, receiveOrder, receiveRefund } from '@vitrine/contract/orders.ts';
import type { Client } from '../../world/client.ts';
import { demoApiKey } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { makeHit, orderOf, usd } from './orders.testing.ts';

type Filter = NonNullable<Parameters<typeof listed>[0]>;

let world: World;
let staff: Client;
let shop: Client;
const params = { merchant: 'glow-lab' };

beforeAll(async () => {
  world = await openWorld();
  staff = await world.signIn('brand@glow.test');
  shop = world.shop(demoApiKey);
  const line = { line_id: '1', sku: 'serum', title: 'Dew Serum', quantity: 2, unit_price: usd('4800') };
  const sell = async (orderId: string, more: object = {}) => {
    const { clickId } = await makeHit(world, 'avaGlow');
    granted(
      await shop.call(receiveOrder, { body: orderOf(world, orderId, { click_id: clickId, lines: [line], ...more }) }),
    );
  };
  const refund = async (orderId: string, quantity: number) =>
    granted(
      await shop.call(receiveRefund, {
        params: { order_id: orderId },
        body: { refund_id: 'r', lines: [{ line_id: '1', quantity }] },
      }),
    );
  await sell('credited');
  await sell('nobody', { click_id: null });
  await sell('partly');
  await refund('partly', 1);
  await sell('fully');
  await refund('fully', 2);
  await sell('cancelled');
  granted(await shop.call(cancelOrder, { params: { order_id: 'cancelled' } }));
  await sell('held', { customer: { email: 'ava@creators.test' } });
  await sell('declined', { customer: { email: 'ava@creators.test' } });
  const { id } = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('commissions').select('id').where('order_id', '=', 'declined').executeTakeFirstOrThrow(),
  );
  const declined = { params: { ...params, commission_id: id }, body: { reason: 'Bought with her own card' } };
  granted(await staff.call(declineCommission, declined));
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .insertInto('disputes')
      .values({
        merchant_id: world.people.merchants.glow,
        order_id: 'credited',
        dispute_id: 'd',
        source: 'shopify',
        state: 'open',
        opened_at: world.clock.now(),
      })
      .execute(),
  );
});
afterAll(() => world[Symbol.asyncDispose]());

async function listed(
  outcome?:
    | 'held'
    | 'not_credited'
    | 'declined'
    | 'partly_refunded'
    | 'refunded'
    | 'cancelled'
    | 'disputed'
    | 'waiting_for_payment',
) {
  const query = { ...(outcome && { outcome }) };
  return granted(await staff.call(listOrders, { params, query }));
}

test.each<[Filter, string[]]>([
  ['held', ['held']],
  ['not_credited', ['nobody']],
  ['declined', ['declined']],
  ['partly_refunded', ['partly']],
  ['refunded', ['cancelled', 'fully']],
  ['cancelled', ['cancelled']],
  ['disputed', ['credited']],
  ['waiting_for_payment', []],
])('the filter %s finds %j', async (filter, ids) => {
  expect((await listed(filter)).map((row) => row.order_id).toSorted()).toEqual(ids);
});

test('each order shows what is left of it after refunds', async () => {
  const net = new Map((await listed()).map((row) => [row.order_id, [row.total.amount, row.net.amount]]));
  expect(net.get('credited')).toEqual(['9600', '9600']);
  expect(net.get('partly')).toEqual(['9600', '4800']);
  expect(net.get('fully')).toEqual(['9600', '0']);
});

test('the file has the rows of the list, with the same filter', async () => {
  const file = await staff.call(exportOrders, { params, query: { outcome: 'partly_refunded' } });
  const [head, ...rows] = file.data.trim().split('\r\n');
  expect(head).toContain('"net commission"');
  expect(rows).toHaveLength(1);
  expect(rows[0]).toContain('"partly","partly"');
  expect(rows[0]).toContain('96.00,48.00,48.00');
  const all = await staff.call(exportOrders, { params });
  expect(all.data.trim().split('\r\n')).toHaveLength((await listed()).length + 1);
});
