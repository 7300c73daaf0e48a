import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeOrderRules, readBrandOverview, readOrderRules } from '@vitrine/contract/merchants.ts';
import { changeOrder, listOrders, type OrderBody, readOrder, receiveOrder } from '@vitrine/contract/orders.ts';
import { granted } from '../../world/shelves.ts';
import { demoApiKey } from '../../world/people.ts';
import { openWorld, type World } from '../../world/world.ts';
import { decideWaiting } from './orders.jobs.ts';
import { makeHit, orderOf, readBooks, usd } from './orders.testing.ts';

// Which orders and lines may earn commission at all, whatever the rates are.

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const brand = { merchant: 'glow-lab' };
const staff = () => world.signIn('brand@glow.test');

function line(line_id: string, amount: string, more: Partial<OrderBody['lines'][number]> = {}) {
  return { line_id, sku: `sku-${line_id}`, title: 'Something', quantity: 1, unit_price: usd(amount), ...more };
}

async function report(orderId: string, more: Partial<OrderBody>) {
  const { clickId } = await makeHit(world, 'avaGlow');
  return world.shop(demoApiKey).call(receiveOrder, { body: orderOf(world, orderId, { click_id: clickId, ...more }) });
}

const lines = [
  line('product', '10000'),
  line('card', '10000', { kind: 'gift_card' }),
  line('tip', '10000', { kind: 'tip' }),
  line('gift', '10000', { kind: 'donation' }),
  line('free', '0'),
];

test('gift cards, tips, donations and free lines earn nothing, and the explanation says why for each', async () => {
  const answer = await report('kinds', { lines });
  expect(answer.data.decision?.lines.map((entry) => [entry.line_id, entry.commission?.amount, entry.excluded])).toEqual(
    [
      ['product', '1500', null],
      ['card', undefined, 'gift_card'],
      ['tip', undefined, 'tip'],
      ['gift', undefined, 'donation'],
      ['free', '0', 'free'],
    ],
  );
});

test('the brand can let them earn, for orders that arrive later', async () => {
  const client = await staff();
  const before = await client.call(readOrderRules, { params: brand });
  expect(before.data).toEqual({ currency: 'USD', accepted_currencies: [], earning_line_kinds: [] });
  await client.call(changeOrderRules, { params: brand, body: { earning_line_kinds: ['tip', 'gift_card'] } });
  const answer = await report('kinds-earn', { lines });
  expect(answer.data.decision?.lines.map((entry) => [entry.commission?.amount, entry.excluded])).toEqual([
    ['1500', null],
    ['1500', null],
    ['1500', null],
    [undefined, 'donation'],
    ['0', 'free'],
  ]);
  // An order keeps the rules that it came under, also when it is edited.
  const body = { currency: 'USD', lines: [line('card', '5000', { kind: 'gift_card' as const })] };
  const edited = await world.shop(demoApiKey).call(changeOrder, { params: { order_id: 'kinds' }, body });
  expect(edited.data.decision?.lines.find((entry) => entry.line_id === 'card')?.excluded).toBe('gift_card');
  await client.call(changeOrderRules, { params: brand, body: { earning_line_kinds: [] } });
});

test('an order in a currency that the brand has not accepted is kept, and decided once the brand accepts it', async () => {
  const euro = (amount: string) => ({ amount, currency: 'EUR' });
  const answer = await report('euros', {
    currency: 'EUR',
    lines: [{ ...line('1', '0'), unit_price: euro('10000') }],
  });
  expect(answer.data).toMatchObject({ state: 'received', waits_for: 'currency', decision: null });
  expect(await decideWaiting(world.ctx)).toBe(0);
  const client = await staff();
  const sheet = () => client.call(readOrder, { params: { ...brand, order_id: 'euros' } });
  expect((await sheet()).data).toMatchObject({ waits_for: 'currency', total: euro('10000'), commission: null });
  const waiting = async () => {
    const query = { outcome: 'waiting_for_currency' } as const;
    const rows = granted(await client.call(listOrders, { params: brand, query }));
    const { foreign_currency_orders: count } = granted(await client.call(readBrandOverview, { params: brand }));
    return [count, rows.map((row) => [row.order_id, row.waits_for])];
  };
  expect(await waiting()).toEqual([1, [['euros', 'currency']]]);
  expect((await readBooks(world)).commissions.filter((row) => row.order_id === 'euros')).toEqual([]);
  await client.call(changeOrderRules, { params: brand, body: { accepted_currencies: ['EUR'] } });
  world.clock.advance(10_000);
  await decideWaiting(world.ctx);
  expect((await sheet()).data).toMatchObject({ waits_for: null, commission: { amount: euro('1500') } });
  expect(await waiting()).toEqual([0, []]);
});

test('a code that is no currency is refused by its field', async () => {
  const answer = await (await staff()).call(changeOrderRules, {
    params: brand,
    body: { accepted_currencies: ['EUR', 'XQX'] },
  });
  expect(answer.problem.errors).toEqual({
    'accepted_currencies.1': ['must be an ISO 4217 currency code, like EUR, not XQX'],
  });
});
