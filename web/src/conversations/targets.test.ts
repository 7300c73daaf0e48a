import { describe, expect, test } from 'vitest';
import { cappedUnread, messageTargets, unreadTotals } from './targets.ts';

const brand = (name: string, messages: number, announcements = 0) => ({
  name,
  unread_message_count: messages,
  unread_announcement_count: announcements,
});
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);

describe('the target of the messages icon', () => {
  test('the brands are ordered by messages and announcements unread together, the highest first, which is the default (§113)', () => {
    const { ordered, first } = messageTargets([brand('a', 1), brand('b', 2, 3), brand('c', 4), brand('d', 0)]);
    expect(names(ordered)).toEqual(['b', 'c', 'a', 'd']);
    expect(first?.name).toBe('b');
  });

  test('among equals the given order is kept, and the given list isn’t changed', () => {
    const list = [brand('latest', 2), brand('older', 0, 2), brand('more', 3)];
    expect(names(messageTargets(list).ordered)).toEqual(['more', 'latest', 'older']);
    expect(names(list)).toEqual(['latest', 'older', 'more']);
  });

  test('one brand is the only target; with several or none there is no such target', () => {
    expect(messageTargets([brand('a', 0)]).only?.name).toBe('a');
    expect(messageTargets([brand('a', 0), brand('b', 1)]).only).toBeUndefined();
    expect(messageTargets([])).toEqual({ ordered: [], first: undefined, only: undefined });
  });

  test('the list shows at most 99 (§124)', () => {
    expect([brand('a', 60, 39), brand('b', 60, 40), brand('c', 4_000)].map(cappedUnread)).toEqual([99, 99, 99]);
    expect(cappedUnread(brand('d', 3, 1))).toBe(4);
  });
});

test('unread totals are summed over the brands (§111)', () => {
  expect(unreadTotals([brand('a', 2, 1), brand('b', 0, 4), brand('c', 7)])).toEqual({ messages: 9, announcements: 5 });
});
