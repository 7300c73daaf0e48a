import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { listCreators, readCreatorFilters, type RosterCreator } from '@vitrine/contract/roster.ts';
import type { BrandRole } from '@vitrine/contract/values/brand-roles.ts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '../calls.testing.ts';
import { show } from '../components.testing.tsx';
import { RosterScreen } from './RosterScreen.tsx';

const money = (amount: string) => ({ amount, currency: 'USD' });

const mia: RosterCreator = {
  merchant_account_id: 'ma_1',
  display_name: 'Mia Featherstonehaugh',
  user_handle: 'mia',
  avatar: null,
  status: 'active',
  ends_at: null,
  joined_at: '2026-01-05T15:30:00.000Z',
  storefront_url: '/@mia/glow-lab',
  group: null,
  tags: [],
  last_activity: '2026-11-20',
  views: 900,
  clicks: 321,
  orders: 12,
  sales: money('123450'),
  commission: money('12345'),
  conversion: 0.04,
  earnings_per_click: money('38'),
};

const at = '2026-11-22T15:30:00.000Z';
const range = {
  preset: null,
  from: '2026-10-24',
  to: '2026-11-22',
  days: 30,
  time_zone: 'America/New_York',
  starts_at: at,
  ends_at: at,
  before: { from: '2026-09-24', to: '2026-10-23', starts_at: at },
  unit: 'day',
  as_of: at,
  since: at,
} as const;

async function showRoster(role: BrandRole = 'manager') {
  answerCalls(listCreators, () => ({ data: [mia], meta: { next_cursor: null, total: 1, range } }));
  answerCalls(readCreatorFilters, () => ({ data: { groups: [], tags: [] } }));
  const onSearch = vi.fn<(change: { [name in string]?: string | undefined }) => void>();
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  await show(
    <RouterContextProvider router={router}>
      <RosterScreen merchant="glow-lab" search={{}} onSearch={onSearch} />
    </RouterContextProvider>,
    {
      role: 'brand',
      merchant_accounts: [],
      staff_of: [
        { id: 'm_1', display_name: 'Glow Lab', slug: 'glow-lab', role, time_zone: 'America/New_York', pause: null },
      ],
    },
  );
  await expect.element(page.getByRole('link', { name: 'Mia Featherstonehaugh' })).toBeVisible();
  return onSearch;
}

const rectangle = (text: string | RegExp) => page.getByText(text, { exact: true }).element().getBoundingClientRect();

test('on a phone a creator is a card with every value in view', async () => {
  await page.viewport(390, 844);
  await showRoster();
  const region = page.getByRole('region', { name: 'Creators' }).element();
  expect(region.scrollWidth).toBeLessThanOrEqual(region.clientWidth);
  for (const value of ['$1,234.50', '321', '12', '$123.45'])
    expect(rectangle(value).right, value).toBeLessThanOrEqual(390);
  const name = page.getByRole('link', { name: 'Mia Featherstonehaugh' }).element();
  const lines = new Set([...name.getClientRects()].map(({ top }) => top));
  expect(lines.size).toBeLessThanOrEqual(2);
  expect(getComputedStyle(page.getByText('321', { exact: true }).element(), '::before').content).toContain('Clicks');
});

test('on a phone the cards are still sorted and selected', async () => {
  await page.viewport(390, 844);
  const onSearch = await showRoster();
  await page.getByRole('button', { name: 'Clicks' }).click();
  expect(onSearch).toHaveBeenCalledWith({ sort: 'clicks', order: undefined });
  await page.getByRole('checkbox', { name: 'Select Mia Featherstonehaugh' }).click();
  await expect.element(page.getByRole('button', { name: 'Move 1 creator' })).toBeVisible();
});

test('on a tablet the creators are a table with one row', async () => {
  await page.viewport(820, 900);
  await showRoster();
  expect(rectangle('321').top).toBeCloseTo(rectangle('12').top, 0);
  await expect.element(page.getByRole('columnheader', { name: 'Net sales' })).toBeVisible();
});

test('who may invite creators finds the way to it above the list', async () => {
  await showRoster();
  await expect
    .element(page.getByRole('link', { name: 'Invite creator' }))
    .toHaveAttribute('href', '/brand/glow-lab/invitations');
});

test('who may not invite creators has no link to it', async () => {
  await showRoster('analyst');
  await expect.element(page.getByRole('button', { name: 'Export as CSV' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Invite creator' })).not.toBeInTheDocument();
});
