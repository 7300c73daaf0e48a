import { describe, expect, test } from 'vitest';
import { createBoundedQueue, createFairQueue } from './bounded.queue.ts';

const limits = { atOnce: 2, mostWaiting: 3, longestWaitMs: 60_000, busyMessage: 'Too much at once' };

/** Work that ends when the test releases it. */
function heldWork() {
  const started: (() => void)[] = [];
  const work = (): Promise<void> => new Promise((end) => started.push(end));
  return { started, work };
}

describe('a bounded queue', () => {
  test('runs a limited number at once, keeps the others in order, and refuses more than its limit', async () => {
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

  test('refuses and drops work that has waited too long', async () => {
    const queue = createBoundedQueue({ ...limits, atOnce: 1, longestWaitMs: 10 });
    const { started, work } = heldWork();
    const first = queue.run(work);
    await expect(queue.run(work)).rejects.toMatchObject({ code: 'busy' });
    started[0]?.();
    await first;
    expect(started).toHaveLength(1);
    expect(await queue.run(async () => 'free again')).toBe('free again');
  });

  test('continues after failed work', async () => {
    const queue = createBoundedQueue({ ...limits, atOnce: 1 });
    const failing = queue.run(() => Promise.reject(new Error('broken')));
    const next = queue.run(async () => 'next');
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('next');
  });
});

describe('a fair queue', () => {
  const shares = { ...limits, atOnce: 1, mostWaiting: 20, mostOfOne: 4, ownBusyMessage: 'Too much of yours' };

  /** A queue with the test's clock: its work runs one at a time and takes as long as stated. */
  function openQueue(given: Partial<typeof shares> = {}) {
    let at = 0;
    const queue = createFairQueue({ ...shares, ...given, now: () => at });
    const order: string[] = [];
    const send = (owner: string, milliseconds: number) =>
      queue.run(owner, async () => {
        order.push(owner);
        await Promise.resolve();
        at += milliseconds;
      });
    return { send, order };
  }

  test('refuses an owner beyond their share, and no other', async () => {
    const queue = createFairQueue(shares);
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const accepted = ['ava', 'ava', 'ava', 'ava', 'noor'].map((owner) => queue.run(owner, () => gate));
    await expect(queue.run('ava', () => gate)).rejects.toMatchObject({ code: 'busy', message: 'Too much of yours' });
    open();
    await Promise.all(accepted);
    await queue.run('ava', () => gate);
  });

  test('refuses everyone when it is full', async () => {
    const queue = createFairQueue({ ...shares, mostWaiting: 1 });
    const { started, work } = heldWork();
    const accepted = ['ava', 'noor'].map((owner) => queue.run(owner, work));
    await expect(queue.run('max', work)).rejects.toMatchObject({ code: 'busy', message: 'Too much at once' });
    started[0]?.();
    await accepted[0];
    started[1]?.();
    await accepted[1];
  });

  test('serves other owners between the work of one who sends much', async () => {
    const { send, order } = openQueue();
    await Promise.all(['ava', 'ava', 'ava', 'ava', 'noor', 'max', 'noor'].map((owner) => send(owner, 100)));
    expect(order).toEqual(['ava', 'noor', 'max', 'ava', 'noor', 'ava', 'ava']);
  });

  test('gives each owner the same time, not the same number of turns', async () => {
    const { send, order } = openQueue({ mostOfOne: 24, mostWaiting: 30 });
    const short = Array.from({ length: 24 }, () => 100);
    await Promise.all([
      ...[1000, 1000, 1000].map((time) => send('ava', time)),
      ...short.map((time) => send('noor', time)),
    ]);
    const turnsBetween = order
      .join(' ')
      .split('ava')
      .map((between) => between.match(/noor/g)?.length ?? 0);
    expect(turnsBetween).toEqual([0, 10, 10, 4]);
  });

  test('forgets past use once it was empty', async () => {
    const { send, order } = openQueue();
    await send('ava', 10_000);
    await Promise.all([send('max', 1), send('ava', 1), send('noor', 1)]);
    expect(order).toEqual(['ava', 'max', 'ava', 'noor']);
  });
});
