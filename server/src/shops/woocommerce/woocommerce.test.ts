import { explainOrder } from '@vitrine/contract/decisions.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoApiKey } from '../../../world/people.ts';
import { openWorld, type World } from '../../../world/world.ts';
import { countRows, makeHit, readBooks } from '../../orders/orders.testing.ts';
import { processDeliveries } from '../shops.jobs.ts';
import { connectWooCommerce, sendWooCommerce, wooOrder, type WooWebhook } from './woocommerce.testing.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await connectWooCommerce(world);
});
afterAll(() => world[Symbol.asyncDispose]());

const code = { coupon_lines: [{ id: 5, code: 'ava10', discount: '6', discount_tax: '0' }] };
const created = (body: unknown) => ({ topic: 'order.created', body });
const updated = (body: unknown) => ({ topic: 'order.updated', body });

async function send(webhook: WooWebhook): Promise<number> {
  world.clock.advance(1);
  return (await sendWooCommerce(world.app, webhook)).statusCode;
}
async function sendAll(...webhooks: WooWebhook[]): Promise<void> {
  for (const webhook of webhooks) expect(await send(webhook)).toBe(200);
}
async function outcomesOf(orderId: number): Promise<(string | null)[]> {
  return world.ctx.database.as({ role: 'system' }, async (tx) => {
    const rows = await tx
      .selectFrom('delivery_log')
      .select('outcome')
      .where('order_id', '=', String(orderId))
      .orderBy('id')
      .execute();
    return rows.map(({ outcome }) => outcome);
  });
}
async function commissionsOf(orderId: number) {
  const { commissions } = await readBooks(world);
  return commissions
    .filter((commission) => commission.order_id === String(orderId))
    .map(({ line_id, amount, reversed, state }) => [line_id, amount, reversed, state]);
}
const explained = async (orderId: number) =>
  (await world.shop(demoApiKey).call(explainOrder, { params: { order_id: String(orderId) } })).data;

test('a paid order earns by the click id in its meta data, and no shopper data is stored', async () => {
  const { clickId } = await makeHit(world, 'avaGlow');
  const meta = [
    { id: 1, key: '_billing_nickname', value: 'Robin' },
    { id: 2, key: '_vt_click', value: clickId },
  ];
  await sendAll(created(wooOrder(1001, { meta_data: meta })));
  const answer = await explained(1001);
  expect(answer).toMatchObject({
    outcome: 'credited',
    placed_at: '2026-11-20T12:00:00.000Z',
    credited_to: { who: 'ava' },
  });
  expect(answer.lines.map((line) => [line.line_id, line.base.amount, line.commission?.amount])).toEqual([
    ['11', '9000', '1350'],
    ['12', '1250', '200'],
  ]);
  const kept = await world.ctx.database.as({ role: 'system' }, async (tx) =>
    JSON.stringify([
      await tx.selectFrom('webhook_deliveries').select('body').execute(),
      await tx.selectFrom('orders').select('body').execute(),
    ]).toLowerCase(),
  );
  for (const personal of [
    'robin',
    'marlow',
    'shopper.test',
    'pine street',
    '5550100',
    '203.0.113.9',
    'secretkey',
    'pi_secret',
  ])
    expect([personal, kept.includes(personal)]).toEqual([personal, false]);
  expect(kept).toContain('dew serum');
});

test("WooCommerce's own record of the first address of a visit names the click, too", async () => {
  const { clickId } = await makeHit(world, 'avaGlow');
  const value = `https://shop.glowlab.example/serum/?utm_source=x&vt_click=${clickId}`;
  await sendAll(created(wooOrder(1002, { meta_data: [{ key: '_wc_order_attribution_session_entry', value }] })));
  expect((await explained(1002)).candidates).toMatchObject([{ via: 'click', reference: clickId, verdict: 'credited' }]);
});

test("a self-purchase by the creator's own address is held here as well", async () => {
  await sendAll(created(wooOrder(1003, { ...code, billing: { email: 'Ava@creators.test' } })));
  expect((await explained(1003)).outcome).toBe('held_self_purchase');
});

test('an order is saved once it is paid, and repeated updates change nothing', async () => {
  const modified = (minute: number) => ({ date_modified_gmt: `2026-11-20T12:0${minute}:00` });
  await sendAll(
    created(wooOrder(1010, { ...code, status: 'pending', date_paid_gmt: null })),
    updated(wooOrder(1010, { ...code, status: 'on-hold', date_paid_gmt: null, ...modified(2) })),
    updated(wooOrder(1010, { ...code, ...modified(3) })),
  );
  const before = await countRows(world, 'ledger_transactions');
  await sendAll(
    updated(wooOrder(1010, { ...code, ...modified(3) })),
    updated(wooOrder(1010, { ...code, ...modified(4), status: 'completed' })),
    updated(wooOrder(1010, { ...code, ...modified(3) })),
  );
  expect(await outcomesOf(1010)).toEqual([
    'not_paid_yet',
    'not_paid_yet',
    'order_stored',
    'order_known',
    'order_known',
    'edit_superseded',
  ]);
  expect(await countRows(world, 'ledger_transactions')).toBe(before);
});

