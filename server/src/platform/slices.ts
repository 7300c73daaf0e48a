import { setImmediate } from 'node:timers/promises';

const mostItems = 100;
/** A redirect waits for about two turns of the event loop, so a turn is short. */
const longestMs = 2;

/**
 * Processes many items without blocking the event loop: other work gets a turn after a number of items or after some
 * time.
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
