import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { type RegisteredCreator, registerCreator } from './brands.ts';
import { beautyAddress, shopperAgent, signInAs, signInWith } from './people.ts';
import { expectNoSidewaysScroll } from './overflow.ts';
import { expectSound, watchForFaults } from './soundness.ts';

const publicPage = async (request: APIRequestContext, { handle, brand }: RegisteredCreator) =>
  (await request.get(`/@${handle}/${brand.slug}`)).text();

/** A product of the brand that is not on the storefront yet. */
async function unplaced({ call, accountId }: RegisteredCreator): Promise<{ title: string; url: string }> {
  const { data } = await call('get', `/merchant-accounts/${accountId}/products?limit=100`);
  return data.find(({ placed }: { placed: boolean }) => !placed);
}

/** Logs in a creator with some products on their storefront, and opens a page of Manage. */
async function openManage(page: Page, request: APIRequestContext, part: string): Promise<RegisteredCreator> {
  const creator = await registerCreator(request, 4);
  await signInWith(page, creator.token);
  await page.goto(`/manage/${creator.brand.slug}/${part}`);
  return creator;
}

const tile = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name: title, exact: true }) });

async function choose(page: Page, thing: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `More options for ${thing}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('a creator finds and adds a product, edits its title, moves it by keyboard, hides it and removes it with undo (S27)', async ({
  page,
  request,
}) => {
  const faults = watchForFaults(page);
  const desk = await openManage(page, request, 'products');
  const product = await unplaced(desk);
  await page.getByRole('button', { name: 'Add a product' }).click();
  await page.getByRole('searchbox', { name: /Search products/ }).fill(product.title);
  await page.getByRole('button', { name: `Add ${product.title}` }).click();
  const found = page.getByRole('dialog').getByRole('listitem').filter({ hasText: product.title });
  await expect(found.getByText('Added', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tile(page, product.title)).toBeVisible();

  const own = 'Mine';
  await choose(page, product.title, 'Edit title and note');
  await page.getByLabel('Title', { exact: true }).fill(own);
  await page.getByLabel('Note', { exact: true }).fill('Said in my own words.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(tile(page, own)).toContainText('Said in my own words.');
  // Until it is closed, the page behind it can't have the focus.
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect.poll(() => publicPage(request, desk)).toContain(own);
  expect(await publicPage(request, desk)).toContain('Said in my own words.');

  const group = page.getByRole('list').filter({ has: tile(page, own) });
  const titles = () => group.getByRole('heading', { level: 3 }).allTextContents();
  const before = await titles();
  const handle = page.getByRole('button', { name: `Move ${own} with the arrow keys` });
  await handle.focus();
  await page.keyboard.press('ArrowUp');
  const place = before.length - 1;
  await expect(page.getByText(`${own}: position ${place} of ${before.length}`)).toBeAttached();
  await expect(handle).toBeFocused();
  expect(await titles()).toEqual([...before.slice(0, -2), own, before.at(-2)]);
  const neighbour = before.at(-2) ?? '';
  await expect
    .poll(async () => {
      const markup = await publicPage(request, desk);
      return markup.indexOf(`>${own}<`) < markup.indexOf(`>${neighbour}<`);
    })
    .toBe(true);

  const eye = page.getByRole('button', { name: `Show ${own} to shoppers` });
  await expect(eye).toHaveAttribute('aria-pressed', 'true');
  await eye.click();
  await expect(eye).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(() => publicPage(request, desk)).not.toContain(own);
  await eye.click();
  await expect.poll(() => publicPage(request, desk)).toContain(own);

  await choose(page, own, 'Remove');
  await expect(tile(page, own)).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(tile(page, own)).toBeVisible();
  expect(await publicPage(request, desk)).toContain(own);
  await choose(page, own, 'Remove');
  // Leaving the page makes the removal final.
  await page.getByRole('link', { name: 'Links' }).click();
  await expect.poll(() => publicPage(request, desk)).not.toContain(own);
  await expectNoSidewaysScroll(page);
  expect(faults).toEqual([]);
});

test('a dragged product moves to where it is dropped, and Escape puts it back (S27)', async ({ page, request }) => {
  const faults = watchForFaults(page);
  const desk = await openManage(page, request, 'products');
  const group = page.getByRole('list').filter({ has: page.getByRole('heading', { level: 3 }) });
  const firstTwo = async () => (await group.first().getByRole('heading', { level: 3 }).allTextContents()).slice(0, 2);
  await expect(group.first().getByRole('listitem').nth(1)).toBeVisible();
  const [first = '', second = ''] = await firstTwo();
  const handle = page.getByRole('button', { name: `Move ${first} with the arrow keys` });
  await expect(handle).toHaveCSS('cursor', 'grab');
  const dragBehind = async (title: string) => {
    await handle.hover();
    await page.mouse.down();
    const box = await tile(page, title).boundingBox();
    if (!box) throw new Error(`${title} is not on the page`);
    await page.mouse.move(box.x + box.width - 20, box.y + box.height / 2, { steps: 10 });
  };

  await dragBehind(second);
  await expect(page.getByText(`${first}: position 2 of`)).toBeAttached();
  expect(await firstTwo()).toEqual([second, first]);
  await page.keyboard.press('Escape');
  await expect(page.getByText(`${first}: position 1 of`)).toBeAttached();
  await expect.poll(firstTwo).toEqual([first, second]);
  await page.mouse.up();

  await dragBehind(second);
  await expect(page.getByText(`${first}: position 2 of`)).toBeAttached();
  await page.mouse.up();
  await expect(handle).toBeFocused();
  expect(await firstTwo()).toEqual([second, first]);
  await expect
    .poll(async () => {
      const markup = await publicPage(request, desk);
      return markup.indexOf(`>${second}<`) < markup.indexOf(`>${first}<`);
    })
    .toBe(true);
  expect(faults).toEqual([]);
});

test('the actions of a product are a menu for the keyboard, and the focus returns to its button (S27)', async ({
  page,
  request,
}) => {
  const faults = watchForFaults(page);
  await openManage(page, request, 'products');
  const button = page.getByRole('button', { name: /^More options for/ }).first();
  const item = (name: string) => page.getByRole('menuitem', { name });
  await button.focus();
  await page.keyboard.press('ArrowUp');
  await expect(item('Remove')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(item('Edit title and note')).toBeFocused();
  await page.keyboard.press('m');
  await expect(page.getByRole('menuitem', { name: /^Move/ }).first()).toBeFocused();
  await expect(item('Move up')).toHaveAttribute('aria-disabled', 'true');
  await expectSound(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(button).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(item('Edit title and note')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(item('Edit title and note')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Edit title and note' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  expect(faults).toEqual([]);
});

test('a pasted address is a product to add, or a page to link to; the link’s code, QR, copy, new destination and figures work (S27)', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const faults = watchForFaults(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const desk = await openManage(page, request, 'products');
  const { shop, slug } = desk.brand;
  const product = await unplaced(desk);
  await page.getByRole('button', { name: 'Add a product' }).click();
  const search = page.getByRole('searchbox', { name: /paste a .* link/ });
  await search.fill('https://evil.example/products/x');
  await expect(page.getByRole('heading', { name: 'We can’t use that link' })).toBeVisible();
  await search.fill(`${product.url}?utm_source=ig#reviews`);
  await page.getByRole('button', { name: `Add ${product.title}` }).click();
  await expect(page.getByText('Added', { exact: true })).toBeVisible();

  await search.fill(`${shop}/sale?from=e2e`);
  await page.getByRole('link', { name: 'Create link' }).click();
  await expect(page).toHaveURL(new RegExp(`/manage/${slug}/links`));
  await expect(page.getByLabel('Destination')).toHaveValue(`${shop}/sale?from=e2e`);
  const code = page.getByLabel('Custom ending (optional)');
  await code.fill('admin');
  await expect(page.getByText(/is reserved\. Try another one/)).toBeVisible();
  const own = `sale-${desk.handle}`;
  await code.fill(own);
  await expect(page.getByText('That ending is available.')).toBeVisible();
  await page.getByLabel('Title (optional)').fill('The sale');
  await page.getByRole('button', { name: 'Create link' }).click();
  const ready = page.getByRole('dialog', { name: 'Your link is ready' });
  await ready.getByRole('button', { name: 'Copy link' }).click();
  await expect(ready.getByText('Copied')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(`${baseURL}/s/${own}`);
  await page.keyboard.press('Escape');

  const shopper = await browser.newContext({ userAgent: `${shopperAgent} ${own}` });
  const follow = async () => {
    const answer = await shopper.request.get(copied, { maxRedirects: 0 });
    return { status: answer.status(), location: answer.headers()['location'] ?? '' };
  };
  expect((await follow()).location).toContain(`${shop}/sale?from=e2e`);
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2, name: 'The sale' }) });
  await expect(row.getByRole('button', { name: /how clicks on .* were counted/ })).toContainText('1 click');
  await row.getByRole('button', { name: /how clicks on .* were counted/ }).click();
  await expect(page.getByRole('dialog', { name: 'How clicks were counted' })).toContainText('People');
  await page.keyboard.press('Escape');

  await row.getByRole('button', { name: 'QR code for The sale' }).click();
  const qr = page.getByRole('img', { name: 'QR code for The sale' });
  await expect.poll(() => qr.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: /PNG/ }).click();
  expect((await download).suggestedFilename()).toBe(`${own}.png`);
  await page.keyboard.press('Escape');

  await choose(page, 'The sale', 'Edit title or destination');
  const destination = page.getByLabel('Destination');
  await destination.fill('https://evil.example/');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/Paste a link from/)).toBeVisible();
  await expect(destination).toHaveValue('https://evil.example/');
  await destination.fill(`${shop}/new`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText(`${shop.replace('https://', '')}/new`);
  await expect.poll(async () => (await follow()).location).toContain(`${shop}/new`);

  await choose(page, 'The sale', 'Turn off');
  await expect(row).toContainText('Off');
  await expect.poll(async () => (await follow()).status).toBe(410);
  await choose(page, 'The sale', 'Turn on');
  await expect.poll(async () => (await follow()).status).toBe(302);
  await page.getByRole('searchbox', { name: 'Search links' }).fill(own);
  await expect(page.getByText('1 link found')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await shopper.close();
  expect(faults).toEqual([]);
});

