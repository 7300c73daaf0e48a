import { expect, test } from '@playwright/test';
import { openNewBrand } from './brands.ts';
import { signInWith } from './people.ts';

// Uses a brand of its own, because other journeys read the demo's consoles in English.
test('a brand’s staff choose the language and theme of their console, which apply at once and stay (S27)', async ({
  page,
  request,
}) => {
  const { slug, token } = await openNewBrand(request);
  await signInWith(page, token);
  await page.goto(`/brand/${slug}`);
  await page.getByRole('button', { name: /User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Language and theme' }).click();
  const drawer = page.getByRole('dialog', { name: 'Language and theme' });
  const html = page.locator('html');
  await drawer.getByText('Dark').click();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await drawer.getByText('Español').click();
  const translated = page.getByRole('dialog', { name: 'Idioma y tema' });
  await expect(translated.getByRole('radio', { name: 'Español' })).toBeChecked();
  await page.reload();
  await expect(html).toHaveAttribute('lang', 'es');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: /Menú de usuario/ }).click();
  await page.getByRole('menuitem', { name: 'Idioma y tema' }).click();
  await translated.getByText('Como el dispositivo').click();
  await expect(html).not.toHaveAttribute('data-theme');
  await translated.getByText('English').click();
  await expect(drawer.getByRole('radio', { name: 'English' })).toBeChecked();
});
