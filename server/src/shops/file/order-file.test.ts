import { listCommissions } from '@vitrine/contract/commissions.ts';
import { importOrders, type OrderImport } from '@vitrine/contract/order-files.ts';
import { listOrders, readOrder, receiveOrder } from '@vitrine/contract/orders.ts';
import pg from 'pg';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Client } from '../../../world/client.ts';
import { granted } from '../../../world/shelves.ts';
import { openWorld, type World } from '../../../world/world.ts';
import { countRows, makeHit } from '../../orders/orders.testing.ts';

let world: World;
let staff: Client;
beforeEach(async () => {
  await world?.[Symbol.asyncDispose]();
  world = await openWorld();
  staff = await world.signIn('brand@glow.test');
});
afterAll(() => world[Symbol.asyncDispose]());

const glow = { merchant: 'glow-lab' };
type Options = { preview?: boolean; columns?: OrderImport['columns']; time_zone?: string; currency?: string };
const send = (csv: string | string[], options: Options = {}) =>
  staff.call(importOrders, {
    params: glow,
    body: { csv: typeof csv === 'string' ? csv : csv.join('\n'), preview: false, ...options },
  });
const imported = async (csv: string | string[], options: Options = {}) => granted(await send(csv, options));
const short = ({ orders }: OrderImport) => orders.map(({ order_id, state, total }) => [order_id, state, total?.amount]);
const detail = async (orderId: string) =>
  granted(await staff.call(readOrder, { params: { ...glow, order_id: orderId } }));
const head = 'order_id,placed_at,sku,title,quantity,unit_price,discount_code,refunded,cancelled_at';

test('orders of a file are decided and credited like any other', async () => {
  const file = [
    head,
    'F-1,2026-11-20T12:00:00Z,serum,Dew Serum,2,48.00,AVA10,,',
    'F-1,,balm,Lip Balm,1,12.50,,,',
    'F-2,2026-11-20T12:00:00Z,balm,Lip Balm,1,12.50,,,',
  ];
  const preview = await imported(file, { preview: true });
  expect(short(preview)).toEqual([
    ['F-1', 'new', '10850'],
    ['F-2', 'new', '1250'],
  ]);
  expect(await countRows(world, 'orders')).toBe(0);
  const done = await imported(file);
  expect(done.orders.map(({ order_id, outcome }) => [order_id, outcome])).toEqual([
    ['F-1', 'credited'],
    ['F-2', 'no_touch'],
  ]);
  const order = await detail('F-1');
  expect(order).toMatchObject({ source: 'file', total: { amount: '10850' } });
  const ava = await world.signIn('ava@creators.test');
  const commissions = granted(await ava.call(listCommissions));
  expect(commissions.map(({ order_id }) => order_id)).toEqual(['F-1', 'F-1']);
});

test('the same file again changes nothing, also ten times at once', async () => {
  const file = [
    head,
    'F-1,2026-11-20T12:00:00Z,serum,Dew Serum,2,48.00,AVA10,20.00,',
    'F-2,2026-11-20,balm,Balm,1,12.50,AVA10,,yes',
  ];
  await Promise.all(Array.from({ length: 10 }, () => imported(file)));
  expect(short(await imported(file))).toEqual([
    ['F-1', 'known', '9600'],
    ['F-2', 'known', '1250'],
  ]);
  expect(await countRows(world, 'orders')).toBe(2);
  expect((await detail('F-1')).refunds).toMatchObject([{ kind: 'refund', source: 'file', amount: { amount: '2000' } }]);
  expect((await detail('F-2')).refunds).toMatchObject([{ kind: 'cancellation', amount: { amount: '1250' } }]);
});

