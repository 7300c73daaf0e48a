import { expect, test } from 'vitest';
import { fieldsAt, meaningOf } from './meanings.ts';
import { receiveOrder } from '../orders.ts';

const ofOrder = fieldsAt(receiveOrder.body, []);
const ofLine = fieldsAt(receiveOrder.body, ['lines', 0]);
const live = { isTest: false, beside: { currency: 'USD', quantity: 2, order_id: 'A', click_id: 'x' } };

test('the fields of an object are found wherever it is in a body', () => {
  expect(ofOrder).toContain('discount_codes');
  expect(ofLine).toEqual(['line_id', 'sku', 'title', 'quantity', 'unit_price', 'discount', 'kind']);
  expect(fieldsAt(receiveOrder.body, ['lines', 3, 'unit_price'])).toEqual(['amount', 'currency']);
  expect(fieldsAt(receiveOrder.body, ['nowhere', 'at', 'all'])).toEqual([]);
});

test.each([
  ['test', true, 'asks for a test; send it with a test key, which begins with vtk_test_'],
  ['isTest', 1, 'asks for a test; send it with a test key, which begins with vtk_test_'],
  ['livemode', false, 'asks for a test; send it with a test key, which begins with vtk_test_'],
  ['cancelled_at', '2026-11-20', 'is not part of this call; report a cancellation with POST /orders/{order_id}/cancel'],
  ['refunded', true, 'is not part of this call; report a refund with POST /orders/{order_id}/refunds'],
  ['voided', true, 'says that nothing was sold; send the order once the shopper has paid'],
  ['paid', false, 'is false; send the order once the shopper has paid'],
  ['tax_included', true, 'is not known here; send unit_price and discount without tax'],
  ['clickID', 'y', 'is not a known field; use click_id'],
  ['discount_code', 'AVA10', 'is not a known field; use discount_codes'],
  ['Lines', [], 'is not a known field; use lines'],
  ['email', 'a@b.test', 'is not part of an order; send customer: { "email": … }'],
  ['total_discounts', { amount: '100', currency: 'USD' }, 'is not part of an order; send it as the discount of a line'],
])('an order with %s: %j is refused', (name, value, reason) => {
  expect(meaningOf(name, value, ofOrder, live)).toBe(reason);
});

test('a status that no sale has is refused with its value', () => {
  for (const value of ['cancelled', 'refunded', 'PENDING', 'partially_refunded', 'on-hold', 'draft', 'authorized'])
    expect(meaningOf('financial_status', value, ofOrder, live)).toContain(`is “${value}”, which this call can’t say`);
});

test.each([
  ['unitPrice', { amount: '100', currency: 'USD' }, 'use unit_price'],
  ['Discount', { amount: '100', currency: 'USD' }, 'use discount'],
  ['qty', 3, 'use quantity'],
  ['quantitty', 3, 'use quantity'],
  ['gift_card', true, 'send kind: "gift_card" with the line'],
  ['type', 'gift_card', 'use kind'],
])('a line with %s: %j is refused', (name, value, reason) => {
  expect(meaningOf(name, value, ofLine, live)).toContain(reason);
});

test.each([
  ['test', false],
  ['livemode', true],
  ['cancelled_at', null],
  ['refunds', []],
  ['status', 'paid'],
  ['paid', true],
  ['financial_status', null],
  ['tax_included', false],
  ['orderId', 'A'],
  ['vt_click', 'another, beside click_id'],
  ['warehouse', 'Madrid'],
  ['discount', '0.00'],
  ['__proto__', 'x'],
  ['constructor', 'x'],
])('an order with %s: %j is as if it had none', (name, value) => {
  expect(meaningOf(name, value, ofOrder, live)).toBeUndefined();
});

test('with a test key, what asks for a test asks for nothing else', () => {
  expect(meaningOf('test', true, ofOrder, { ...live, isTest: true })).toBeUndefined();
  expect(meaningOf('livemode', false, ofOrder, { ...live, isTest: true })).toBeUndefined();
});

test('the same number under another name says nothing new', () => {
  expect(meaningOf('qty', 2, ofLine, live)).toBeUndefined();
  expect(meaningOf('type', 'physical', ofLine, live)).toBeUndefined();
});
