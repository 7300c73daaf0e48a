import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SeenOrder } from './fraud.facts.ts';
import { customersIn, delayOf, groupBy, idsOf, ordersInWindows, recent, secondsOf } from './fraud.windows.ts';

const order = (at: number, customer: string | null = null): SeenOrder => ({
  orderId: `o${at}`,
  placedAt: new Date(at),
  code: null,
  clickId: null,
  click: null,
  customer,
  hasRival: false,
  isRefunded: false,
  country: '',
});
const at = (...times: number[]) => times.map((time) => order(time));

test.each([
  [[], 0],
  [['a', 'a', 'b'], 2],
  [[null, null], 0],
  [[null, null, null], 1],
  [['a', null, null, null, null, null, null], 3],
])('%j are %d customers at least', (customers, count) => {
  expect(customersIn(customers.map((customer, nth) => order(nth, customer)))).toBe(count);
});

test('a window holds what is exactly its length apart, and not a millisecond more', () => {
  const twoOrMore = (window: readonly SeenOrder[]) => window.length >= 2;
  expect(idsOf(ordersInWindows(at(0, 100), 100, twoOrMore))).toEqual(['o0', 'o100']);
  expect(ordersInWindows(at(0, 101), 100, twoOrMore)).toEqual([]);
});

test('orders of overlapping windows are found once', () => {
  const found = ordersInWindows(at(0, 60, 120), 100, (window) => window.length >= 2);
  expect(idsOf(found)).toEqual(['o0', 'o60', 'o120']);
});

test('the windows that are tried are enough: no pair within the time is missed, none beyond it found', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(1_000), { maxLength: 30 }), fc.nat(300), (times, ms) => {
      const list = at(...times.toSorted((one, other) => one - other));
      const found = new Set(idsOf(ordersInWindows(list, ms, (window) => window.length >= 2)));
      const expected = list.filter((one) =>
        list.some((other) => one !== other && Math.abs(one.placedAt.getTime() - other.placedAt.getTime()) <= ms),
      );
      expect(found).toEqual(new Set(idsOf(expected)));
    }),
  );
});

test('orders without a key belong to no group', () => {
  const list = [order(1, 'a'), order(2), order(3, 'a'), order(4, 'b')];
  expect(groupBy(list, ({ customer }) => customer).map(idsOf)).toEqual([['o1', 'o3'], ['o4']]);
});

test('an order without a click is infinitely late, and one before its click is early', () => {
  const click = {
    at: new Date(500),
    browser: '',
    visitor: '',
    country: '',
    purpose: '',
    referrerHost: '',
    utm: { source: '', medium: '', term: '' },
    searchAd: '',
  };
  expect(delayOf(order(5))).toBe(Number.POSITIVE_INFINITY);
  expect(delayOf({ ...order(700), click })).toBe(200);
  expect(delayOf({ ...order(400), click })).toBe(-100);
});

test('seconds are whole, from the first to the last in any order', () => {
  expect(secondsOf(at(5_400, 0, 1_000))).toBe('5');
  expect(secondsOf(at(7))).toBe('0');
});

test('the recent ones are counted back from the last', () => {
  expect(idsOf(recent(at(0, 50, 100), 50))).toEqual(['o50', 'o100']);
  expect(recent([], 50)).toEqual([]);
});