test('a creator groups products in a collection, which shoppers see under its title (S27)', {
  tag: '@phone',
}, async ({ page, request }) => {
  const desk = await openManage(page, request, 'collections');
  const title = 'For slow Sundays';
  await page.getByRole('button', { name: 'New collection' }).click();
  await page.getByRole('button', { name: 'Create collection' }).click();
  await expect(page.getByText('Please enter a title')).toBeVisible();
  await page.getByLabel('Title', { exact: true }).fill(title);
  await page.getByRole('button', { name: 'Create collection' }).click();
  const drawer = page.getByRole('dialog', { name: title });
  const picks = drawer.getByRole('checkbox');
  await picks.nth(0).check();
  await picks.nth(1).check();
  await drawer.getByRole('button', { name: 'Save 2 products' }).click();
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2, name: title }) });
  await expect(row).toContainText('2 products');
  await expect.poll(() => publicPage(request, desk)).toContain(`<h2>${title}</h2>`);

  await page.getByRole('link', { name: 'Products', exact: true }).click();
  const group = page
    .getByRole('region')
    .or(page.locator('section'))
    .filter({
      has: page.getByRole('heading', { level: 2, name: title }),
    });
  await expect(group.getByRole('heading', { level: 3 })).toHaveCount(2);
  const [first = ''] = await group.getByRole('heading', { level: 3 }).allTextContents();
  await choose(page, first, 'Move to a collection');
  await page.getByRole('radio', { name: /Not in a collection/ }).check();
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(group.getByRole('heading', { level: 3 })).toHaveCount(1);

  await page.getByRole('link', { name: 'Collections' }).click();
  await row.getByRole('button', { name: `Show ${title} to shoppers` }).click();
  await expect.poll(() => publicPage(request, desk)).not.toContain(title);
  await row.getByRole('button', { name: `Show ${title} to shoppers` }).click();
  await expect.poll(() => publicPage(request, desk)).toContain(title);
  await choose(page, title, 'Remove');
  await expect(page.getByRole('radio', { name: /Keep its products/ })).toBeChecked();
  await page.getByRole('button', { name: 'Remove collection' }).click();
  await expect(row).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toBeVisible();
  await choose(page, title, 'Remove');
  await page.getByRole('button', { name: 'Remove collection' }).click();
  await page.getByRole('link', { name: 'Links' }).click();
  await expect.poll(() => publicPage(request, desk)).not.toContain(title);
  expect(await publicPage(request, desk)).toContain(first);
});