test('an update that arrives before the order counts, and the older state changes nothing', async () => {
  const [line] = wooOrder(1).line_items;
  const fewer = { line_items: [{ ...line, quantity: 1, subtotal: '48.00', total: '45.00' }] };
  await sendAll(
    updated(wooOrder(1020, { ...code, ...fewer, date_modified_gmt: '2026-11-20T12:30:00' })),
    created(wooOrder(1020, code)),
  );
  expect(await outcomesOf(1020)).toEqual(['order_stored', 'edit_superseded']);
  expect(await commissionsOf(1020)).toEqual([['11', 675n, 0n, 'pending']]);
});

test('a payment that fails at first and then succeeds earns, in either order of arrival', async () => {
  const failed = (id: number) =>
    updated(wooOrder(id, { ...code, status: 'failed', date_modified_gmt: '2026-11-20T12:00:30' }));
  const paid = (id: number) => updated(wooOrder(id, code));
  await sendAll(failed(1030), paid(1030), paid(1031), failed(1031));
  const earned = [
    ['11', 1350n, 0n, 'pending'],
    ['12', 200n, 0n, 'pending'],
  ];
  expect([await commissionsOf(1030), await commissionsOf(1031)]).toEqual([earned, earned]);
  expect(await outcomesOf(1030)).toEqual(['edit_superseded', 'order_stored']);
});

test('an order that is canceled, trashed or deleted later loses its commissions, in either order of arrival', async () => {
  const later = { date_modified_gmt: '2026-11-20T15:00:00' };
  const ends = (id: number): WooWebhook[] => [
    updated(wooOrder(id, { ...code, ...later, status: 'cancelled' })),
    updated(wooOrder(id, { ...code, ...later, status: 'trash' })),
    { topic: 'order.deleted', body: { id } },
  ];
  for (const end of [0, 1, 2]) {
    const [first, second] = [1040 + end * 2, 1041 + end * 2];
    await sendAll(created(wooOrder(first, code)), ends(first)[end] as WooWebhook);
    await sendAll(ends(second)[end] as WooWebhook, created(wooOrder(second, code)));
    const reversed = [
      ['11', 1350n, 1350n, 'reversed'],
      ['12', 200n, 200n, 'reversed'],
    ];
    expect([await commissionsOf(first), await commissionsOf(second)]).toEqual([reversed, reversed]);
  }
});

test('an order that was paid stays canceled when it is restored, in any order of arrival', async () => {
  const at = (time: string) => ({ date_modified_gmt: `2026-11-20T${time}` });
  const states = (id: number): WooWebhook[] => [
    created(wooOrder(id, code)),
    updated(wooOrder(id, { ...code, ...at('15:00:00'), status: 'cancelled' })),
    { topic: 'order.restored', body: wooOrder(id, { ...code, ...at('16:00:00') }) },
  ];
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [2, 1, 0],
    [1, 2, 0],
  ];
  for (const [place, order] of orders.entries()) {
    const sent = states(1070 + place);
    await sendAll(...order.flatMap((index) => sent[index] ?? []));
    expect(await commissionsOf(1070 + place)).toEqual([
      ['11', 1350n, 1350n, 'reversed'],
      ['12', 200n, 200n, 'reversed'],
    ]);
  }
});

test('an abandoned checkout that is canceled unpaid is no problem in the end', async () => {
  await sendAll(updated(wooOrder(1050, { ...code, status: 'cancelled', date_paid_gmt: null })));
  expect(await outcomesOf(1050)).toEqual([null]);
  world.clock.advance(31 * 86_400_000);
  await processDeliveries(world.ctx);
  expect(await outcomesOf(1050)).toEqual(['never_paid']);
});

test('two deliveries of the same second have the same delivery id, and both count', async () => {
  await sendAll(
    { ...created(wooOrder(1060, code)), deliveryId: 'same' },
    { ...created(wooOrder(1061, code)), deliveryId: 'same' },
    { ...created(wooOrder(1061, code)), deliveryId: 'same' },
  );
  expect([await outcomesOf(1060), await outcomesOf(1061)]).toEqual([['order_stored'], ['order_stored', 'repeated']]);
});

