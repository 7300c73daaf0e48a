import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { receiveOrder, receiveRefund } from '@vitrine/contract/orders.ts';
import type { Client } from '../../world/client.ts';
import { demoApiKey } from '../../world/people.ts';
import { openWorld, type World } from '../../world/world.ts';
import { matureCommissions } from '../commissions/commissions.maturity.ts';
import { amountOfPieces } from './orders.refund-pieces.ts';
import { countRows, makeHit, orderOf, readBooks, usd } from './orders.testing.ts';

let world: World;
let shop: Client;
beforeAll(async () => {
  world = await openWorld();
  shop = world.shop(demoApiKey);
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

const three = [
  { line_id: '1', sku: 'serum', title: 'Dew Serum', quantity: 3, unit_price: usd('3333'), discount: usd('1') },
];

async function credited(orderId: string, more: Parameters<typeof orderOf>[2] = {}): Promise<void> {
  const { clickId } = await makeHit(world, 'avaGlow');
  const answer = await shop.call(receiveOrder, {
    body: orderOf(world, orderId, { click_id: clickId, lines: three, ...more }),
  });
  if (!answer.data.decision?.commission) throw new Error('the order did not earn anything');
}

async function commissionOf(orderId: string) {
  return (await readBooks(world)).commissions.find((commission) => commission.order_id === orderId);
}

async function balanceOf(kind: string): Promise<bigint> {
  return (
    (await readBooks(world)).balances.find((balance) => balance.kind === kind && balance.currency === 'USD')?.balance ??
    0n
  );
}

function refund(
  orderId: string,
  refundId: string,
  lines: { line_id: string; quantity?: number; amount?: { amount: string; currency: string } }[],
) {
  return shop.call(receiveRefund, { params: { order_id: orderId }, body: { refund_id: refundId, lines } });
}

test('items refunded one by one reverse the whole commission, to the cent', async () => {
  await credited('pieces');
  const pending = await balanceOf('pending');
  const answers = [
    await refund('pieces', 'a', [{ line_id: '1', quantity: 1 }]),
    await refund('pieces', 'b', [{ line_id: '1', quantity: 1 }]),
    await refund('pieces', 'c', [{ line_id: '1', quantity: 1 }]),
  ];
  expect(answers.map((answer) => [answer.data.refunded.amount, answer.data.reversed.amount])).toEqual([
    ['3333', '500'],
    ['3332', '500'],
    ['3333', '500'],
  ]);
  expect(await commissionOf('pieces')).toMatchObject({ amount: 1500n, reversed: 1500n, state: 'reversed' });
  expect(await balanceOf('pending')).toBe(pending - 1500n);
});

test('a refund of an amount reverses its share, and shows the calculation', async () => {
  await credited('amount');
  const answer = await refund('amount', 'a', [{ line_id: '1', amount: usd('1000') }]);
  expect(answer.data).toEqual({
    refund_id: 'a',
    order_id: 'amount',
    refunded: usd('1000'),
    reversed: usd('150'),
    lines: [{ line_id: '1', refunded: usd('1000'), reversed: usd('150') }],
  });
  const kept = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('commission_reversals').selectAll().where('order_id', '=', 'amount').executeTakeFirstOrThrow(),
  );
  expect(kept).toMatchObject({
    amount: 150n,
    reason: 'refund',
    arithmetic: {
      commission: '1500',
      net: '9998',
      refunded_before: '0',
      refunded: '1000',
      reversed_before: '0',
      reversed: '150',
    },
  });
});

test('a repeated refund_id is answered the same and reverses nothing; with another body it is refused', async () => {
  await credited('twice');
  const first = await refund('twice', 'a', [{ line_id: '1', quantity: 1 }]);
  await refund('twice', 'b', [{ line_id: '1', quantity: 1 }]);
  const again = await refund('twice', 'a', [{ line_id: '1', quantity: 1 }]);
  expect(again.data).toEqual(first.data);
  const other = await refund('twice', 'a', [{ line_id: '1', quantity: 2 }]);
  expect([other.status, other.problem.code]).toEqual([409, 'refund_conflict']);
  expect(await commissionOf('twice')).toMatchObject({ reversed: 1000n });
});

test('ten concurrent deliveries of one refund reverse its share once', async () => {
  await credited('ten');
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => refund('ten', 'a', [{ line_id: '1', quantity: 1 }])),
  );
  expect(new Set(answers.map((answer) => `${answer.status} ${JSON.stringify(answer.data)}`)).size).toBe(1);
  expect(await commissionOf('ten')).toMatchObject({ reversed: 500n });
});

