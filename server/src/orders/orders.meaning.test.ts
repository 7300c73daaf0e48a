import { expect, test } from 'vitest';
import { meaningHash, type NewOrder } from './orders.meaning.ts';

const order: NewOrder = {
  orderId: 'A-1001',
  source: 'api',
  currency: 'USD',
  placedAt: new Date('2026-11-20T12:00:00Z'),
  clickId: 'c_4mQ7',
  discountCodes: ['AVA15'],
  customer: { exact: Buffer.from('01020304', 'hex'), canonical: Buffer.from('05060708', 'hex') },
  country: 'US',
  lines: [{ lineId: '1', sku: 'serum', title: 'Dew Serum', quantity: 2, unitPrice: 4_800n, discount: 960n }],
  body: { any: 'text' },
};

/** The hashes of stored orders by version: installations have rows with them. */
const stored = [{ version: 1, hash: '79f687466ec897f13933c05a98198f0ce0671ebf0bb9f0e56dbba28894cce892' }];

test.each(stored)(
  'an order stored with hash version $version is recognized when it is sent again',
  ({ version, hash }) => {
    expect(meaningHash(order, version).toString('hex')).toBe(hash);
  },
);

test.each<[string, Partial<NewOrder>]>([
  ['currency', { currency: 'EUR' }],
  ['time', { placedAt: new Date('2026-11-20T12:00:01Z') }],
  ['click', { clickId: null }],
  ['discount codes', { discountCodes: [] }],
  ['customer', { customer: { exact: null, canonical: null } }],
  ['lines', { lines: [] }],
])('with another %s it is another order', (_, change) => {
  expect(meaningHash({ ...order, ...change }).equals(meaningHash(order))).toBe(false);
});

test('how an order was received, and fields that its hash version does not cover, make no difference', () => {
  expect(meaningHash({ ...order, source: 'shopify', country: '', body: {} }).equals(meaningHash(order))).toBe(true);
});

test('a version of a newer release is refused, not treated as a conflict', () => {
  expect(() => meaningHash(order, 99)).toThrow('order A-1001 was stored with hash version 99');
});
