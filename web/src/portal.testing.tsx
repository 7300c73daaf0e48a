import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { afterEach } from 'vitest';
import { render } from 'vitest-browser-react';
import { makeQueryClient } from './api/queries.ts';
import { makeRouter } from './router.ts';
import { watchSession } from './sessions/session-watch.ts';

// The whole portal at an address, for tests of what surrounds its pages: guards, sessions, and parts that don't load.

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A token of the right form. */
export const token = `vtp_${'a'.repeat(43)}`;
export const operatorToken = `vtp_${'o'.repeat(43)}`;

/** The router at an address, as main.tsx starts it, but without pages on the screen. */
export function startPortal(address: string) {
  const queryClient = makeQueryClient();
  const router = makeRouter(queryClient, createMemoryHistory({ initialEntries: [address] }));
  ends.push(watchSession(router, queryClient));
  return { router, queryClient };
}

/** The portal at an address, on the screen. */
export async function showPortal(address: string) {
  const portal = startPortal(address);
  const { router, queryClient } = portal;
  const screen = await render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>,
  );
  return { ...portal, screen };
}