test('a later file refunds only what is new, and changes lines that are different', async () => {
  await imported([head, 'F-1,2026-11-20T12:00:00Z,serum,Dew Serum,2,48.00,AVA10,10.00,']);
  world.clock.advance(1_000);
  const later = [head, 'F-1,2026-11-20T12:00:00Z,serum,Dew Serum,3,48.00,AVA10,25.00,'];
  expect(short(await imported(later, { preview: true }))).toEqual([['F-1', 'changed', '14400']]);
  expect(short(await imported(later))).toEqual([['F-1', 'changed', '14400']]);
  expect(short(await imported(later))).toEqual([['F-1', 'known', '14400']]);
  const order = await detail('F-1');
  expect(order.edits).toHaveLength(1);
  expect(order.refunds.map(({ amount }) => amount.amount)).toEqual(['1000', '1500']);
  expect(order.refunded.amount).toBe('2500');
});

test('two files at once with different totals refund the larger one', async () => {
  const file = (refunded: string) => [head, `F-1,2026-11-20T12:00:00Z,serum,Dew Serum,2,48.00,AVA10,${refunded},`];
  await imported(file(''));
  // Another transaction has the order until both files have come as far as they can.
  const database = new pg.Client({ connectionString: world.ctx.database.url });
  await database.connect();
  onTestFinished(() => database.end());
  await database.query(`begin; select from orders where order_id = 'F-1' for update`);
  const both = Promise.all(['10.00', '25.00'].map((refunded) => imported(file(refunded))));
  const waiting = async () => {
    await database.query('select pg_stat_clear_snapshot()');
    const { rowCount } = await database.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rowCount;
  };
  await expect.poll(waiting, { timeout: 10_000 }).toBe(2);
  await database.query('commit');
  await both;
  expect((await detail('F-1')).refunded.amount).toBe('2500');
});

test('a row with texts that the database can’t keep as they are is imported with its other rows', async () => {
  const long = `${'x'.repeat(299)}😀`;
  const file = [
    'order_id,placed_at,sku,title,unit_price,cancelled_at',
    `F-1,2026-11-20,${long.slice(100)},${long},48.00,`,
    'F-2,2026-11-20,a\u0000b,half \ud800 of it,48.00,',
    `F-3,2026-11-20,serum,Dew Serum,48.00,"${'x'.repeat(1_999)}😀"`,
    'F-4,2026-11-20,serum,Dew Serum,48.00,',
  ];
  expect(short(await imported(file))).toEqual(['F-1', 'F-2', 'F-3', 'F-4'].map((id) => [id, 'new', '4800']));
  expect((await detail('F-2')).lines[0]).toMatchObject({ title: 'half \uFFFD of it' });
});

test('a later file that only refunds or cancels says so, once', async () => {
  const rowsOf = (refunded: string, cancelled: string) => [
    head,
    `F-1,2026-11-20T12:00:00Z,serum,Dew Serum,2,48.00,AVA10,${refunded},`,
    `F-2,2026-11-20T12:00:00Z,balm,Balm,1,12.50,AVA10,,${cancelled}`,
  ];
  const statesOf = ({ orders }: OrderImport) => orders.map(({ state }) => state);
  await imported(rowsOf('', ''));
  const later = rowsOf('48.00', 'yes');
  expect(statesOf(await imported(later, { preview: true }))).toEqual(['changed', 'changed']);
  expect(statesOf(await imported(later))).toEqual(['changed', 'changed']);
  expect(statesOf(await imported(later))).toEqual(['known', 'known']);
  expect((await detail('F-1')).edits).toEqual([]);
  expect((await detail('F-1')).refunded.amount).toBe('4800');
});

test('the click is found among the cart’s attributes that Shopify exports', async () => {
  const { clickId } = await makeHit(world, 'avaGlow');
  const fileOf = (attributes: string) => [
    'Name,Paid at,Lineitem quantity,Lineitem price,Lineitem sku,Note Attributes',
    `#1,${world.clock.now().toISOString()},1,48.00,serum,"${attributes}"`,
  ];
  const outcomeOf = async (csv: string[]) => (await imported(csv)).orders[0]?.outcome;
  expect(await outcomeOf(fileOf(`gift note: for Robin\nvt_click: ${clickId}`))).toBe('credited');
  expect(await outcomeOf(fileOf('gift note: for Robin').map((row) => row.replace('#1', '#2')))).toBe('no_touch');
  const { rows } = await world.ctx.database.as({ role: 'system' }, async (tx) => ({
    rows: await tx.selectFrom('orders').selectAll().execute(),
  }));
  expect(JSON.stringify(rows)).not.toContain('Robin');
});

