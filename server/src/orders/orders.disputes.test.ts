import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeOrder, receiveOrder, receiveRefund } from '@vitrine/contract/orders.ts';
import { demoApiKey } from '../../world/people.ts';
import { openWorld, type World } from '../../world/world.ts';
import { matureCommissions } from '../commissions/commissions.maturity.ts';
import { verifyLedger } from '../ledger/ledger.verify.ts';
import { applyDispute, type ReportedDispute } from './orders.disputes.ts';
import { makeHit, orderOf, readBooks, usd } from './orders.testing.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

/** A serum at 48.00 and a balm at 12.50, which earn 7.20 and 2.00. */
const lines = [
  { line_id: '1', sku: 'serum', title: 'Dew Serum', quantity: 1, unit_price: usd('4800') },
  { line_id: '2', sku: 'balm', title: 'Lip Balm', quantity: 1, unit_price: usd('1250') },
];

async function creditedOrder(orderId: string): Promise<void> {
  const { clickId } = await makeHit(world, 'avaGlow');
  await world.shop(demoApiKey).call(receiveOrder, { body: orderOf(world, orderId, { click_id: clickId, lines }) });
}

const dispute = (orderId: string, state: ReportedDispute['state'], more: Partial<ReportedDispute> = {}) =>
  applyDispute(world.ctx, world.people.merchants.glow, {
    orderId,
    disputeId: 'd1',
    source: 'shopify',
    state,
    amount: null,
    ...more,
  });

async function commissionsOf(orderId: string) {
  return (await readBooks(world)).commissions
    .filter((row) => row.order_id === orderId && row.amount !== row.reversed)
    .map((row) => [row.line_id, row.amount - row.reversed, row.held_reason]);
}

test('an open dispute holds every commission of its order, and a won one releases them', async () => {
  await creditedOrder('won');
  expect(await dispute('won', 'open')).toBe('dispute_opened');
  expect(await commissionsOf('won')).toEqual([
    ['1', 720n, 'dispute'],
    ['2', 200n, 'dispute'],
  ]);
  expect(await dispute('won', 'open')).toBe('dispute_known');
  expect(await dispute('won', 'won')).toBe('dispute_won');
  expect(await commissionsOf('won')).toEqual([
    ['1', 720n, null],
    ['2', 200n, null],
  ]);
});

test('a state that arrives after the dispute was decided changes nothing', async () => {
  await creditedOrder('late-open');
  expect(await dispute('late-open', 'won')).toBe('dispute_won');
  expect(await dispute('late-open', 'open')).toBe('dispute_known');
  expect(await commissionsOf('late-open')).toEqual([
    ['1', 720n, null],
    ['2', 200n, null],
  ]);
});

test('a lost dispute reverses the commission on its amount, spread over the lines', async () => {
  await creditedOrder('lost');
  await dispute('lost', 'open');
  // 30.25 of 60.50: half of each line.
  expect(await dispute('lost', 'lost', { amount: { value: 3_025n, currency: 'USD' } })).toBe('dispute_lost');
  expect(await dispute('lost', 'lost')).toBe('dispute_known');
  expect(await commissionsOf('lost')).toEqual([
    ['1', 360n, null],
    ['2', 100n, null],
  ]);
});

test('a lost dispute without an amount, or of more than the order, reverses everything', async () => {
  await creditedOrder('all');
  await dispute('all', 'lost');
  await creditedOrder('more');
  await dispute('more', 'lost', { amount: { value: 9_900n, currency: 'USD' } });
  expect([await commissionsOf('all'), await commissionsOf('more')]).toEqual([[], []]);
});

test('a lost dispute in another currency is refused by its field, and the hold stays', async () => {
  await creditedOrder('foreign');
  await dispute('foreign', 'open');
  await expect(dispute('foreign', 'lost', { amount: { value: 3_025n, currency: 'EUR' } })).rejects.toMatchObject({
    errors: { currency: ['must be USD, the order’s currency'] },
  });
  expect((await commissionsOf('foreign')).map(([, , held]) => held)).toEqual(['dispute', 'dispute']);
});

test('the hold ends only with the last of several disputes', async () => {
  await creditedOrder('two');
  await dispute('two', 'open');
  await dispute('two', 'open', { disputeId: 'd2' });
  await dispute('two', 'won');
  expect((await commissionsOf('two')).map(([, , held]) => held)).toEqual(['dispute', 'dispute']);
  await dispute('two', 'won', { disputeId: 'd2' });
  expect((await commissionsOf('two')).map(([, , held]) => held)).toEqual([null, null]);
});

test('a dispute waits for its order', async () => {
  expect(await dispute('not-there', 'open')).toBe('waits_for_order');
});

test('an available commission goes back on hold, and becomes available again once the dispute is won', async () => {
  await creditedOrder('available');
  world.clock.advance(40 * 86_400_000);
  await matureCommissions(world.ctx);
  const stateOf = async () =>
    (await readBooks(world)).commissions.filter((row) => row.order_id === 'available').map((row) => row.state);
  expect(await stateOf()).toEqual(['available', 'available']);
  await dispute('available', 'open');
  expect(await stateOf()).toEqual(['pending', 'pending']);
  await matureCommissions(world.ctx);
  expect(await stateOf()).toEqual(['pending', 'pending']);
  await dispute('available', 'won');
  await matureCommissions(world.ctx);
  expect(await stateOf()).toEqual(['available', 'available']);
});

test('a line that is added while the order is disputed is on hold too', async () => {
  await creditedOrder('edited');
  await dispute('edited', 'open');
  const added = { line_id: '3', sku: 'serum', title: 'Dew Serum', quantity: 1, unit_price: usd('1000') };
  const body = { currency: 'USD', lines: [...lines, added] };
  await world.shop(demoApiKey).call(changeOrder, { params: { order_id: 'edited' }, body });
  expect(await commissionsOf('edited')).toEqual([
    ['1', 720n, 'dispute'],
    ['2', 200n, 'dispute'],
    ['3', 150n, 'dispute'],
  ]);
});

test('a refund of a line and a lost dispute end the same in either order', async () => {
  const half = { amount: { value: 3_025n, currency: 'USD' } };
  const refund = (orderId: string) =>
    world.shop(demoApiKey).call(receiveRefund, {
      params: { order_id: orderId },
      body: { refund_id: 'r', lines: [{ line_id: '2', amount: usd('600') }] },
    });
  await creditedOrder('refund-first');
  await refund('refund-first');
  await dispute('refund-first', 'lost', half);
  await creditedOrder('dispute-first');
  await dispute('dispute-first', 'lost', half);
  await refund('dispute-first');
  expect(await commissionsOf('dispute-first')).toEqual(await commissionsOf('refund-first'));
});

test('the ledger agrees with the commissions after all of this', async () => {
  expect(await verifyLedger(world.ctx.database.url)).toMatchObject({ agrees: true });
});
