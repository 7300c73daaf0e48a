import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAcks } from './acks.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const open = () => createAcks(() => performance.now());

test('an answer leaves when its click is confirmed', () => {
  const acks = open();
  const sent: number[] = [];
  for (const number of [1, 2, 3]) acks.wait(number, () => sent.push(number));
  acks.confirm(2);
  expect(sent).toEqual([1, 2]);
  acks.wait(2, () => sent.push(20));
  acks.confirm(3);
  expect([sent, acks.fallbacks()]).toEqual([[1, 2, 20, 3], 0]);
});

test('after fifty milliseconds it leaves anyway, and is counted', () => {
  const acks = open();
  const sent: number[] = [];
  acks.wait(1, () => sent.push(1));
  vi.advanceTimersByTime(20);
  acks.wait(2, () => sent.push(2));
  vi.advanceTimersByTime(29);
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(1);
  expect([sent, acks.fallbacks()]).toEqual([[1], 1]);
  vi.advanceTimersByTime(20);
  expect([sent, acks.fallbacks()]).toEqual([[1, 2], 2]);
});

test('when twenty waited in vain, no more wait until the log confirms again', () => {
  const acks = open();
  let sent = 0;
  for (let number = 1; number <= 20; number += 1) acks.wait(number, () => void (sent += 1));
  vi.advanceTimersByTime(50);
  acks.wait(21, () => void (sent += 1));
  expect([sent, acks.fallbacks()]).toEqual([21, 21]);
  acks.confirm(21);
  acks.wait(22, () => void (sent += 1));
  expect(sent).toBe(21);
  acks.stop();
  expect(sent).toBe(22);
});
