import { expect, test } from 'vitest';
import { alone } from './alone.ts';

/** A task whose runs end when they are told to. */
function startable() {
  const runs: PromiseWithResolvers<void>[] = [];
  const task = alone(() => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  });
  return { runs, task };
}

test('requests during a run end at once, and are one more run after it', async () => {
  const { runs, task } = startable();
  const first = task();
  await Promise.all([task(), task(), task()]);
  expect(runs).toHaveLength(1);
  runs[0]?.resolve();
  await expect.poll(() => runs.length).toBe(2);
  runs[1]?.resolve();
  await first;
  expect(runs).toHaveLength(2);
});

test('a run that fails fails its request only, and the next request runs again', async () => {
  const { runs, task } = startable();
  const first = task();
  runs[0]?.reject(new Error('the database is away'));
  await expect(first).rejects.toThrow('the database is away');
  const second = task();
  expect(runs).toHaveLength(2);
  runs[1]?.resolve();
  await second;
});
