import { expect, onTestFinished, test, vi } from 'vitest';
import type { StoreBatch } from './drain.batch.ts';
import { isFlooded } from './drain.pressure.ts';
import { startDrain } from './drain.ts';
import type { Journal } from '../journal/journal.ts';
import { hitRecord, silent } from '../redirector.testing.ts';

const hit = hitRecord();

/** A journal with this many hits, in batches of any size. */
function journalOf(hits: number): Journal & { left(): number } {
  let drained = 0;
  return {
    append: () => undefined,
    isWritable: () => true,
    read: async (limit) => {
      const count = Math.min(limit, hits - drained);
      const segment = { path: '', end: 0, sealed: false, parts: [] };
      if (count === 0) return undefined;
      const records = Array.from({ length: count }, () => hit);
      return { records, written: count, segment, end: 0, damaged: 0, node: '' };
    },
    release: async ({ written }) => {
      drained += written;
    },
    backlog: () => ({ hits: hits - drained, bytes: 0, ageMs: 0 }),
    adopt: async () => 0,
    appended: () => hits,
    drained: () => drained,
    find: async () => undefined,
    readAhead: async () => undefined,
    rewind: () => undefined,
    onWritten: () => undefined,
    written: () => hits,
    stop: async () => undefined,
    left: () => hits - drained,
  };
}

test.each([
  [{ arrivals: 50_000, loop: 0.99, machine: 0.5 }, false, true],
  [{ arrivals: 20_000, loop: 0.5, machine: 0.95 }, false, true],
  [{ arrivals: 20_000, loop: 0.5, machine: 0.5 }, false, false],
  [{ arrivals: 1_000, loop: 0.99, machine: 0.99 }, false, false],
  [{ arrivals: 30_000, loop: 0.65, machine: 0.6 }, false, false],
  [{ arrivals: 30_000, loop: 0.65, machine: 0.6 }, true, true],
  [{ arrivals: 30_000, loop: 0.5, machine: 0.6 }, true, false],
  [{ arrivals: 1_000, loop: 0.99, machine: 0.99 }, true, false],
])('%j, after a flood: %s, is a flood: %s', (sample, wasFlooded, expected) => {
  expect(isFlooded(sample, wasFlooded)).toBe(expected);
});

test('in a flood the drain moves five hundred hits a second, in five batches', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const journal = journalOf(1_000_000);
  const sizes: number[] = [];
  const store: StoreBatch = async (records) => {
    sizes.push(records.length);
    return false;
  };
  const drain = startDrain({ journal, store, log: silent, refusedFile: '', isFlooded: () => true });
  await vi.advanceTimersByTimeAsync(999);
  expect(sizes).toEqual([100, 100, 100, 100, 100]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(journal.drained()).toBe(1_000);
  await drain.stop();
});

test('while an order waits for a click, a flooded drain moves ten times as much', async () => {
  const journal = journalOf(1_000_000);
  const sizes: number[] = [];
  const store: StoreBatch = async (records) => {
    sizes.push(records.length);
    return true;
  };
  const drain = startDrain({ journal, store, log: silent, refusedFile: '', isFlooded: () => true });
  await expect.poll(() => journal.drained()).toBeGreaterThanOrEqual(2_000);
  await drain.stop();
  expect(sizes.slice(0, 3)).toEqual([100, 900, 1_000]);
});

test('when the flood is over, the drain stores the rest without a pause', async () => {
  const journal = journalOf(200_000);
  const drain = startDrain({
    journal,
    store: async () => false,
    log: silent,
    refusedFile: '',
    isFlooded: () => false,
  });
  await expect.poll(() => journal.left()).toBe(0);
  await drain.stop();
});

test('the last drain does not wait for the flood to end', async () => {
  const journal = journalOf(100_000);
  const drain = startDrain({
    journal,
    store: async () => false,
    log: silent,
    refusedFile: '',
    isFlooded: () => true,
  });
  await drain.drainNow();
  expect(journal.left()).toBe(0);
  await drain.stop();
});

test('the drain retries when the database fails, and releases nothing until then', async () => {
  const journal = journalOf(10);
  let isDown = true;
  const store = vi.fn(async () => {
    if (isDown) throw new Error('down');
    return false;
  });
  const drain = startDrain({ journal, store, log: silent, refusedFile: '' });
  await expect.poll(() => store.mock.calls.length).toBeGreaterThan(1);
  expect(journal.left()).toBe(10);
  await expect(drain.drainNow()).rejects.toThrow('down');
  isDown = false;
  await expect.poll(() => journal.left()).toBe(0);
  await drain.stop();
});
