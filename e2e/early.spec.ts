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
  test(`${path} asks for what it shows before its scripts are there, and once`, async ({ page }) => {
    // Nothing happens at their storefront meanwhile, so nothing has to be read again.
    await signInAsNewcomer(page);
    const asked: string[] = [];
    let isLive = false;
    page.on('request', (request) => {
      // What the live line tells is asked for again; it stands after all that is asked for at first.
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

test('the pictures that one sees first of a storefront are asked for before the scripts are there, and once', async ({
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
