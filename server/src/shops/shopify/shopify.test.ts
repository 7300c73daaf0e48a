import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeBrandSettings } from '@vitrine/contract/brand-settings.ts';
import { explainOrder } from '@vitrine/contract/decisions.ts';
import { demoApiKey } from '../../../world/people.ts';
import { granted } from '../../../world/shelves.ts';
import { openWorld, type World } from '../../../world/world.ts';
import { clickOfUuid } from '../../hits/click-id.ts';
import { newId } from '../../platform/ids.ts';
import { processDeliveries } from '../shops.jobs.ts';
import { outcomesOf, shopifyOrder, shopifyRefund } from './shopify.testing.ts';
import { sendWebhook, countRows, makeHit, readBooks, type Webhook } from '../../orders/orders.testing.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

/** Deliveries without a result, and order lines refunded beyond their amount. */
async function leftUndone() {
  return world.ctx.database.as({ role: 'system' }, async (tx) => {
    const waiting = await tx
      .selectFrom('webhook_deliveries')
      .select('webhook_id')
      .where('processed_at', 'is', null)
      .execute();
    const lines = await tx.selectFrom('order_lines').select(['order_id', 'line_id', 'net']).execute();
    const refunds = await tx.selectFrom('refund_lines').select(['order_id', 'line_id', 'amount']).execute();
    const taken = Map.groupBy(refunds, (refund) => `${refund.order_id} ${refund.line_id}`);
    const over = lines.filter(
      (line) =>
        (taken.get(`${line.order_id} ${line.line_id}`) ?? []).reduce((sum, refund) => sum + refund.amount, 0n) >
        line.net,
    );
    return { waiting: waiting.length, overRefunded: over.length };
  });
}

async function booksOf(orderId: number) {
  const { commissions } = await readBooks(world);
  return commissions
    .filter((commission) => commission.order_id === String(orderId))
    .map(({ line_id, amount, reversed, state }) => ({ line_id, amount, reversed, state }));
}

test('a paid order earns by the click id of its landing page, and no shopper data is stored', async () => {
  const { clickId } = await makeHit(world, 'avaGlow');
  const body = shopifyOrder(1001, {
    landing_site: `/products/dew-serum?utm_source=x&vt_click=${clickId}&email=robin%40shopper.test`,
  });
  expect(await sendWebhook(world.app, { topic: 'orders/paid', id: 'paid-1001', body })).toBe(200);
  const answer = await world.shop(demoApiKey).call(explainOrder, { params: { order_id: '1001' } });
  expect(answer.data).toMatchObject({
    outcome: 'credited',
    placed_at: '2026-11-20T12:00:00.000Z',
    credited_to: { who: 'ava' },
  });
  expect(answer.data.lines.map((line) => [line.line_id, line.base.amount, line.commission?.amount])).toEqual([
    ['11', '9000', '1350'],
    ['12', '1250', '200'],
  ]);
  const kept = await world.ctx.database.as({ role: 'system' }, async (tx) =>
    JSON.stringify([
      await tx.selectFrom('webhook_deliveries').select('body').execute(),
      await tx.selectFrom('orders').select('body').execute(),
    ]),
  );
  for (const personal of [
    'robin',
    'marlow',
    'shopper.test',
    'pine street',
    '5550100',
    '203.0.113.9',
    'secret-token',
    'authenticate',
  ])
    expect([personal, kept.toLowerCase().includes(personal)]).toEqual([personal, false]);
  expect(kept).toContain('Dew Serum');
});

test('a click id can come as a note attribute, and a code decides as everywhere', async () => {
  const { clickId } = await makeHit(world, 'avaGlow');
  await sendWebhook(world.app, {
    topic: 'orders/paid',
    id: 'paid-1002',
    body: shopifyOrder(1002, {
      note_attributes: [
        { name: 'gift', value: 'For Robin' },
        { name: 'vt_click', value: clickId },
      ],
    }),
  });
  await sendWebhook(world.app, {
    topic: 'orders/paid',
    id: 'paid-1003',
    body: shopifyOrder(1003, { discount_codes: [{ code: 'ava10' }] }),
  });
  const shop = world.shop(demoApiKey);
  expect((await shop.call(explainOrder, { params: { order_id: '1002' } })).data.candidates).toMatchObject([
    { via: 'click', reference: clickId, verdict: 'credited' },
  ]);
  expect((await shop.call(explainOrder, { params: { order_id: '1003' } })).data.candidates).toMatchObject([
    { via: 'code', reference: 'AVA10', verdict: 'credited' },
  ]);
});

