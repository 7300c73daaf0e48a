import type { AnyRoute } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { accessOf } from './navigation/access.ts';
import { startPortal } from './portal.testing.tsx';
import { takeArrival } from './sessions/arrival.ts';

// Every route, as the router itself knows it: a new one is tested without being listed here.

async function listRoutes(): Promise<AnyRoute[]> {
  const { router } = startPortal('/login');
  await router.options.context.openConsoles();
  const routes = Object.values<AnyRoute>(router.routesById);
  // What surrounds pages has no address of its own, and one address isn't a page: it leads home.
  return routes.filter(({ children, fullPath }) => !children && fullPath !== '/$');
}

function surroundingsOf(route: AnyRoute): AnyRoute[] {
  return route.parentRoute ? [...surroundingsOf(route.parentRoute), route] : [route];
}

/** An address of the route, with a query and a fragment. */
function addressOf({ fullPath }: AnyRoute): string {
  const path = fullPath.replace('{-$type}', 'foo').replaceAll(/\$\w+/g, 'maison-clair');
  return `${path}?x=a%26b&y=1#row-3`;
}

test('§100 §101: a page is open to everyone only if it is one of these; any other inherits its access from its frame (S01)', async () => {
  const routes = await listRoutes();
  const open = routes.filter((route) => accessOf(surroundingsOf(route)) === 'anonymous');
  expect(new Set(open.map(({ fullPath }) => fullPath))).toEqual(
    new Set([
      '/apply/$merchant',
      '/forgot',
      '/login',
      '/login-as/$uid',
      '/pages/$slug',
      '/register',
      '/reset-password',
      '/setup',
      '/start-invite',
    ]),
  );
  const guarded = routes.filter((route) => !open.includes(route));
  expect(guarded.length).toBeGreaterThan(60);
  const ofFrames = guarded.map((route) => surroundingsOf(route).map(({ options }) => options.staticData?.access));
  for (const [index, said] of ofFrames.entries())
    expect(said, guarded[index]?.fullPath).toEqual([
      undefined,
      expect.stringMatching(/^(login|brand|operator)$/),
      undefined,
    ]);
});

test.each([
  ['of an active creator', false],
  ['of a suspended creator', true],
])(
  '§32 §33: without a token every guarded route keeps its full path, and the login %s leads there (S02)',
  async (_whose, isSuspended) => {
    const routes = await listRoutes();
    const guarded = routes.filter((route) => accessOf(surroundingsOf(route)) !== 'anonymous');
    const arrived: Record<string, unknown> = {};
    for (const route of guarded) {
      localStorage.clear();
      const { router } = startPortal(addressOf(route));
      await router.load();
      await expect.poll(() => router.latestLocation.pathname, { message: addressOf(route) }).toBe('/login');
      const kept = localStorage.getItem('redirectPath');
      arrived[addressOf(route)] = [kept, takeArrival(router, isSuspended), localStorage.getItem('redirectPath')];
    }
    expect(arrived).toEqual(
      Object.fromEntries(guarded.map(addressOf).map((address) => [address, [address, address, null]])),
    );
  },
);

test('§33: without a kept path a login leads home, to the invitation of this tab, or to why one is suspended (S02)', () => {
  const { router } = startPortal('/login');
  expect(takeArrival(router, false)).toBe('/');
  expect(takeArrival(router, true)).toBe('/suspensions');
  sessionStorage.setItem('invitation_code', 'glow-lab-invitation');
  expect(takeArrival(router, false)).toBe('/start-invite');
});
