import { expect, test } from '@playwright/test';
import { signInAsNewcomer } from './people.ts';

const pages = [
  { path: '/', heading: 'Overview', asks: [/\/me$/, /\/overview\?days=30$/] },
  { path: '/earnings', heading: 'Earnings', asks: [/\/me$/, /\/earnings$/] },
  {
    path: '/manage/glow-lab/products',
    heading: 'Manage',
    asks: [/\/me$/, /\/merchant-accounts\/[\w-]+\/placements$/, /\/merchant-accounts\/[\w-]+\/collections$/],
  },
];

for (const { path, heading, asks } of pages) {
  test(`${path} asks for what it shows before its scripts are there, and once`, async ({ page }) => {
    // Nothing happens at their storefront meanwhile, so nothing has to be read again.
    await signInAsNewcomer(page);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/v1/')) asked.push(request.url());
    });
    const released = Promise.withResolvers<void>();
    await page.route('**/app-assets/base-*.js', async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'commit' });
    for (const ask of asks) await expect.poll(() => asked.filter((url) => ask.test(url)).length).toBe(1);
    released.resolve();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect.poll(() => asked.some((url) => url.endsWith('/events'))).toBe(true);
    for (const ask of asks) expect(asked.filter((url) => ask.test(url))).toHaveLength(1);
  });
}
