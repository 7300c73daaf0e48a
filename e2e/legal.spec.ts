import { expect, test } from '@playwright/test';
import { beautyAddress } from './people.ts';
import { expectSound, watchForFaults } from './soundness.ts';

for (const [slug, title, section, heading] of [
  ['terms-of-use', 'Terms of use', 'counter-notice', /Counter-notice/],
  ['privacy-policy', 'Privacy policy', 'cookies', /Cookies/],
] as const) {
  test(`${title}: anyone may read them, with a link to each section, in the current version (§6, §29)`, async ({
    page,
  }) => {
    const faults = watchForFaults(page);
    await page.goto(`/pages/${slug}#${section}`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeAttached();
    await expect(page.getByRole('heading', { level: 2, name: heading })).toBeInViewport();
    await expect(page.getByText(/Effective November 22, 2026/)).toBeAttached();
    await expectSound(page);
    expect(faults).toEqual([]);
  });
}

test('shoppers’ pages link to the legal texts, the beauty variant’s to its retailer’s own (S24, S25)', async ({
  page,
  baseURL,
}) => {
  await page.goto('/@ava');
  await page.getByRole('link', { name: 'Privacy' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy policy' })).toBeVisible();
  await page.goto(beautyAddress(baseURL, '/@ava/glow-lab'));
  await expect(page.getByRole('link', { name: 'Terms' })).toHaveAttribute('href', 'https://www.glowlab.example/terms');
});
