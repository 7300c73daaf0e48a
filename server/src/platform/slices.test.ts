import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inSlices } from './slices.ts';

test('every item is worked on once, in its order', async () => {
  const done: number[] = [];
  await inSlices([1, 2, 3], (item) => void done.push(item));
  expect(done).toEqual([1, 2, 3]);
});

test('no items are no work', async () => {
  const done: unknown[] = [];
  await inSlices([], (item) => void done.push(item));
  expect(done).toEqual([]);
});

test('other waiting work runs after at most a hundred items', async () => {
  let done = 0;
  const seen: number[] = [];
  const work = inSlices(Array.from({ length: 1_000 }), () => void (done += 1));
  while (done < 1_000) {
    seen.push(done);
    await setImmediate();
  }
  await work;
  const steps = seen.map((count, nth) => count - (seen[nth - 1] ?? 0));
  expect(Math.max(...steps)).toBeLessThanOrEqual(100);
});

test('an endless source is read only as far as it is worked on', async () => {
  function* endless() {
    for (let n = 0; ; n += 1) yield n;
  }
  let last = 0;
  const work = inSlices(endless(), (item) => {
    last = item;
    if (item === 250) throw new Error('enough');
  });
  await expect(work).rejects.toThrow('enough');
  expect(last).toBe(250);
});
