import { expect, test } from '@playwright/test';
import { signInAs, signInAsNewcomer } from './people.ts';

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
  test(`${path} fetches its data before its scripts have loaded, and only once`, async ({ page }) => {
    // This storefront gets no traffic during the test, so no live event triggers a refetch.
    await signInAsNewcomer(page);
    const asked: string[] = [];
    let isLive = false;
    page.on('request', (request) => {
      // Live events refetch data, and the stream opens after all first requests.
      isLive ||= request.url().endsWith('/events');
      if (!isLive && request.url().includes('/api/v1/')) asked.push(request.url());
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
    await expect.poll(() => isLive).toBe(true);
    for (const ask of asks) expect(asked.filter((url) => ask.test(url))).toHaveLength(1);
  });
}

test('the first pictures of a storefront are fetched before the scripts have loaded, and only once', async ({
  page,
}) => {
  await signInAs(page, 'ava@creators.test');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/media/demo/glow-lab-')) asked.push(request.url());
  });
  const released = Promise.withResolvers<void>();
  await page.route('**/app-assets/base-*.js', async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto('/manage/glow-lab/products', { waitUntil: 'commit' });
  const seen = page.viewportSize()?.width === 390 ? 2 : 4;
  await expect.poll(() => asked.length).toBe(seen);
  const early = [...asked];
  released.resolve();
  const pictures = page.getByRole('main').locator('li img');
  await expect(pictures.nth(seen)).toBeAttached();
  const drawn = await pictures.evaluateAll((images: HTMLImageElement[]) => images.map(({ src }) => src));
  expect(drawn.slice(0, seen)).toEqual(early);
  expect(asked.filter((address) => early.includes(address))).toEqual(early);
});
