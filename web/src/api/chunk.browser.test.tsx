import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { ChunkLoadError, loadChunk } from './chunk.ts';

const never = () => new Promise<never>(() => undefined);

/** A router whose only page has code that never comes. */
function openHungPage() {
  const root = createRootRoute();
  const page = createRoute({ getParentRoute: () => root, path: '/earnings' }).lazy(() => loadChunk(never));
  const home = createRoute({ getParentRoute: () => root, path: '/' });
  return createRouter({
    routeTree: root.addChildren([home, page]),
    history: createMemoryHistory(),
    defaultErrorComponent: () => null,
  });
}

afterEach(() => {
  vi.useRealTimers();
});

test('§121: a page whose script hangs shows its error 120 seconds after it was first asked for, pointed at or clicked (S13)', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const router = openHungPage();
  await router.load();
  void router.preloadRoute({ to: '/earnings' });
  await vi.advanceTimersByTimeAsync(60_000);
  void router.navigate({ to: '/earnings' });
  await vi.advanceTimersByTimeAsync(59_999);
  expect(router.state.status).toBe('pending');
  await vi.advanceTimersByTimeAsync(1);
  await expect.poll(() => router.state.status).toBe('idle');
  expect(router.state.matches.at(-1)).toMatchObject({ fullPath: '/earnings', status: 'error' });
  expect(router.state.matches.at(-1)?.error).toBeInstanceOf(ChunkLoadError);
});
