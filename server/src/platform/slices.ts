import { setImmediate } from 'node:timers/promises';

const mostItems = 100;
const longestMs = 10;

/**
 * Does work on many items without keeping the process from everything else: after so many items, or after so long,
 * whatever waits gets its turn.
 */
export async function inSlices<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  let itemsDone = 0;
  let startedAt = performance.now();
  for (const item of items) {
    work(item);
    itemsDone += 1;
    if (itemsDone < mostItems && performance.now() - startedAt < longestMs) continue;
    await setImmediate();
    itemsDone = 0;
    startedAt = performance.now();
  }
}
