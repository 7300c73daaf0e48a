import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import type { CreatorProfile } from '@vitrine/contract/roster.ts';
import type { BrandRole } from '@vitrine/contract/values/brand-roles.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../components.testing.tsx';
import { CreatorLinks } from './CreatorScreen.tsx';

const mia = { merchant_account_id: 'ma_1', user_handle: 'mia', storefront_url: '/@mia/glow-lab' };

async function showLinks(role: BrandRole, changed: Partial<CreatorProfile> = {}) {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  await show(
    <RouterContextProvider router={router}>
      <CreatorLinks merchant="glow-lab" creator={{ ...mia, ...changed }} />
    </RouterContextProvider>,
    {
      role: 'brand',
      merchant_accounts: [],
      staff_of: [
        { id: 'm_1', display_name: 'Glow Lab', slug: 'glow-lab', role, time_zone: 'America/New_York', pause: null },
      ],
    },
  );
  await expect.element(page.getByRole('link', { name: 'Storefront' })).toBeVisible();
}

const bonus = () => page.getByRole('link', { name: 'Give bonus' });

test('who may give bonuses goes from a creator to the form with that creator', async () => {
  await showLinks('finance');
  await expect.element(bonus()).toHaveAttribute('href', '/brand/glow-lab/adjustments?to=mia');
});

test('who may not give bonuses has no link to the form', async () => {
  await showLinks('manager');
  await expect.element(bonus()).not.toBeInTheDocument();
});

test('a creator without a handle can’t be named in the form', async () => {
  await showLinks('owner', { user_handle: null });
  await expect.element(bonus()).not.toBeInTheDocument();
});
