import { afterEach, expect, test, vi } from 'vitest';
import { ChunkLoadError, loadChunk } from './chunk.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a part of the app that loads is returned', async () => {
  await expect(loadChunk(async () => ({ page: 'earnings' }))).resolves.toEqual({ page: 'earnings' });
});

test('a part that fails is a ChunkLoadError which keeps its cause (S13)', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module');
  const failure = await loadChunk(() => Promise.reject(cause)).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ChunkLoadError);
  expect(failure).toMatchObject({ name: 'ChunkLoadError', cause });
});

test('a part that has not loaded after 120 seconds is a ChunkLoadError (S13)', async () => {
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