test('a hundred deliveries at once end like one after the other', async () => {
  const ids = Array.from({ length: 10 }, (_, index) => 1100 + index);
  const refund = { refunds: [{ id: 900, reason: '', total: '-51.25' }], date_modified_gmt: '2026-11-20T13:00:00' };
  const deliveries = ids.flatMap((id) => [
    ...Array.from({ length: 5 }, () => created(wooOrder(id, code))),
    ...Array.from({ length: 5 }, () => updated(wooOrder(id, { ...code, ...refund }))),
  ]);
  const answers = await Promise.all(deliveries.map((delivery) => send(delivery)));
  expect(new Set(answers)).toEqual(new Set([200]));
  world.clock.advance(20_000);
  await processDeliveries(world.ctx);
  for (const id of ids)
    expect(await commissionsOf(id)).toEqual([
      ['11', 1350n, 675n, 'pending'],
      ['12', 200n, 100n, 'pending'],
    ]);
  expect((await readBooks(world)).sum).toBe('0');
});

test('refunds are spread over the lines, each once, however often the order is sent', async () => {
  const at = (hour: number, ...refunds: unknown[]) =>
    updated(wooOrder(1200, { ...code, date_modified_gmt: `2026-11-20T${hour}:00:00`, refunds }));
  const [first, second] = [
    { id: 71, reason: '', total: '-10.25' },
    { id: 72, reason: 'Damaged', total: '-97.25' },
  ];
  await sendAll(created(wooOrder(1200, code)), at(13, first));
  expect(await commissionsOf(1200)).toEqual([
    ['11', 1350n, 135n, 'pending'],
    ['12', 200n, 20n, 'pending'],
  ]);
  await sendAll(at(13, first), at(14, second, first), at(13, first), at(14, second, first));
  // 107.50 with shipping was paid back: all of the goods.
  expect(await commissionsOf(1200)).toEqual([
    ['11', 1350n, 1350n, 'reversed'],
    ['12', 200n, 200n, 'reversed'],
  ]);
});

describe('a change after a refund without lines', () => {
  const [serum, balm] = wooOrder(1).line_items;
  const refunds = [{ id: 81, reason: '', total: '-51.25' }];
  const at = (id: number, minute: string, more: Record<string, unknown> = {}) =>
    updated(wooOrder(id, { ...code, date_modified_gmt: `2026-11-20T13:${minute}`, ...more }));

  /** What is left of two orders, one of which has its states in time and the other one in reverse. */
  async function leftOf(states: (id: number) => WooWebhook[], [first, second]: [number, number]) {
    await sendAll(...states(first));
    await sendAll(...states(second).toReversed());
    const left = async (id: number) =>
      (await commissionsOf(id)).flatMap(([line, amount, reversed]) =>
        amount === reversed ? [] : [[line, BigInt(amount ?? 0) - BigInt(reversed ?? 0)]],
      );
    return [await left(first), await left(second)];
  }

  test('ends the same whichever state comes first: the tax that a refund loses is that of the latest one', async () => {
    const taxed = [
      { ...serum, total_tax: '17.10' },
      { ...balm, total_tax: '2.38' },
    ];
    const dearer = [{ ...serum, total: '180.00', subtotal: '180.00', total_tax: '0.00' }];
    const states = (id: number) => [
      at(id, '00:00', { line_items: taxed }),
      at(id, '01:00', { line_items: taxed, refunds }),
      at(id, '02:00', { line_items: dearer, refunds }),
    ];
    // 51.25 of 180.00 without tax: 15% of 128.75.
    const expected = [['11', 1931n]];
    expect(await leftOf(states, [1210, 1211])).toEqual([expected, expected]);
  });

  test('counts also if only the tax of the lines changes', async () => {
    const exempt = [serum];
    const states = (id: number) => [
      at(id, '00:00', { line_items: [{ ...serum, total_tax: '17.10' }], refunds }),
      at(id, '02:00', { line_items: exempt, refunds }),
    ];
    // 51.25 of 90.00 without tax: 15% of 38.75.
    const expected = [['11', 581n]];
    expect(await leftOf(states, [1220, 1221])).toEqual([expected, expected]);
  });

  test('of two states of the same second, the one with more lines counts, or else the same one of the two', async () => {
    const more = (id: number) => [
      at(id, '05:00', { line_items: [serum] }),
      at(id, '05:00', { line_items: [serum, balm] }),
    ];
    const both = [
      ['11', 1350n],
      ['12', 200n],
    ];
    expect(await leftOf(more, [1230, 1231])).toEqual([both, both]);
    const other = (id: number) => [
      at(id, '05:00', { line_items: [serum] }),
      at(id, '05:00', { line_items: [{ ...serum, quantity: 1, subtotal: '48.00', total: '48.00' }] }),
    ];
    const [one, two] = await leftOf(other, [1240, 1241]);
    expect(one).toEqual(two);
  });
});