test('the note attribute of the shop snippet is read whatever the parameter of the brand is', async () => {
  const { clickId } = await makeHit(world, 'avaGlow');
  const name = (click_parameter: string) =>
    world.ctx.database.as({ role: 'system' }, (tx) =>
      tx.updateTable('merchants').set({ click_parameter }).where('slug', '=', 'glow-lab').execute(),
    );
  await name('ref');
  const body = shopifyOrder(1021, { note_attributes: [{ name: 'vt_click', value: clickId }] });
  await sendWebhook(world.app, { topic: 'orders/paid', id: 'paid-1021', body });
  await name('vt_click');
  const { data } = await world.shop(demoApiKey).call(explainOrder, { params: { order_id: '1021' } });
  expect(data.candidates).toMatchObject([{ via: 'click', reference: clickId, verdict: 'credited' }]);
});

test("a self-purchase by the creator's own address is held here as well", async () => {
  await sendWebhook(world.app, {
    topic: 'orders/paid',
    id: 'paid-1004',
    body: shopifyOrder(1004, {
      email: null,
      contact_email: '',
      customer: { email: 'Ava@creators.test' },
      discount_codes: [{ code: 'AVA10' }],
    }),
  });
  expect((await world.shop(demoApiKey).call(explainOrder, { params: { order_id: '1004' } })).data.outcome).toBe(
    'held_self_purchase',
  );
});

test('tax included in the price earns nothing, and a refund of one item reverses its share', async () => {
  const line = {
    id: 11,
    sku: 'serum',
    title: 'Dew Serum',
    quantity: 2,
    price: '60.00',
    discount_allocations: [],
    tax_lines: [{ price: '20.00' }],
  };
  await sendWebhook(world.app, {
    topic: 'orders/paid',
    id: 'paid-1005',
    body: shopifyOrder(1005, { taxes_included: true, discount_codes: [{ code: 'AVA10' }], line_items: [line] }),
  });
  expect(await booksOf(1005)).toMatchObject([{ amount: 1500n }]);
  await sendWebhook(world.app, {
    topic: 'refunds/create',
    id: 'refund-1005',
    body: shopifyRefund(1, 1005, [{ line_item_id: 11, quantity: 1, subtotal: '60.00' }]),
  });
  expect(await booksOf(1005)).toMatchObject([{ amount: 1500n, reversed: 750n, state: 'pending' }]);
});

test('ten concurrent deliveries of one webhook are applied once', async () => {
  const before = await countRows(world, 'ledger_transactions');
  const statuses = await Promise.all(
    Array.from({ length: 10 }, () =>
      sendWebhook(world.app, {
        topic: 'orders/paid',
        id: 'paid-1006',
        body: shopifyOrder(1006, { discount_codes: [{ code: 'AVA10' }] }),
      }),
    ),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await countRows(world, 'ledger_transactions')).toBe(before + 2);
});

function permutations<T>(list: readonly T[]): T[][] {
  return list.length === 0
    ? [[]]
    : list.flatMap((entry, index) => permutations(list.toSpliced(index, 1)).map((rest) => [entry].concat(rest)));
}

const partial = [{ line_item_id: 11, quantity: 1, subtotal: '45.00' }];
const rest = [
  { line_item_id: 11, quantity: 1, subtotal: '45.00' },
  { line_item_id: 12, quantity: 1, subtotal: '12.50' },
];
const code = { discount_codes: [{ code: 'AVA10' }] };
const events = (order: number): Record<string, Webhook> => ({
  paid: { topic: 'orders/paid', id: `${order} paid`, body: shopifyOrder(order, code) },
  paidAgain: { topic: 'orders/paid', id: `${order} paid again`, body: shopifyOrder(order, code) },
  partial: { topic: 'refunds/create', id: `${order} partial`, body: shopifyRefund(order * 10 + 1, order, partial) },
  partialAgain: {
    topic: 'refunds/create',
    id: `${order} partial again`,
    body: shopifyRefund(order * 10 + 1, order, partial),
  },
  rest: { topic: 'refunds/create', id: `${order} rest`, body: shopifyRefund(order * 10 + 2, order, rest) },
  cancelled: {
    topic: 'orders/cancelled',
    id: `${order} cancelled`,
    body: shopifyOrder(order, { ...code, cancelled_at: '2026-11-20T13:00:00Z' }),
  },
});

