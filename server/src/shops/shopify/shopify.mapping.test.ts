import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Unreadable } from '../shop.ts';
import { readCancelledId, readShopifyOrder } from './shopify.mapping.ts';
import { readShopifyRefund } from './shopify.refunds.ts';

/** A line as Shopify sends it. */
const line = (changed: object = {}) => ({
  id: 11,
  sku: 'GL-101',
  title: 'Night Balm',
  quantity: 2,
  price: '48.00',
  ...changed,
});

/** An order as Shopify sends it, with what the intake adds. */
const body = (changed: object = {}) => ({
  id: 5_678_901_234_567,
  currency: 'USD',
  processed_at: '2026-11-20T09:30:00-05:00',
  line_items: [line()],
  vitrine: { click_id: 'clk_1', customer_hash: null },
  ...changed,
});
const withLine = (changed: object, order: object = {}) => body({ line_items: [line(changed)], ...order });
const firstLine = (sent: unknown) => readShopifyOrder(sent).lines[0];

/** The field that a body is refused for. */
function refusedField(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof Unreadable) return error.message.replace('unreadable: ', '');
    throw error;
  }
  return 'nothing';
}

describe('an order', () => {
  test('keeps its id, its time and the click that it names', () => {
    expect(readShopifyOrder(body())).toMatchObject({
      orderId: '5678901234567',
      source: 'shopify',
      currency: 'USD',
      placedAt: new Date('2026-11-20T14:30:00Z'),
      clickId: 'clk_1',
      discountCodes: [],
      customer: { exact: null, canonical: null },
      country: '',
    });
  });

  test('was placed when it was processed, or else when it was created', () => {
    const created = { processed_at: null, created_at: '2026-11-19T00:00:00Z' };
    expect(readShopifyOrder(body(created)).placedAt).toEqual(new Date('2026-11-19T00:00:00Z'));
    const both = { created_at: '2026-11-19T00:00:00Z' };
    expect(readShopifyOrder(body(both)).placedAt).toEqual(new Date('2026-11-20T14:30:00Z'));
  });

  test('keeps at most twenty codes, and none that is empty or longer than 100 letters', () => {
    const codes = ['AVA10', '', 'x'.repeat(101), 'y'.repeat(100), ...Array.from({ length: 30 }, (_, nth) => `C${nth}`)];
    const { discountCodes } = readShopifyOrder(body({ discount_codes: codes.map((code) => ({ code })) }));
    expect(discountCodes).toHaveLength(20);
    expect(discountCodes.slice(0, 3)).toEqual(['AVA10', 'y'.repeat(100), 'C0']);
  });

  test('reads the customer’s hashes, also of a delivery that was stored before there were two', () => {
    const old = { click_id: null, customer_hash: 'ab01' };
    expect(readShopifyOrder(body({ vitrine: old })).customer).toEqual({
      exact: Buffer.from([0xab, 0x01]),
      canonical: null,
    });
    const both = { ...old, customer_canonical: 'cd02', country: 'FR' };
    expect(readShopifyOrder(body({ vitrine: both }))).toMatchObject({
      customer: { canonical: Buffer.from([0xcd, 0x02]) },
      country: 'FR',
    });
  });

  test.each([
    ['id', { id: 0 }],
    ['id', { id: 2 ** 53 }],
    ['id', { id: 'with space' }],
    ['id', { id: 'x'.repeat(101) }],
    ['currency', { currency: undefined }],
    ['line_items', { line_items: [] }],
    ['line_items', { line_items: Array.from({ length: 501 }, () => line()) }],
    ['line_items.0.quantity', { line_items: [line({ quantity: -1 })] }],
    ['line_items.0.quantity', { line_items: [line({ quantity: 1.5 })] }],
    ['line_items.0.quantity', { line_items: [line({ quantity: 1_000_001 })] }],
    ['line_items.1.price', { line_items: [line(), line({ price: null })] }],
    ['processed_at', { processed_at: 'yesterday' }],
    ['processed_at', { processed_at: null }],
    ['processed_at', { processed_at: '1969-12-31T23:59:59Z' }],
    ['processed_at', { processed_at: '+010000-01-01T00:00:00Z' }],
    ['vitrine', { vitrine: undefined }],
  ])('is refused at %s: %j', (field, changed) => {
    expect(refusedField(() => readShopifyOrder(body(changed)))).toBe(field);
  });

  test.each([[null], ['text'], [[]], [7], [undefined]])('%j is no order', (sent) => {
    expect(refusedField(() => readShopifyOrder(sent))).toBe('body');
  });
});

