import { expect, test } from '@playwright/test';
import { signInAs, signInAsNewcomer } from './people.ts';

const pages = [
  { path: '/', heading: 'Overview', expectedRequests: [/\/me$/, /\/overview\?days=30$/] },
  { path: '/earnings', heading: 'Earnings', expectedRequests: [/\/me$/, /\/earnings$/] },
  {
    path: '/manage/glow-lab/products',
    heading: 'Manage',
    expectedRequests: [
      /\/me$/,
      /\/merchant-accounts\/[\w-]+\/placements\?limit=48$/,
      /\/merchant-accounts\/[\w-]+\/collections$/,
    ],
  },
];

for (const { path, heading, expectedRequests } of pages) {
  test(`${path} fetches its data before its scripts have loaded, and only once`, async ({ page }) => {
    // This storefront gets no traffic during the test, so no live event triggers a refetch.
    await signInAsNewcomer(page);
    const requested: string[] = [];
    let isLive = false;
    page.on('request', (request) => {
      // Live events refetch data, and the stream opens after all first requests.
      isLive ||= request.url().endsWith('/events');
      if (!isLive && request.url().includes('/api/v1/')) requested.push(request.url());
    });
    const released = Promise.withResolvers<void>();
    await page.route('**/app-assets/base-*.js', async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'commit' });
    for (const expected of expectedRequests)
      await expect.poll(() => requested.filter((url) => expected.test(url)).length).toBe(1);
    released.resolve();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect.poll(() => isLive).toBe(true);
    for (const expected of expectedRequests) expect(requested.filter((url) => expected.test(url))).toHaveLength(1);
  });
}

test('the first pictures of a storefront are fetched before the scripts have loaded, and only once', async ({
  page,
}) => {
  await signInAs(page, 'ava@creators.test');
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/media/demo/glow-lab-')) requested.push(request.url());
  });
  const released = Promise.withResolvers<void>();
  await page.route('**/app-assets/base-*.js', async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto('/manage/glow-lab/products', { waitUntil: 'commit' });
  const seen = page.viewportSize()?.width === 390 ? 2 : 4;
  await expect.poll(() => requested.length).toBe(seen);
  const early = [...requested];
  released.resolve();
  const pictures = page.getByRole('main').locator('li img');
  await expect(pictures.nth(seen)).toBeAttached();
  const drawn = await pictures.evaluateAll((images: HTMLImageElement[]) => images.map(({ src }) => src));
  expect(drawn.slice(0, seen)).toEqual(early);
  expect(requested.filter((address) => early.includes(address))).toEqual(early);
});
