import { describe, expect, test } from 'vitest';
import { createBoundedQueue } from './bounded.queue.ts';

const limits = { atOnce: 2, mostWaiting: 3, longestWaitMs: 60_000, busyMessage: 'Too much at once' };

/** Work that ends when it is told to. */
function heldWork() {
  const started: (() => void)[] = [];
  const work = (): Promise<void> => new Promise((end) => started.push(end));
  return { started, work };
}

describe('a bounded queue', () => {
  test('runs so much at once, keeps a line in order, and refuses what comes beyond it', async () => {
    const queue = createBoundedQueue(limits);
    const { started, work } = heldWork();
    const finished: number[] = [];
    const accepted = [0, 1, 2, 3, 4].map((place) => queue.run(work).then(() => finished.push(place)));
    await expect(queue.run(work)).rejects.toMatchObject({ code: 'busy', message: 'Too much at once' });
    expect(started).toHaveLength(2);
    for (let ended = 0; ended < 5; ended += 1) {
      started[ended]?.();
      await accepted[ended];
    }
    expect(finished).toEqual([0, 1, 2, 3, 4]);
    const again = queue.run(work);
    started[5]?.();
    await again;
  });

  test('refuses who has waited too long, and forgets them', async () => {
    const queue = createBoundedQueue({ ...limits, atOnce: 1, longestWaitMs: 10 });
    const { started, work } = heldWork();
    const first = queue.run(work);
    await expect(queue.run(work)).rejects.toMatchObject({ code: 'busy' });
    started[0]?.();
    await first;
    expect(started).toHaveLength(1);
    expect(await queue.run(async () => 'free again')).toBe('free again');
  });

  test('goes on after work that failed', async () => {
    const queue = createBoundedQueue({ ...limits, atOnce: 1 });
    const failing = queue.run(() => Promise.reject(new Error('broken')));
    const next = queue.run(async () => 'next');
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('next');
  });
});
