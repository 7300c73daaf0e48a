import { expect, test, type Page } from '@playwright/test';
import { signInAs } from './people.ts';
import { expectSound, watchForFaults } from './soundness.ts';
import { atelierHost } from './variants.ts';

// The third variant, which is only a file (docs/operate/variants.md).

const at = (baseURL: string | undefined, path: string) => `http://${atelierHost}:${new URL(baseURL ?? '').port}${path}`;

const propertyOf = (page: Page, name: string) =>
  page.evaluate((property) => getComputedStyle(document.body).getPropertyValue(property).trim(), name);

for (const [scheme, accent, paper] of [
  ['light', '#5b2a86', 'rgb(250, 247, 252)'],
  ['dark', '#c9a6f0', 'rgb(20, 16, 24)'],
] as const) {
  test(`a third variant gives the login and a storefront its name and colors, ${scheme} (S24)`, async ({
    page,
    baseURL,
  }) => {
    const faults = watchForFaults(page);
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto(at(baseURL, '/login'));
    await expect(page).toHaveTitle('Login · Atelier Circle');
    await expect(page.getByText('Atelier Circle', { exact: true })).toBeVisible();
    expect(await propertyOf(page, '--accent')).toBe(accent);
    await expect(page.locator('html')).toHaveCSS('background-color', paper);
    await expectSound(page);

    await page.goto(at(baseURL, '/@noor'));
    await expect(page.getByText('Atelier Circle', { exact: true })).toBeVisible();
    await expect(page.locator('body')).toHaveCSS('background-color', paper);
    expect(await propertyOf(page, '--accent')).toBe(accent);
    await expect(page.getByRole('link', { name: 'Terms' })).toHaveAttribute('href', 'https://atelier.example/terms');
    await expectSound(page);
    expect(faults).toEqual([]);
  });
}

test('a third variant gives the portal its label and legal pages, in the user’s language (S24)', {
  tag: '@both',
}, async ({ page, baseURL }) => {
  await signInAs(page, 'ava@creators.test', at(baseURL, ''));
  await page.goto(at(baseURL, '/'));
  const places = page.getByRole('navigation', { name: 'Main' });
  await places.getByRole('link', { name: 'My shop', exact: true }).click();
  await expect(page).toHaveTitle('My shop · Atelier Circle');
  await page.getByRole('button', { name: 'User menu' }).click();
  await expect(page.getByRole('link', { name: 'Privacy policy' })).toHaveAttribute(
    'href',
    'https://atelier.example/privacy',
  );
  await expect(page.getByText(/© \d{4} Atelier Circle\. All rights reserved\./)).toBeVisible();
});

test('an operator can give a third variant to a brand (S24)', async ({ page }) => {
  await signInAs(page, 'operator@vitrine.test');
  await page.goto('/operator/brands');
  await page.getByRole('button', { name: 'Create brand' }).click();
  const variants = page.getByRole('dialog', { name: 'Create brand' }).getByRole('group', { name: 'Variant' });
  await expect(variants.getByRole('radio', { name: 'Vitrine', exact: true })).toBeChecked();
  await variants.getByText('Atelier Circle').click();
  await expect(variants.getByRole('radio', { name: 'Atelier Circle' })).toBeChecked();
});
