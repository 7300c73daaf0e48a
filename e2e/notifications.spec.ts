import { expect, test } from '@playwright/test';
import { registerCreator } from './brands.ts';
import { expectNoSidewaysScroll } from './overflow.ts';
import { signInAs, signInWith } from './people.ts';
import { watchForFaults } from './soundness.ts';

test('the bell rings without a reload, its entries lead to what they tell, and are read @both', async ({
  page,
  browser,
  baseURL,
  request,
}) => {
  const faults = watchForFaults(page);
  const { brand, accountId, call, handle, token } = await registerCreator(request);
  const other = await browser.newContext(baseURL ? { baseURL } : {});
  const console = await other.newPage();
  await signInWith(page, token);
  await signInWith(console, brand.token);
  await page.goto('/');
  await console.goto(`/brand/${brand.slug}`);
  const bell = page.getByRole('button', { name: 'Notifications' });
  const drawer = page.getByRole('dialog', { name: 'Notifications' });

  // Both sides write, and both have the conversation on their bell.
  await brand.call('post', `/brand/${brand.slug}/announcements`, { title: `News for ${handle}`, body: 'On Fridays.' });
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread announcement');
  const write = { client_id: crypto.randomUUID(), body: 'Hello' };
  await brand.call('post', `/brand/${brand.slug}/threads/${accountId}/messages`, write);
  await bell.click();
  await page
    .getByRole('dialog', { name: 'Announcements' })
    .getByRole('button', { name: /^Notifications/ })
    .click();
  await expect(drawer.getByRole('link', { name: 'New message' })).toBeVisible();
  await expect(drawer.getByRole('link', { name: `New announcement: News for ${handle}` })).toBeVisible();
  await expectNoSidewaysScroll(page);
  const entry = drawer.getByRole('listitem').filter({ hasText: 'New announcement' });
  await entry.getByRole('button', { name: 'Mark as read' }).click();
  await expect(entry.getByRole('button', { name: 'Mark as read' })).toHaveCount(0);
  await drawer.getByRole('link', { name: 'New message' }).click();
  await expect(page).toHaveURL(/\/messages\//);
  await expect(drawer).toHaveCount(0);

  const there = console.getByRole('button', { name: 'Notifications' });
  await call('post', `/chatroom/threads/${accountId}/messages`, { client_id: crypto.randomUUID(), body: 'Hi' });
  await expect(there).toHaveAccessibleName(/unread/);
  await there.click();
  const list = console.getByRole('dialog', { name: 'Notifications' });
  await expect(list.getByText(/New message from/).first()).toBeVisible();
  await list.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(list.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0);
  await list
    .getByRole('link', { name: /New message from/ })
    .first()
    .click();
  await expect(console).toHaveURL(new RegExp(`/brand/${brand.slug}/messages/`));
  await other.close();
  expect(faults).toEqual([]);
});

test('operators have a bell, and the address in emails opens a creator’s @both', async ({ page, request }) => {
  await signInAs(page, 'operator@vitrine.test');
  await page.goto('/operator/users');
  await page.getByRole('button', { name: 'Notifications' }).click();
  const drawer = page.getByRole('dialog', { name: 'Notifications' });
  await expect(drawer).toBeVisible();
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(drawer).toHaveCount(0);
  const { token } = await registerCreator(request);
  await signInWith(page, token);
  await page.goto('/notifications');
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toContainText('No notifications yet');
});

test('“Mark all as read” of the notifications leaves the announcements on the bell unread', async ({
  page,
  request,
}) => {
  const { brand, handle, token } = await registerCreator(request);
  await signInWith(page, token);
  await page.goto('/notifications');
  const drawer = page.getByRole('dialog', { name: 'Notifications' });
  await expect(drawer).toContainText('No notifications yet');
  await brand.call('post', `/brand/${brand.slug}/announcements`, { title: `News for ${handle}`, body: 'On Fridays.' });
  await drawer.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(drawer.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0);
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('button', { name: 'Notifications' })).toHaveAccessibleName(
    'Notifications, 1 unread announcement',
  );
});

test('staff choose what they get emails about', async ({ page, request }) => {
  const { brand } = await registerCreator(request);
  await signInWith(page, brand.token);
  await page.goto('/staff/account#notifications');
  const messages = page.getByRole('switch', { name: 'Messages by email' });
  await expect(messages).toBeChecked();
  await messages.uncheck();
  await page.reload();
  await expect(messages).not.toBeChecked();
  await expect(page.getByRole('combobox', { name: 'Applications by email' })).toHaveValue('daily');
  await expect(page.getByRole('row', { name: /Sales/ })).toHaveCount(0);
});