describe('a line', () => {
  test('has its price for one piece in minor units and no discount', () => {
    expect(firstLine(body())).toEqual({
      lineId: '11',
      sku: 'GL-101',
      title: 'Night Balm',
      quantity: 2,
      unitPrice: 4_800n,
      discount: 0n,
      kind: 'product',
    });
  });

  test('of which nothing was bought is left out', () => {
    const { lines } = readShopifyOrder(body({ line_items: [line({ quantity: 0 }), line({ id: 12 })] }));
    expect(lines.map(({ lineId }) => lineId)).toEqual(['12']);
  });

  test.each([
    [{ sku: null, variant_id: 5, product_id: 6 }, 'shopify:5'],
    [{ sku: '', product_id: 6 }, 'shopify:6'],
    [{ sku: null }, 'shopify:11'],
    [{ sku: 's'.repeat(300) }, 's'.repeat(200)],
  ])('without a sku has one of ours: %j is %s', (changed, sku) => {
    expect(firstLine(withLine(changed))?.sku).toBe(sku);
  });

  test.each([
    [{ title: null, name: 'Balm, large' }, 'Balm, large'],
    [{ title: '', name: null }, 'GL-101'],
    [{ title: null, name: null, sku: null }, 'Product'],
    [{ title: '   ' }, 'Product'],
    [{ title: `${'x'.repeat(299)}😀` }, `${'x'.repeat(299)}\ufffd`],
  ])('is always named, with well-formed text: %j', (changed, title) => {
    expect(firstLine(withLine(changed))?.title).toBe(title);
  });

  test('loses the discounts that were allocated to it', () => {
    const allocated = [{ amount: '4.80' }, { amount: 1.2 }];
    expect(firstLine(withLine({ discount_allocations: allocated }))?.discount).toBe(600n);
  });

  test('loses its tax only where prices hold tax', () => {
    const taxed = { tax_lines: [{ price: '8.00' }, { price: '0.50' }] };
    expect(firstLine(withLine(taxed, { taxes_included: true }))?.discount).toBe(850n);
    expect(firstLine(withLine(taxed, { taxes_included: false }))?.discount).toBe(0n);
    expect(firstLine(withLine(taxed))?.discount).toBe(0n);
  });

  test.each([
    ['line_items.0.price', { price: '48.001' }],
    ['line_items.0.price', { price: '-1' }],
    ['line_items.0.price', { price: 'free' }],
    ['line_items.0.price', { price: Number.NaN }],
    ['line_items.0.discount_allocations', { discount_allocations: [{ amount: '-4.80' }] }],
    ['line_items.0.discount_allocations', { discount_allocations: [{ amount: 'x' }] }],
  ])('is refused at %s: %j', (field, changed) => {
    const said = refusedField(() => readShopifyOrder(withLine(changed)));
    expect(said).toBe(field);
  });

  test('a tax that is no amount is refused only where it is read', () => {
    const broken = { tax_lines: [{ price: 'x' }] };
    expect(refusedField(() => readShopifyOrder(withLine(broken, { taxes_included: true })))).toBe(
      'line_items.0.tax_lines',
    );
    expect(refusedField(() => readShopifyOrder(withLine(broken)))).toBe('nothing');
  });

  test.each([
    ['JPY', '4800', 4_800n],
    ['KWD', '4.800', 4_800n],
    ['USD', 48, 4_800n],
    ['USD', 0, 0n],
  ])('in %s a price of %j is %s minor units', (currency, price, amount) => {
    expect(firstLine(withLine({ price }, { currency }))?.unitPrice).toBe(amount);
  });

  test('decimals that the currency does not have are refused', () => {
    expect(refusedField(() => readShopifyOrder(withLine({ price: '48.50' }, { currency: 'JPY' })))).toBe(
      'line_items.0.price',
    );
  });
});