test('an invalid delivery is stored with the field at fault, and other topics are stored too', async () => {
  const [line] = wooOrder(1).line_items;
  const wrong: [number, string, Record<string, unknown>][] = [
    [1301, 'unreadable: line_items.0.total', { line_items: [{ ...line, total: '4.805' }] }],
    [1302, 'unreadable: currency', { currency: 'XQQ' }],
    [1303, 'unreadable: date_created_gmt', { date_created_gmt: 'soon' }],
    [1304, 'unreadable: date_created', { date_created_gmt: null }],
    [1305, 'unreadable: line_items', { line_items: 'none' }],
    [1306, 'unreadable: refunds.total', { refunds: [{ id: 1, total: 'all' }] }],
    [1307, 'unreadable: status', { status: 5 }],
  ];
  for (const [id, , more] of wrong) await sendAll(created(wooOrder(id, more)));
  await sendAll({ topic: 'product.updated', body: { id: 1, name: 'a\u0000b \ud800' } }, created(['a', 'list']));
  const outcomes = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .selectFrom('webhook_deliveries')
      .select(['outcome', 'topic', 'body'])
      .where('source', '=', 'woocommerce')
      .execute(),
  );
  for (const [id, outcome] of wrong)
    expect(outcomes.find(({ body }) => (body as { id?: number }).id === id)?.outcome).toBe(outcome);
  expect(outcomes.find(({ topic }) => topic === 'product.updated')?.outcome).toBe('kept');
  expect(outcomes.some(({ outcome }) => outcome === 'unreadable: body')).toBe(true);
});

test('the answer to a wrong signature is the same for a brand, a brand without this shop, and an unknown one', async () => {
  const answers = await Promise.all(
    ['glow-lab', 'maison-clair', 'no-such-brand'].map((merchant) =>
      sendWooCommerce(world.app, { ...created(wooOrder(1400)), merchant, secret: 'another-secret' }),
    ),
  );
  const seen = answers.map(({ statusCode, json, headers }) => {
    const { request_id: _id, instance: _instance, ...problem } = json<Record<string, unknown>>();
    return JSON.stringify([statusCode, problem, headers['content-type']]);
  });
  expect(seen[0]).toContain('signature_invalid');
  expect(new Set(seen).size).toBe(1);
});

test("WooCommerce's unsigned ping is answered alike for every brand, and is no proof of anything", async () => {
  const ping = { body: 'webhook_id=31', signature: null, type: 'application/x-www-form-urlencoded' };
  const before = await countRows(world, 'webhook_deliveries');
  const answers = await Promise.all(
    ['glow-lab', 'no-such-brand'].map((merchant) => sendWooCommerce(world.app, { ...ping, merchant })),
  );
  expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual([
    [200, '{"data":{"received":true}}'],
    [200, '{"data":{"received":true}}'],
  ]);
  expect(await countRows(world, 'webhook_deliveries')).toBe(before);
  expect((await sendWooCommerce(world.app, { ...ping, body: 'webhook_id=31&id=7' })).statusCode).toBe(401);
  expect((await sendWooCommerce(world.app, { ...ping, signature: 'wrong' })).statusCode).toBe(401);
});

test('pings neither use up nor lift the limit of wrong signatures', async () => {
  await using limited = await openWorld({ limits: true });
  const from = '198.51.100.77';
  const forged = { ...created(wooOrder(1500)), secret: 'another-secret', from };
  const ping = { body: 'webhook_id=31', signature: null, type: 'application/x-www-form-urlencoded', from };
  const statuses: number[] = [];
  for (let count = 0; count < 130; count += 1) {
    statuses.push((await sendWooCommerce(limited.app, forged)).statusCode);
    if (count < 100) expect((await sendWooCommerce(limited.app, ping)).statusCode).toBe(200);
  }
  expect([statuses.filter((status) => status === 401).length >= 120, statuses.at(-1)]).toEqual([true, 429]);
});

test('a signed ping shows that the connection works', async () => {
  await sendAll({ topic: 'ping', body: { ping: 1 } });
  await sendAll({ body: 'webhook_id=31', type: 'application/x-www-form-urlencoded' });
  const rows = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('delivery_log').select('outcome').where('topic', '=', 'ping').execute(),
  );
  expect(rows).toEqual([{ outcome: 'test_event' }, { outcome: 'test_event' }]);
});
