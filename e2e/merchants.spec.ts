import { expect, test } from '@playwright/test';
import { glowLabKey, signInAs } from './people.ts';

test('an API key is shown once, and doesn’t work after it is revoked (S27)', async ({ page, request }) => {
  await signInAs(page, 'brand@glow.test');
  await page.goto('/brand/glow-lab/settings');
  const name = 'Till at the door';
  await page.getByLabel('Key name').fill(name);
  await page.getByRole('button', { name: 'Create API key' }).click();
  const shown = page.getByText(/^vtk_\S{43}$/);
  await expect(shown).toBeVisible();
  const key = (await shown.innerText()).trim();
  expect(key).not.toBe(glowLabKey);
  const explain = () => request.get('/api/v1/orders/none/explain', { headers: { authorization: `Bearer ${key}` } });
  expect((await explain()).status()).toBe(404);
  await page.getByRole('button', { name: `Revoke ${name}` }).click();
  await page.getByRole('button', { name: 'Revoke for good' }).click();
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Revoked on');
  expect((await explain()).status()).toBe(401);
});