test.each([
  { names: ['paid', 'partial', 'partialAgain'], first: 30_000, reversed: [675n, 0n], states: ['pending', 'pending'] },
  {
    names: ['paid', 'partial', 'rest', 'cancelled', 'paidAgain'],
    first: 40_000,
    reversed: [1350n, 200n],
    states: ['reversed', 'reversed'],
  },
  {
    names: ['paid', 'cancelled', 'partial', 'partialAgain'],
    first: 50_000,
    reversed: [1350n, 200n],
    states: ['reversed', 'reversed'],
  },
])(
  '$names end the same in every order of arrival',
  async ({ names, first, reversed, states }) => {
    const orders = permutations(names).map((order, index) => ({ order, id: first + index }));
    const pending = (await readBooks(world)).balances.find((balance) => balance.kind === 'pending')?.balance ?? 0n;
    for (const { order, id } of orders) {
      const all = events(id);
      for (const name of order) expect(await sendWebhook(world.app, all[name] as Webhook)).toBe(200);
      const amounts = [1350n, 200n];
      expect([order, await booksOf(id)]).toEqual([
        order,
        ['11', '12'].map((line_id, index) => ({
          line_id,
          amount: amounts[index],
          reversed: reversed[index],
          state: states[index],
        })),
      ]);
    }
    const { balances, sum } = await readBooks(world);
    const left = 1550n - reversed.reduce((total, amount) => total + amount, 0n);
    expect(balances.find((balance) => balance.kind === 'pending')?.balance ?? 0n).toBe(
      pending + left * BigInt(orders.length),
    );
    expect(sum).toBe('0');
    expect(await leftUndone()).toEqual({ waiting: 0, overRefunded: 0 });
  },
  120_000,
);

