import { afterEach, expect, test, vi } from 'vitest';
import { ChunkLoadError, loadChunk } from './chunk.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a part of the app that loads is returned', async () => {
  await expect(loadChunk(async () => ({ page: 'earnings' }))).resolves.toEqual({ page: 'earnings' });
});

test('§119 §120: a script or style that fails is a ChunkLoadError which keeps its cause (S13)', async () => {
  for (const message of ['Failed to fetch dynamically imported module', 'Unable to preload CSS for /earnings.css']) {
    const cause = new TypeError(message);
    const failure = await loadChunk(() => Promise.reject(cause)).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ChunkLoadError);
    expect(failure).toMatchObject({ name: 'ChunkLoadError', cause });
  }
});

test('§121: a part that has not loaded after 120 seconds is a ChunkLoadError (S13)', async () => {
  vi.useFakeTimers();
  let outcome: unknown;
  void loadChunk(() => new Promise(() => undefined)).catch((error: unknown) => {
    outcome = error;
  });
  await vi.advanceTimersByTimeAsync(119_999);
  expect(outcome).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome).toBeInstanceOf(ChunkLoadError);
});

test('§121: whoever asks again for the same part, before or after, waits for the same 120 seconds (S13)', async () => {
  vi.useFakeTimers();
  const outcomes: string[] = [];
  const loads = vi.fn<() => Promise<never>>(() => new Promise(() => undefined));
  const ask = (name: string) => loadChunk(loads).catch(() => outcomes.push(name));
  void ask('pointed at');
  await vi.advanceTimersByTimeAsync(90_000);
  void ask('clicked');
  await vi.advanceTimersByTimeAsync(30_000);
  expect(outcomes).toEqual(['pointed at', 'clicked']);
  await ask('again for its error page');
  expect(outcomes.at(-1)).toBe('again for its error page');
  expect(loads).toHaveBeenCalledOnce();
});

test('a part that came too late, or failed, can be asked for again', async () => {
  vi.useFakeTimers();
  const [slow, lost] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const answers = [slow.promise, lost.promise, Promise.resolve('here')];
  const load = () => answers.shift() ?? Promise.reject(new Error('asked too often'));
  const late = loadChunk(load).catch(() => 'late');
  await vi.advanceTimersByTimeAsync(120_000);
  expect(await late).toBe('late');
  slow.resolve('slow');
  await vi.advanceTimersByTimeAsync(0);
  lost.promise.catch(() => undefined);
  lost.reject(new TypeError('lost'));
  await expect(loadChunk(load)).rejects.toBeInstanceOf(ChunkLoadError);
  await expect(loadChunk(load)).resolves.toBe('here');
});
