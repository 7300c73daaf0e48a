import { expect, test } from '@playwright/test';
import { signInAt } from './people.ts';

// Once, for two windows of one person would change each other's look, and in a console that no journey beside this opens.
test('a member of staff chooses the language and look of their console, at once and for good (S27)', {
  tag: '@desktop',
}, async ({ page }) => {
  await signInAt(page, 'brand@northwind.test', /\/brand\/northwind-outfitters$/);
  await page.getByRole('button', { name: /User menu/ }).click();
  await page.getByRole('button', { name: 'Language and look' }).click();
  const drawer = page.getByRole('dialog', { name: 'Language and look' });
  const html = page.locator('html');
  await drawer.getByText('Dark').click();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await drawer.getByText('Español').click();
  const translated = page.getByRole('dialog', { name: 'Idioma y apariencia' });
  await expect(translated.getByRole('radio', { name: 'Español' })).toBeChecked();
  await page.reload();
  await expect(html).toHaveAttribute('lang', 'es');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: /Menú de usuario/ }).click();
  await page.getByRole('button', { name: 'Idioma y apariencia' }).click();
  await translated.getByText('Como el dispositivo').click();
  await expect(html).not.toHaveAttribute('data-theme');
  await translated.getByText('English').click();
  await expect(drawer.getByRole('radio', { name: 'English' })).toBeChecked();
});
