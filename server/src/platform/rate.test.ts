import { expect, test } from 'vitest';
import { createRate } from './rate.ts';

test('a bucket gives fifty a second, and each address has its own', () => {
  const rate = createRate({ perSecond: 50 });
  const taken = (address: string, at: number) =>
    Array.from({ length: 80 }, () => rate.take(address, at)).filter(Boolean).length;
  expect(taken('a', 0)).toBe(50);
  expect(taken('b', 0)).toBe(50);
  expect(taken('a', 500)).toBe(25);
  expect(taken('a', 10_000)).toBe(50);
});

test('a flood of addresses uses no extra memory', () => {
  const rate = createRate({ perSecond: 1, addresses: 100 });
  for (let n = 0; n < 10_000; n += 1) rate.take(`address ${n}`, 0);
  expect(rate.take('address 9999', 0)).toBe(false);
  expect(rate.take('address 0', 0)).toBe(true);
});

test("a bucket can hold more than one second's supply, and takes back unused tokens", () => {
  const rate = createRate({ perSecond: 2, burst: 10 });
  const taken = (at: number) => Array.from({ length: 20 }, () => rate.take('a', at)).filter(Boolean).length;
  expect([taken(0), taken(1_000), taken(60_000)]).toEqual([10, 2, 10]);
  rate.giveBack('a');
  expect(taken(60_000)).toBe(1);
  for (let n = 0; n < 30; n += 1) rate.giveBack('a');
  expect(taken(60_000)).toBe(10);
});
