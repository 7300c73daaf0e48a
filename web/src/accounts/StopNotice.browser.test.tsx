import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { glowLabAccount, show } from '../components.testing.tsx';
import { StopNotice } from './StopNotice.tsx';

test('a creator who was paused today reads the day, as on every other day', async () => {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  const now = new Date();
  await show(
    <RouterContextProvider router={router}>
      <StopNotice
        account={glowLabAccount}
        stop={{ since: now.toISOString(), ends_at: null, reason: 'Own purchases' }}
      />
    </RouterContextProvider>,
  );
  const day = now.toLocaleDateString('en-US', { timeZone: 'America/New_York', month: 'long', day: 'numeric' });
  await expect.element(page.getByRole('heading')).toHaveTextContent(`Glow Lab paused your account on ${day}`);
});
