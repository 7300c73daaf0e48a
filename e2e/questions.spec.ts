import { expect, type Locator, test } from '@playwright/test';
import { signInAs } from './people.ts';

// A creator's four questions, answered in at most two taps from Overview.

/** Taps, and counts them. */
function taps(): { tap(on: Locator): Promise<void>; count: number } {
  const counted = {
    count: 0,
    tap: async (on: Locator) => {
      counted.count += 1;
      await on.click();
    },
  };
  return counted;
}

test.beforeEach(async ({ page }) => {
  await signInAs(page, 'ava@creators.test');
  await page.goto('/');
});

test('S27: what did I earn?', async ({ page }) => {
  const earned = page.getByRole('region', { name: /Earned in the last/ });
  await expect(earned.getByRole('button', { name: /^Earned: \$\d/ }).first()).toBeVisible();
});

test('S27: when is it paid?', async ({ page }) => {
  const made = taps();
  await made.tap(page.getByRole('link', { name: 'Earnings', exact: true }));
  const glow = page.getByRole('region', { name: 'Glow Lab' }).first();
  await expect(glow).toContainText('When can I cash out?');
  await expect(glow).toContainText(/is ready to cash out|you can use your new bank details from|minimum payout is/);
  await expect(glow).toContainText(/becomes available/);
  await made.tap(page.getByRole('link', { name: 'Payouts', exact: true }));
  await expect(page.getByText(/Requested .*, paid /).first()).toBeVisible();
  expect(made.count).toBeLessThanOrEqual(2);
});

test('S27: why this amount?', async ({ page }) => {
  const made = taps();
  await made.tap(page.getByRole('link', { name: /Why this amount/ }).first());
  const story = page.getByRole('dialog', { name: 'Why this amount?' });
  await expect(story).toContainText('Commissionable amount');
  await expect(story).toContainText('How it was decided');
  expect(made.count).toBeLessThanOrEqual(2);
});

test('S27: why nothing for that order?', async ({ page }) => {
  const made = taps();
  await made.tap(page.getByRole('link', { name: 'Earnings', exact: true }));
  await made.tap(page.getByRole('link', { name: 'Not credited' }));
  const order = page.getByRole('listitem').filter({ hasText: 'Order GL-0999' });
  await expect(order).toContainText('It was before this order’s attribution window.');
  expect(made.count).toBeLessThanOrEqual(2);
  await order.getByRole('link').click();
  await expect(page.getByRole('dialog')).toContainText('The order was placed after the attribution window had ended.');
});