describe('a refund', () => {
  const refund = (changed: object = {}) => ({ id: 7, order_id: 'gid-1', ...changed });

  test('names its order and the pieces that came back', () => {
    const items = [
      { line_item_id: 11, quantity: 1, subtotal: 48.5 },
      { line_item_id: '12', quantity: 0, subtotal: null },
    ];
    const read = readShopifyRefund(refund({ refund_line_items: items }));
    expect(read).toMatchObject({
      refundId: '7',
      orderId: 'gid-1',
      source: 'shopify',
      items: [
        { lineId: '11', quantity: 1 },
        { lineId: '12', quantity: 0 },
      ],
    });
    expect(read.items.map(({ amountIn }) => amountIn({ currency: 'USD', body: {} }))).toEqual([4_850n, null]);
  });

  test.each([[refund()], [refund({ refund_line_items: null })], [refund({ refund_line_items: [] })]])(
    'of money alone has no pieces: %j',
    (sent) => {
      expect(readShopifyRefund(sent).items).toEqual([]);
    },
  );

  test.each([
    ['order_id', { order_id: undefined }],
    ['refund_line_items.0.quantity', { refund_line_items: [{ line_item_id: 1, quantity: -1 }] }],
    ['refund_line_items.0.line_item_id', { refund_line_items: [{ quantity: 1 }] }],
  ])('is refused at %s: %j', (field, changed) => {
    expect(refusedField(() => readShopifyRefund(refund(changed)))).toBe(field);
  });

  test('a subtotal is read in the currency of its order', () => {
    const read = (subtotal: string, currency: string, order: unknown = {}) => {
      const items = [{ line_item_id: 1, quantity: 1, subtotal }];
      return readShopifyRefund(refund({ refund_line_items: items })).items[0]?.amountIn({ currency, body: order });
    };
    expect(read('48.50', 'USD')).toBe(4_850n);
    expect(refusedField(() => read('48.50', 'JPY'))).toBe('refund_line_items.subtotal');
    expect(refusedField(() => read('-1', 'USD'))).toBe('refund_line_items.subtotal');
  });

  test('a subtotal counts only where the prices of its order hold no tax', () => {
    const items = [{ line_item_id: 1, quantity: 1, subtotal: '48.50' }];
    const [item] = readShopifyRefund(refund({ refund_line_items: items })).items;
    const orders = [{ taxes_included: true }, { taxes_included: false }, { taxes_included: 'true' }, {}, null];
    expect(orders.map((order) => item?.amountIn({ currency: 'USD', body: order }))).toEqual([
      null,
      4_850n,
      4_850n,
      4_850n,
      4_850n,
    ]);
  });
});

test('a canceled order needs the time at which it was canceled', () => {
  expect(readCancelledId({ id: 5, cancelled_at: '2026-11-20T10:00:00Z' })).toBe('5');
  expect(refusedField(() => readCancelledId({ id: 5, cancelled_at: null }))).toBe('cancelled_at');
  expect(refusedField(() => readCancelledId({ id: 5, cancelled_at: 'now' }))).toBe('cancelled_at');
});

test('any body is read, or refused with the name of a field', () => {
  const anything = fc.anything();
  fc.assert(
    fc.property(
      fc.record({ id: anything, line_items: fc.array(anything), price: anything, vitrine: anything }),
      (sent) => {
        expect(refusedField(() => readShopifyOrder(sent))).not.toBe('');
        expect(refusedField(() => readShopifyRefund(sent))).not.toBe('');
      },
    ),
  );
});

test('a line with any price keeps its cents', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), (cents) => {
      const price = `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
      expect(firstLine(withLine({ price }))?.unitPrice).toBe(cents);
    }),
  );
});