test('concurrent events of one order end the same as sequential ones', async () => {
  for (let id = 60_000; id < 60_010; id += 1) {
    const statuses = await Promise.all(Object.values(events(id)).map((event) => sendWebhook(world.app, event)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    world.clock.advance(6_000);
    await processDeliveries(world.ctx);
    expect(await booksOf(id)).toMatchObject([
      { reversed: 1350n, state: 'reversed' },
      { reversed: 200n, state: 'reversed' },
    ]);
  }
  expect((await readBooks(world)).sum).toBe('0');
});

test('a delivery that could not be applied is stored, acknowledged, and applied by the sweep', async () => {
  const findClick = world.ctx.findClick;
  world.ctx.findClick = () => Promise.reject(new Error('the journal is away'));
  const clickId = clickOfUuid(newId(world.clock.now()));
  expect(
    await sendWebhook(world.app, {
      topic: 'orders/paid',
      id: 'failed',
      body: shopifyOrder(70_000, { note_attributes: [{ name: 'vt_click', value: clickId }] }),
    }),
  ).toBe(200);
  expect(await outcomesOf(world, ['failed'])).toEqual({ failed: null });
  world.ctx.findClick = findClick;
  world.clock.advance(11 * 60_000);
  expect(await processDeliveries(world.ctx)).toBe(1);
  expect(await outcomesOf(world, ['failed'])).toEqual({ failed: 'order_known' });
  expect((await world.shop(demoApiKey).call(explainOrder, { params: { order_id: '70000' } })).data.outcome).toBe(
    'unknown_click',
  );
});

test('the body of a paid order is not a cancellation under any topic', async () => {
  await sendWebhook(world.app, { topic: 'orders/paid', id: 'bound', body: shopifyOrder(72_000, code) });
  await sendWebhook(world.app, { topic: 'orders/cancelled', id: 'replayed', body: shopifyOrder(72_000, code) });
  expect(await outcomesOf(world, ['replayed'])).toEqual({ replayed: 'unreadable: cancelled_at' });
  expect(await booksOf(72_000)).toMatchObject([{ reversed: 0n }, { reversed: 0n }]);
});

test('a refund whose order never comes expires after thirty days', async () => {
  await sendWebhook(world.app, { topic: 'refunds/create', id: 'lonely', body: shopifyRefund(1, 71_000, partial) });
  world.clock.advance(29 * 86_400_000);
  expect(await processDeliveries(world.ctx)).toBe(0);
  world.clock.advance(2 * 86_400_000);
  await processDeliveries(world.ctx);
  expect(await outcomesOf(world, ['lonely'])).toEqual({ lonely: 'order_never_came' });
});

test('an invalid delivery is stored with the field at fault, and a topic we do not handle is stored too', async () => {
  const line = { id: 11, sku: 'serum', title: 'Dew Serum', quantity: 1, price: '48.00' };
  const wrong: Record<string, [string, unknown]> = {
    'u-1': ['orders/paid', shopifyOrder(1, { line_items: [{ ...line, price: '4.805' }] })],
    'u-2': ['orders/paid', shopifyOrder(2, { line_items: [{ ...line, discount_allocations: [{ amount: '99.00' }] }] })],
    'u-3': ['orders/paid', shopifyOrder(3, { currency: 'XQQ' })],
    'u-4': ['orders/paid', shopifyOrder(4, { processed_at: 'soon' })],
    'u-5': ['orders/paid', ['a', 'list']],
    'u-6': ['refunds/create', { id: 5 }],
    'u-7': ['products/update', { id: 6, title: 'a\u0000b \ud800' }],
    'u-8': ['orders/paid', shopifyOrder(8, { line_items: [] })],
    'u-9': ['orders/paid', shopifyOrder(9, { processed_at: '-271821-04-20T00:00:00Z' })],
  };
  for (const [id, [topic, body]] of Object.entries(wrong))
    expect([id, await sendWebhook(world.app, { topic, id, body })]).toEqual([id, 200]);
  expect(await outcomesOf(world, Object.keys(wrong))).toEqual({
    'u-1': 'unreadable: line_items.0.price',
    'u-2': 'unreadable: lines.0.discount.amount',
    'u-3': 'unreadable: currency',
    'u-4': 'unreadable: processed_at',
    'u-5': 'unreadable: body',
    'u-6': 'unreadable: order_id',
    'u-7': 'kept',
    'u-8': 'unreadable: line_items',
    'u-9': 'unreadable: processed_at',
  });
});

test('an order id beyond the range of a number keeps every digit', async () => {
  // The code was used a lot above, which would put this order on hold for a week.
  world.clock.advance(8 * 86_400_000);
  const raw = JSON.stringify(shopifyOrder(4242, { ...code, processed_at: world.clock.now().toISOString() })).replace(
    '"id":4242',
    '"id":920982911946154507',
  );
  await sendWebhook(world.app, { topic: 'orders/paid', id: 'large-id', body: raw });
  expect(
    (await world.shop(demoApiKey).call(explainOrder, { params: { order_id: '920982911946154507' } })).data.outcome,
  ).toBe('credited');
});

test('a landing page with the former name of the parameter counts for 30 days after the change', async () => {
  const params = { merchant: 'glow-lab' };
  const rename = async (click_parameter: string) =>
    granted(
      await (await world.signIn('brand@glow.test')).call(changeBrandSettings, { params, body: { click_parameter } }),
    );
  const candidatesOf = async (number: number, landing: string) => {
    const body = shopifyOrder(number, { landing_site: landing });
    await sendWebhook(world.app, { topic: 'orders/paid', id: `paid-${number}`, body });
    const { data } = await world.shop(demoApiKey).call(explainOrder, { params: { order_id: String(number) } });
    return data.candidates.map(({ reference }) => reference);
  };
  await rename('glow');
  const [old, fresh] = [await makeHit(world, 'avaGlow'), await makeHit(world, 'avaGlow')];
  expect(await candidatesOf(1031, `/products/x?vt_click=${old.clickId}`)).toEqual([old.clickId]);
  // The name of today comes first, wherever it is in the address.
  expect(await candidatesOf(1032, `/?vt_click=${old.clickId}&glow=${fresh.clickId}`)).toEqual([fresh.clickId]);
  world.clock.advance(31 * 86_400_000);
  expect(await candidatesOf(1033, `/products/x?vt_click=${old.clickId}`)).toEqual([]);
});