test('ten concurrent refunds never reverse more than there is', async () => {
  await credited('rush');
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => refund('rush', `r${index}`, [{ line_id: '1', quantity: 1 }])),
  );
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
    200,
    200,
    200,
    ...Array.from({ length: 7 }, () => 422),
  ]);
  expect(await commissionOf('rush')).toMatchObject({ reversed: 1500n, state: 'reversed' });
  expect((await readBooks(world)).sum).toBe('0');
});

test.each([
  { name: 'more items than are left', lines: [{ line_id: '1', quantity: 3 }], field: 'lines.0.quantity' },
  { name: 'more money than is left', lines: [{ line_id: '1', amount: usd('6666') }], field: 'lines.0.amount.amount' },
  {
    name: 'a line of another order',
    lines: [
      { line_id: '1', quantity: 1 },
      { line_id: '9', quantity: 1 },
    ],
    field: 'lines.1.line_id',
  },
  {
    name: 'one line twice',
    lines: [
      { line_id: '1', quantity: 1 },
      { line_id: '1', quantity: 1 },
    ],
    field: 'lines.1.line_id',
  },
  {
    name: 'another currency',
    lines: [{ line_id: '1', amount: { amount: '1', currency: 'EUR' } }],
    field: 'lines.0.amount.currency',
  },
  { name: 'both items and an amount', lines: [{ line_id: '1', quantity: 1, amount: usd('1') }], field: 'lines.0' },
  { name: 'neither items nor an amount', lines: [{ line_id: '1' }], field: 'lines.0' },
  { name: 'half an item', lines: [{ line_id: '1', quantity: 0.5 }], field: 'lines.0.quantity' },
  { name: 'a negative amount', lines: [{ line_id: '1', amount: usd('-5') }], field: 'lines.0.amount.amount' },
  {
    name: 'an amount above 2^53 - 1',
    lines: [{ line_id: '1', amount: usd('9007199254740992') }],
    field: 'lines.0.amount.amount',
  },
  { name: 'no lines', lines: [], field: 'lines' },
])('a refund of $name is refused by field, and nothing is stored', async ({ name, lines, field }) => {
  await credited(`refused ${name}`);
  await refund(`refused ${name}`, 'first', [{ line_id: '1', quantity: 1 }]);
  const before = [
    await countRows(world, 'refunds'),
    await countRows(world, 'refund_lines'),
    await countRows(world, 'ledger_transactions'),
  ];
  const answer = await refund(`refused ${name}`, 'second', lines);
  expect([answer.status, Object.keys(answer.problem.errors ?? {})]).toEqual([422, [field]]);
  expect([
    await countRows(world, 'refunds'),
    await countRows(world, 'refund_lines'),
    await countRows(world, 'ledger_transactions'),
  ]).toEqual(before);
});

test('a refund of an order that no shop could have sent is not found', async () => {
  for (const orderId of ['a\u0000b', 'a/../b'])
    expect([orderId, (await refund(orderId, 'a', [{ line_id: '1', quantity: 1 }])).status]).toEqual([orderId, 404]);
});

test('a refund after the return window is deducted from the available balance, even below zero', async () => {
  // The refunds above are a pattern of their own for a week.
  world.clock.advance(8 * 86_400_000);
  const start = world.clock.now();
  await credited('matured');
  world.clock.advance(31 * 86_400_000);
  await matureCommissions(world.ctx);
  expect(await commissionOf('matured')).toMatchObject({ state: 'available' });
  const current = await balanceOf('current');
  await refund('matured', 'a', [{ line_id: '1', quantity: 1 }]);
  expect([await balanceOf('current'), (await commissionOf('matured'))?.state]).toEqual([current - 500n, 'available']);
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.updateTable('commissions').set({ state: 'paid' }).where('order_id', '=', 'matured').execute(),
  );
  await refund('matured', 'b', [{ line_id: '1', quantity: 2 }]);
  expect([await balanceOf('current'), await commissionOf('matured')]).toMatchObject([
    current - 1500n,
    { state: 'paid', reversed: 1500n },
  ]);
  expect((await readBooks(world)).sum).toBe('0');
  world.clock.set(start);
});

test('items add up to the line, in whatever portions they are refunded', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 9_007_199_254_740_991n }),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 10 }),
      (net, portions) => {
        const quantity = portions.reduce((sum, portion) => sum + portion, 0);
        const worth = (list: readonly number[]) =>
          list.reduce(
            (so, portion) => ({
              pieces: so.pieces + portion,
              sum:
                so.sum +
                amountOfPieces({ lineId: '1', quantity, net, refundedQuantity: so.pieces, refunded: so.sum }, portion),
            }),
            { pieces: 0, sum: 0n },
          ).sum;
        expect([worth(portions), worth(portions.toReversed())]).toEqual([net, net]);
      },
    ),
    { numRuns: 1_000 },
  );
});