test('an order that came another way stays as it is', async () => {
  const sent = await world.shop('vtk_demo_glow_lab').call(receiveOrder, {
    body: {
      order_id: 'A-1',
      currency: 'USD',
      placed_at: '2026-11-20T10:00:00Z',
      lines: [
        {
          line_id: '1',
          sku: 'serum',
          title: 'Dew Serum',
          quantity: 1,
          unit_price: { amount: '4800', currency: 'USD' },
        },
      ],
    },
  });
  expect(sent.status).toBe(200);
  expect(short(await imported([head, 'A-1,2026-11-20T12:00:00Z,serum,Dew Serum,5,48.00,AVA10,,']))).toEqual([
    ['A-1', 'conflict', '24000'],
  ]);
  expect((await detail('A-1')).total.amount).toBe('4800');
});

test('a file exported by Shopify needs no assigned columns', async () => {
  const done = await imported(
    [
      'Name,Email,Financial Status,Paid at,Currency,Discount Code,Discount Amount,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Refunded Amount,Cancelled at,Id',
      '#1001,robin@shopper.test,paid,2026-11-20 07:00:00 -0500,USD,AVA10,10.00,2,Dew Serum,48.00,serum,0.00,,5501',
      '#1001,,,,,,,1,Lip Balm,12.50,balm,,,',
    ],
    { preview: true },
  );
  expect(done.columns.find(({ field }) => field === 'order_id')?.heading).toBe('Name');
  expect(short(done)).toEqual([['#1001', 'new', '9850']]);
});

test('a file of WooCommerce’s Analytics needs no assigned columns', async () => {
  const done = await imported(
    [
      'Date,Order #,N. Revenue (formatted),Status,Customer,Customer type,Product(s),Items sold,Coupon(s),N. Revenue,Attribution',
      '2026-11-20 12:00:00,2001,$96.00,processing,Robin,new,2× Dew Serum,2,AVA10,96.00,Direct',
    ],
    { preview: true },
  );
  expect(short(done)).toEqual([['2001', 'new', '9600']]);
  expect(done.columns.find(({ field }) => field === 'discount_code')?.heading).toBe('Coupon(s)');
});

test('columns with other names are assigned by the brand', async () => {
  const file = ['Bestellung;Datum;Summe', 'B-1;2026-11-20T12:00:00Z;22,00'];
  const preview = await imported(file, { preview: true });
  expect([preview.headings, preview.missing, preview.orders]).toEqual([
    ['Bestellung', 'Datum', 'Summe'],
    ['order_id', 'placed_at', 'line_total'],
    [],
  ]);
  expect((await send(file)).problem?.errors).toEqual({
    csv: ['must have a column for order_id, placed_at, line_total'],
  });
  const columns: OrderImport['columns'] = [
    { field: 'order_id', heading: 'Bestellung' },
    { field: 'placed_at', heading: 'Datum' },
    { field: 'line_total', heading: 'Summe' },
  ];
  expect(short(await imported(file, { columns }))).toEqual([['B-1', 'new', '2200']]);
  const [, ...wrong] = columns;
  expect((await send(file, { columns: [...wrong, { field: 'order_id', heading: 'Nummer' }] })).problem?.errors).toEqual(
    {
      'columns.2.heading': [expect.stringMatching(/^must be a name in the first row of the file, not “/)],
    },
  );
});

test('three pieces for 22.00 are exactly 22.00', async () => {
  await imported(['order_id,placed_at,quantity,line_total', 'F-1,2026-11-20T12:00:00Z,3,22.00']);
  expect((await detail('F-1')).total.amount).toBe('2200');
});

