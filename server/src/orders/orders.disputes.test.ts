import { afterAll, beforeAll, expect, test } from 'vitest';
import { releaseCommission } from '@vitrine/contract/commissions.ts';
import { changeOrder, receiveOrder, receiveRefund } from '@vitrine/contract/orders.ts';
import { demoApiKey } from '../../world/people.ts';
import { openWorld, type World } from '../../world/world.ts';
import { releaseExpiredHolds } from '../commissions/commissions.expiry.ts';
import { holdInHindsight } from '../commissions/commissions.hindsight.ts';
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

const dayMs = 86_400_000;

/** The reason and the end of each hold on what an order still earns, in days since the dispute was opened. */
async function holdsOf(orderId: string, openedAt: Date) {
  const rows = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('commissions').selectAll().where('order_id', '=', orderId).orderBy('line_id').execute(),
  );
  return rows
    .filter((row) => row.amount !== row.reversed)
    .map((row) => [
      row.line_id,
      row.held_reason,
      row.hold_expires_at === null ? null : (row.hold_expires_at.getTime() - openedAt.getTime()) / dayMs,
    ]);
}

test('a line of which refunds take less again while the order is disputed is on hold too', async () => {
  const cents = ['4', '7', '7'].map((price, place) => ({
    line_id: String(place),
    sku: 'serum',
    title: 'Dew Serum, sample',
    quantity: 1,
    unit_price: usd(price),
  }));
  const { clickId } = await makeHit(world, 'avaGlow');
  const shop = world.shop(demoApiKey);
  const params = { order_id: 'less' };
  await shop.call(receiveOrder, { body: orderOf(world, 'less', { click_id: clickId, lines: cents }) });
  // 2 cents of each line, which is all of the first one's commission of 1 cent, rounded.
  await shop.call(receiveRefund, { params, body: { refund_id: 'b', amount: usd('6') } });
  expect((await commissionsOf('less')).map(([line]) => line)).toEqual(['1', '2']);
  const openedAt = world.clock.now();
  await dispute('less', 'open');
  world.clock.advance(20 * dayMs);
  // With one cent more, the first line bears 1 cent.
  await shop.call(receiveRefund, { params, body: { refund_id: 'a', amount: usd('1') } });
  expect(await holdsOf('less', openedAt)).toEqual([
    ['0', 'dispute', 120],
    ['1', 'dispute', 120],
    ['2', 'dispute', 120],
  ]);
  await dispute('less', 'won');
  expect((await holdsOf('less', openedAt)).map(([, reason]) => reason)).toEqual([null, null, null]);
});

test('a change of a disputed order does not shorten its hold, and does not hold it again once that has ended', async () => {
  await creditedOrder('kept');
  const openedAt = world.clock.now();
  await dispute('kept', 'open');
  world.clock.advance(20 * dayMs);
  const change = (price: string) =>
    world.shop(demoApiKey).call(changeOrder, {
      params: { order_id: 'kept' },
      body: {
        currency: 'USD',
        lines: lines.map((line) => (line.line_id === '1' ? { ...line, unit_price: usd(price) } : line)),
      },
    });
  await change('5000');
  expect(await holdsOf('kept', openedAt)).toEqual([
    ['1', 'dispute', 120],
    ['2', 'dispute', 120],
  ]);
  world.clock.advance(101 * dayMs);
  await releaseExpiredHolds(world.ctx);
  await change('5100');
  expect((await holdsOf('kept', openedAt)).map(([, reason]) => reason)).toEqual([null, null]);
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

test('a commission whose other hold is released or expires stays on hold while its order is disputed', async () => {
  await creditedOrder('held-twice');
  const { glow } = world.people.merchants;
  await world.ctx.database.as({ role: 'app', merchantId: glow }, (tx) =>
    holdInHindsight(world.ctx, tx, { merchant_id: glow, order_id: 'held-twice' }, 'suspicious'),
  );
  await dispute('held-twice', 'open');
  const held = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('commissions').select(['id', 'line_id']).where('order_id', '=', 'held-twice').execute(),
  );
  const release = async (line: string) =>
    (await world.signIn('brand@glow.test')).call(releaseCommission, {
      params: { merchant: 'glow-lab', commission_id: held.find((row) => row.line_id === line)?.id ?? '' },
      body: {},
    });
  expect((await release('1')).data).toMatchObject({ state: 'pending', held_reason: 'dispute' });
  world.clock.advance(60 * dayMs);
  await releaseExpiredHolds(world.ctx);
  await matureCommissions(world.ctx);
  expect(await commissionsOf('held-twice')).toEqual([
    ['1', 720n, 'dispute'],
    ['2', 200n, 'dispute'],
  ]);
  // Of the hold of a dispute, the brand may decide itself.
  expect((await release('1')).data).toMatchObject({ held_reason: null });
  expect(await dispute('held-twice', 'won')).toBe('dispute_won');
});

test('the ledger agrees with the commissions after all of this', async () => {
  expect(await verifyLedger(world.ctx.database.url)).toMatchObject({ agrees: true });
});
