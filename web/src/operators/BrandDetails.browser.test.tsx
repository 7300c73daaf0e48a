import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { readInstallation } from '@vitrine/contract/installation.ts';
import type { OperatorBrand } from '@vitrine/contract/operators.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '../calls.testing.ts';
import { show } from '../components.testing.tsx';
import { BrandDetails } from './BrandDetails.tsx';

const brand: OperatorBrand = {
  id: '00000000-0000-7000-8000-000000000001',
  slug: 'maison',
  display_name: 'Maison',
  brand_logo: null,
  currency: 'EUR',
  project: 'beauty',
  shop_url: 'https://maison.example',
  created_at: '2026-01-05T15:30:00.000Z',
  pause: null,
  hosts: ['maison.example'],
  owed: [],
  creators: 2,
  products: 3,
  orders_in_30_days: 1,
  staff: [],
};

async function showBrand(owed: OperatorBrand['owed']) {
  answerCalls(readInstallation, () => ({
    data: { name: null, public_url: '', mail: { server: null, sender: '' }, set_up_at: null, variants: [] },
  }));
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  await show(
    <RouterContextProvider router={router}>
      <BrandDetails brand={{ ...brand, owed }} onClose={() => undefined} />
    </RouterContextProvider>,
  );
}

const facts = () => page.getByRole('dialog', { name: 'Maison' });

test('what the creators are owed is a sum', async () => {
  await showBrand([{ amount: '1200', currency: 'EUR' }]);
  await expect.element(facts()).toMatchTextContent(/Owed to creators\s*€12\.00/);
  await expect.element(page.getByText('Owed by creators')).not.toBeInTheDocument();
});

test('a sum below nothing is what the creators owe, without a minus', async () => {
  await showBrand([{ amount: '-107', currency: 'EUR' }]);
  await expect.element(facts()).toMatchTextContent(/Owed to creators\s*Nothing/);
  await expect.element(facts()).toMatchTextContent(/Owed by creators\s*€1\.07, covered by their next commissions/);
});