test('a creator changes the storefront’s appearance: the preview shows it first, shoppers see it once it is saved (S27)', {
  tag: '@phone',
}, async ({ page, request }) => {
  const faults = watchForFaults(page);
  const desk = await openManage(page, request, 'appearance');
  const title = 'Dressed anew';
  await page.getByLabel('Title', { exact: true }).fill(title);
  await page.getByLabel('Description').fill('Everything here has been used.');
  await page.getByRole('radio', { name: 'Plum' }).check();
  await page.getByRole('radio', { name: /List/ }).check();
  await page.getByRole('radio', { name: 'Dark', exact: true }).check();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /(Choose a|Another) picture/ }).click();
  await (await chooser).setFiles({ name: 'x.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
  await expect(page.getByRole('alert')).toContainText('JPEG, PNG, WebP or GIF');
  await page.getByLabel('Banner picture').setInputFiles({
    name: 'banner.png',
    mimeType: 'image/png',
    buffer: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  });
  await expect(page.getByRole('img', { name: 'Your banner' })).toBeVisible();

  const preview = page.frameLocator('iframe[title="Your storefront as shoppers see it"]');
  await expect(preview.locator('h1')).toHaveText(title);
  await expect(preview.locator('html')).toHaveClass(/dark/);
  await expect(preview.locator('.tiles').first()).toHaveClass(/list/);
  await expect(preview.locator('img.banner')).toHaveCount(1);
  expect(await publicPage(request, desk)).not.toContain(title);

  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved. It’s live.')).toBeVisible();
  const shown = await publicPage(request, desk);
  expect(shown).toContain(`<h1>${title}</h1>`);
  expect(shown).toContain('Everything here has been used.');
  expect(shown).toContain('class="banner"');
  await page.goto(`/@${desk.handle}/${desk.brand.slug}`);
  await expectSound(page);
  expect(faults).toEqual([]);
});

test('an unknown type shows products, and another storefront opens with its products (§24, §53)', async ({ page }) => {
  await signInAs(page, 'ava@creators.test');
  for (const path of ['/manage/glow-lab', '/manage/glow-lab/nothing', '/manage/not-mine/links', '/manage']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/manage\/glow-lab\/products$/);
  }
  await page.getByRole('link', { name: 'Links' }).click();
  await page.getByRole('button', { name: 'Storefront Glow Lab' }).click();
  await page.getByRole('menuitem', { name: 'Maison Clair' }).click();
  await expect(page).toHaveURL(/\/manage\/maison-clair\/products$/);
});

test('the beauty variant calls its manage area Storefront (§4)', async ({ page, baseURL }) => {
  await signInAs(page, 'ava@creators.test', beautyAddress(baseURL, ''));
  for (const part of ['products', 'collections', 'links', 'appearance']) {
    await page.goto(beautyAddress(baseURL, `/manage/glow-lab/${part}`));
    await expect(page.getByRole('heading', { level: 1, name: 'Storefront' })).toBeVisible();
    await expect(page).toHaveTitle('Storefront · Vitrine Beauty');
  }
});
