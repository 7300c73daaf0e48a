import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { readInTest } from './apart.read.testing.ts';
import { ApartThreads, ReadEnded, readerIn, refuseEnded } from './apart.ts';

const reader = readerIn<typeof readInTest>(new URL('apart.read.testing.ts', import.meta.url), 'readInTest');

const reachedBy = (reading: Promise<unknown>) =>
  reading.then(
    () => 'nothing',
    (error: unknown) => (error instanceof ReadEnded ? error.fault : error),
  );

test('what is read comes back in parts and in order, and others have a turn between two parts', async () => {
  const threads = new ApartThreads();
  let isOver = false;
  let turns = 0;
  const count = async () => {
    for (; !isOver; turns += 1) await setImmediate();
  };
  const counting = count();
  const seen: { part: number; turns: number }[] = [];
  const output = await threads.read(
    'glow',
    reader,
    { work: 'count', parts: 50 },
    {
      take: (part) => void seen.push({ part, turns }),
    },
  );
  isOver = true;
  await counting;
  expect(output).toBe('done');
  expect(seen.map(({ part }) => part)).toEqual(Array.from({ length: 50 }, (_, part) => part));
  expect(new Set(seen.map((each) => each.turns)).size).toBe(50);
});

test('a refusal of the reader is a refusal of the call', async () => {
  const threads = new ApartThreads();
  await expect(threads.read('glow', reader, { work: 'refuse' })).rejects.toMatchObject({
    code: 'validation_failed',
    errors: { csv: ['must be a table'] },
  });
});

test('a read that never ends is ended at its processor time, and this thread goes on meanwhile', async () => {
  const threads = new ApartThreads({ mostProcessorMs: 300 });
  const reached = reachedBy(threads.read('glow', reader, { work: 'forever' }));
  await setImmediate();
  expect(await reached).toEqual({ limit: 'time', seconds: 1 });
  expect(await threads.read('glow', reader, { work: 'count' })).toBe('done');
});

test('a read that gets no processor is ended after its longest time', async () => {
  const threads = new ApartThreads({ longestMs: 1 });
  expect(await reachedBy(threads.read('glow', reader, { work: 'forever' }))).toMatchObject({ limit: 'time' });
});

test('a read that needs too much memory is ended, and the server is not', async () => {
  const threads = new ApartThreads({ heapMegabytes: 32 });
  expect(await reachedBy(threads.read('glow', reader, { work: 'memory' }))).toEqual({ limit: 'memory', megabytes: 32 });
  expect(await threads.read('glow', reader, { work: 'count' })).toBe('done');
});

test('a thread that crashes fails only its own read', async () => {
  const threads = new ApartThreads();
  await expect(threads.read('glow', reader, { work: 'crash' })).rejects.toThrow('ended');
  expect(await threads.read('glow', reader, { work: 'count' })).toBe('done');
});

test('endless reads of one brand leave a thread to another', async () => {
  const threads = new ApartThreads({ threads: 2, mostProcessorMs: 60_000 });
  const endless = [1, 2, 3].map(() => threads.read('hostile', reader, { work: 'forever' }));
  for (const each of endless) each.catch(() => undefined);
  expect(await threads.read('honest', reader, { work: 'count' })).toBe('done');
  threads.end();
  await expect(endless[0]).rejects.toThrow('ended');
});

test('one brand can’t make more than a few reads wait', async () => {
  const threads = new ApartThreads({ mostOfOne: 2 });
  const two = [1, 2].map(() => threads.read('glow', reader, { work: 'count' }));
  await expect(threads.read('glow', reader, { work: 'count' })).rejects.toMatchObject({ code: 'busy' });
  await Promise.all(two);
});

test('a limit is refused with the field and what was reached', async () => {
  const ended = Promise.reject(new ReadEnded({ limit: 'time', seconds: 10 }));
  await expect(refuseEnded('list', ended)).rejects.toMatchObject({
    errors: { list: ['takes more than 10 seconds to read, so nothing was changed; split it into smaller parts'] },
  });
});

test('a process that is asked to stop during an endless read stops', async () => {
  const script = `
    const { ApartThreads, readerIn } = await import(${JSON.stringify(import.meta.resolve('./apart.ts'))});
    const reader = readerIn(new URL(${JSON.stringify(import.meta.resolve('./apart.read.testing.ts'))}), 'readInTest');
    process.on('SIGTERM', () => process.exit(7));
    void new ApartThreads().read('glow', reader, { work: 'forever' });
    console.log('reading');`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([7, null]);
});
