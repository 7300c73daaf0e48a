import { expect, test } from '@playwright/test';
import { registerCreator } from './brands.ts';
import { signInWith } from './people.ts';

test('an announcement appears without a reload, and is marked as read when it has been in view (S18)', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const staff = await browser.newContext(baseURL ? { baseURL } : {});
  const console = await staff.newPage();
  const { brand, call, handle, token } = await registerCreator(request);
  await brand.call('post', `/brand/${brand.slug}/announcements`, { title: 'How we pay', body: 'On Fridays.' });
  await call('post', '/invitations/demo-glow-lab-invitation/accept');
  await signInWith(console, brand.token);
  await signInWith(page, token);
  await page.goto('/');
  await page.getByRole('button', { name: /^Notifications, \d+ unread announcements?/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Announcements' });
  await expect(drawer.getByRole('heading', { name: 'How we pay', exact: true })).toBeVisible();

  const title = `Atelier hours ${handle}`;
  await console.goto(`/brand/${brand.slug}/announcements`);
  await console.getByRole('link', { name: 'New announcement' }).click();
  await console.getByLabel('Title').fill(title);
  const text = console.getByLabel('Text', { exact: true });
  await text.fill('We open at nine.');
  await text.selectText();
  await text.press('ControlOrMeta+b');
  await expect(text).toHaveValue('**We open at nine.**');
  await expect(console.getByRole('article').locator('strong')).toHaveText('We open at nine.');
  await console.getByRole('button', { name: 'Publish now' }).click();
  await console.getByRole('button', { name: /^Publish to \d+ creators?$/ }).click();
  await expect(console.getByRole('heading', { level: 1, name: title })).toBeVisible();

  const entry = drawer.getByRole('listitem').filter({ hasText: title });
  await expect(entry).toContainText('New');
  await expect(entry.locator('strong')).toHaveText('We open at nine.');
  await entry.scrollIntoViewIfNeeded();
  const isRead = async () => {
    const { data } = await call('get', '/chatroom/get-announcement-list');
    return data.find((each: { title: string }) => each.title === title)?.read;
  };
  await expect.poll(isRead).toBe(true);
  await drawer.getByLabel('Brand').selectOption({ label: 'Glow Lab' });
  await expect(entry).toHaveCount(0);
  await expect(drawer.getByRole('heading', { name: 'How we pay this season' })).toBeVisible();
  await staff.close();
});

test('the address in an announcement’s email opens the announcements over the overview', async ({ page, request }) => {
  const { brand, handle, token } = await registerCreator(request);
  await brand.call('post', `/brand/${brand.slug}/announcements`, { title: `For ${handle}`, body: 'On Fridays.' });
  await signInWith(page, token);
  const mailed = await page.context().newPage();
  await mailed.goto('/announcements');
  const drawer = mailed.getByRole('dialog', { name: 'Announcements' });
  await expect(drawer.getByRole('heading', { name: `For ${handle}` })).toBeVisible();
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(drawer).toHaveCount(0);
  await expect(mailed.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
});

test('a draft is written, refused a link by name, scheduled, canceled, and deleted', async ({ page, request }) => {
  const { brand, handle } = await registerCreator(request);
  const title = `Spring ${handle}`;
  await signInWith(page, brand.token);
  await page.goto(`/brand/${brand.slug}/announcements/drafts/new`);
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Text', { exact: true }).fill('[here](javascript:alert(1))');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('“javascript:alert(1)”')).toBeVisible();
  await page.getByLabel('Text', { exact: true }).fill('It is *here*.');
  await page.getByLabel('Day and time').fill('2020-01-01T09:00');
  await page.getByRole('button', { name: 'Schedule announcement' }).click();
  await expect(page.getByText('must be in the future')).toBeVisible();
  const later = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 16);
  await page.getByLabel('Day and time').fill(later);
  await page.getByRole('button', { name: 'Schedule announcement' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: title })).toContainText('Scheduled for');
  await page.getByRole('link', { name: title }).click();
  await page.getByRole('button', { name: 'Cancel schedule' }).click();
  await expect(page.getByRole('button', { name: 'Schedule announcement' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete draft' }).click();
  await page.getByRole('button', { name: 'Delete this draft' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Announcements' })).toBeVisible();
  await expect(page.getByRole('link', { name: title })).toHaveCount(0);
});

test('an announcement has a page of its own, where its products are added to the storefront', async ({
  page,
  request,
}) => {
  const { brand, token } = await registerCreator(request);
  const { data: products } = await brand.call('get', `/brand/${brand.slug}/products?limit=1`);
  const { data: draft } = await brand.call('post', `/brand/${brand.slug}/announcement-drafts`, {
    title: 'Feature this',
    body: '## Now\n\n- new',
    picture: null,
    product_ids: products.map(({ id }: { id: string }) => id),
    audience: { kind: 'all' },
    pinned: false,
  });
  await brand.call('post', `/brand/${brand.slug}/announcement-drafts/${draft.id}/publish`, { revision: 1 });
  await signInWith(page, token);
  await page.goto(`/announcements/${draft.id}`);
  const article = page.getByRole('article');
  await expect(article.getByRole('heading', { name: 'Now' })).toBeVisible();
  await article.getByRole('button', { name: /^Add .* to your storefront$/ }).click();
  await expect(article.getByText('On your storefront')).toBeVisible();
});