test.each([
  [',2026-11-20T12:00:00Z,s,t,1,48.00,,,', 'order_id', 'must not be empty'],
  ['F-1,20.11.2026,s,t,1,48.00,,,', 'placed_at', 'must be a time like 2026-11-20 14:30'],
  ['F-1,2026-11-20T12:00:00Z,s,t,0,48.00,,,', 'quantity', 'must be a whole number from 1'],
  ['F-1,2026-11-20T12:00:00Z,s,t,1.5,48.00,,,', 'quantity', 'must be a whole number from 1'],
  ['F-1,2026-11-20T12:00:00Z,s,t,1,€48,,,', 'unit_price', 'must be an amount in USD'],
  ['F-1,2026-11-20T12:00:00Z,s,t,1,1.350,,,', 'unit_price', 'has two possible meanings'],
  ['F-1,2026-11-20T12:00:00Z,s,t,1,,,,', 'unit_price', 'must not be empty'],
  ['F-1,2026-11-20T12:00:00Z,s,t,1,48.00,,abc,', 'refunded', 'must be an amount in USD'],
  ['F-1,2026-11-20T12:00:00Z,s,t,1,48.00,,999999999999999.99,', 'refunded', 'must not be above 1000000000000'],
  ['F-1,2029-11-20 10:00,s,t,1,48.00,,,', null, 'placed_at must not be more than a day in the future'],
  ['F-1,2026-11-20T12:00:00Z,s,t,1,48.00,,,,too,many', null, 'has 11 cells, but the header has 9'],
])('the row %s is refused with its field and what would be right', async (row, field, reason) => {
  const { orders } = await imported([head, row, 'F-9,2026-11-20T12:00:00Z,s,t,1,48.00,,,']);
  expect(orders).toMatchObject([
    { line: 2, state: 'refused', field, reason: expect.stringContaining(reason) },
    { order_id: 'F-9', state: 'new' },
  ]);
  expect(await countRows(world, 'orders')).toBe(1);
});

test('an order with one wrong row is refused whole, and what is about the whole order must agree', async () => {
  const { orders } = await imported([
    'order_id,placed_at,currency,line_total',
    'F-1,2026-11-20T12:00:00Z,USD,48.00',
    'F-1,,USD,free',
    'F-2,2026-11-20T12:00:00Z,USD,48.00',
    'F-2,,EUR,10.00',
  ]);
  expect(orders).toMatchObject([
    { line: 3, order_id: 'F-1', state: 'refused', field: 'line_total', value: 'free' },
    { line: 5, order_id: 'F-2', state: 'refused', field: 'currency', value: 'EUR' },
  ]);
  expect(await countRows(world, 'orders')).toBe(0);
});

test('a file that is too long is refused before anything is imported', async () => {
  const rows = Array.from({ length: 1_001 }, (_, n) => `F-${n},2026-11-20,1.00`);
  expect((await send(['order_id,placed_at,line_total', ...rows])).problem?.errors).toEqual({
    csv: ['must have at most 1000 orders; put the rest in another file'],
  });
  expect(await countRows(world, 'orders')).toBe(0);
});

test('the shopper’s email address is not stored, and a creator’s own purchase is held', async () => {
  await imported([
    'order_id,placed_at,line_total,discount_code,email',
    'F-1,2026-11-20T12:00:00Z,48.00,AVA10,ava@creators.test',
  ]);
  const { rows } = await world.ctx.database.as({ role: 'system' }, async (tx) => ({
    rows: await tx.selectFrom('orders').selectAll().execute(),
  }));
  expect(JSON.stringify(rows)).not.toContain('ava@creators.test');
  expect((await detail('F-1')).is_held).toBe(true);
});

test('orders of another brand are out of reach', async () => {
  await imported([head, 'F-1,2026-11-20T12:00:00Z,serum,Dew Serum,2,48.00,AVA10,,']);
  const maison = await world.signIn('brand@maison.test');
  const params = { merchant: 'maison-clair' };
  const body = { csv: 'order_id,placed_at,line_total\nF-1,2026-11-20,1.00', preview: true };
  expect(granted(await maison.call(importOrders, { params, body })).orders).toMatchObject([{ state: 'new' }]);
  expect((await maison.call(importOrders, { params: glow, body })).status).toBe(404);
  expect(granted(await maison.call(listOrders, { params }))).toEqual([]);
});
