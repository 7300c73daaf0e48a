import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { type RegisteredCreator, registerCreator } from './brands.ts';
import { ownPassword } from './newcomers.ts';
import { signInAlone, signInWith } from './people.ts';
import { expectNoSidewaysScroll } from './overflow.ts';
import { expectSound, watchForFaults } from './soundness.ts';

/** The creator's brand, which calls the API in its thread with this creator. */
function brandOf({ brand, accountId }: RegisteredCreator) {
  const path = `/brand/${brand.slug}/threads/${accountId}`;
  return {
    send: (body: string) => brand.call('post', `${path}/messages`, { client_id: crypto.randomUUID(), body }),
    bodies: async (): Promise<string[]> => {
      const { data } = await brand.call('get', `${path}/messages?limit=100`);
      return data.map(({ body }: { body: string }) => body);
    },
    readAll: () => brand.call('post', `${path}/read`, { seq: 1_000_000 }),
  };
}

/** Opens the thread that a new creator has with their brand. */
async function openThread(page: Page, request: APIRequestContext) {
  const creator = await registerCreator(request);
  const brand = brandOf(creator);
  await brand.send('Welcome!');
  await signInWith(page, creator.token);
  const path = `/messages/${creator.brand.slug}`;
  await page.goto(path);
  await expect(thread(page)).toBeVisible();
  return { path, brand };
}

async function send(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: /^Message to/ }).fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
}
const thread = (page: Page) => page.getByRole('log');
const times = (list: readonly string[], text: string) => list.filter((each) => each === text).length;

test('a creator writes, the brand’s reply arrives without a reload, and both see what was read (S17)', {
  tag: '@phone',
}, async ({ page, request }) => {
  const faults = watchForFaults(page);
  const { brand } = await openThread(page, request);
  const question = 'May I show it <b>unboxed</b>?';
  await send(page, question);
  await expect(thread(page).getByText(question)).toBeVisible();
  await expect.poll(async () => times(await brand.bodies(), question)).toBe(1);
  const answer = 'Of course. See https://maisonclair.example/press.';
  await brand.send(answer);
  await expect(
    thread(page)
      .getByText(/Of course\. See/)
      .last(),
  ).toBeVisible();
  const link = thread(page).getByRole('link', { name: 'https://maisonclair.example/press', exact: true }).last();
  await expect(link).toHaveAttribute('href', 'https://maisonclair.example/press');
  await expect(link).toHaveAttribute('rel', /noopener/);
  await send(page, 'Thank you');
  await expect.poll(async () => (await brand.bodies()).at(-1)).toMatch(/Thank you/);
  await brand.readAll();
  await expect(thread(page).getByText('Seen').last()).toBeVisible();
  await expectNoSidewaysScroll(page);
  expect(faults).toEqual([]);
});

test('messages written offline are sent when the connection is back, once and in order', async ({
  page,
  context,
  request,
}) => {
  const { brand } = await openThread(page, request);
  const sent = ['First in the tunnel', 'Second in the tunnel'];
  await context.setOffline(true);
  for (const text of sent) await send(page, text);
  await expect(thread(page).getByText('Not sent yet').first()).toBeVisible();
  await expect(thread(page).getByRole('button', { name: 'Try again' }).first()).toBeVisible();
  await context.setOffline(false);
  await expect.poll(async () => (await brand.bodies()).filter((body) => sent.includes(body))).toEqual(sent);
  await expect(thread(page).getByText('Not sent yet')).toHaveCount(0);
  for (const text of sent) await expect(thread(page).getByText(text)).toHaveCount(1);
});

test('an unsent message survives leaving the page, and the next page sends it', async ({ page, context, request }) => {
  const { brand, path } = await openThread(page, request);
  const text = 'Closed the laptop';
  await context.setOffline(true);
  await send(page, text);
  await expect(thread(page).getByText('Not sent yet')).toBeVisible();
  await page.close();
  await context.setOffline(false);
  const next = await context.newPage();
  await next.goto('/earnings');
  await expect.poll(async () => times(await brand.bodies(), text)).toBe(1);
  await next.reload();
  await next.goto(path);
  await expect(thread(next).getByText(text)).toHaveCount(1);
  expect(times(await brand.bodies(), text)).toBe(1);
});

test('a message written after the session ended is kept until the same user logs in again', async ({
  page,
  context,
  request,
}) => {
  const creator = await registerCreator(request);
  const brand = brandOf(creator);
  await brand.send('Welcome!');
  await signInAlone(page, creator.email, ownPassword);
  await page.goto(`/messages/${creator.brand.slug}`);
  await expect(thread(page)).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const text = 'Signed out elsewhere';
  await context.setOffline(true);
  await send(page, text);
  await expect(thread(page).getByText('Not sent yet')).toBeVisible();
  await request.post('/api/v1/logout', { headers: { authorization: `Bearer ${token}` } });
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  expect(times(await brand.bodies(), text)).toBe(0);
  await page.getByLabel('Email').fill(creator.email);
  await page.getByLabel('Password', { exact: true }).fill(ownPassword);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(thread(page)).toBeVisible();
  await expect.poll(async () => times(await brand.bodies(), text)).toBe(1);
});

test('pictures are sent with a message, with a preview before and reserved space after', async ({ page, request }) => {
  const faults = watchForFaults(page);
  const { brand } = await openThread(page, request);
  const name = 'unboxed.png';
  const png = await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 200 } });
  await page.getByLabel('Add pictures').setInputFiles([
    { name, mimeType: 'image/png', buffer: png },
    { name: 'words.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') },
  ]);
  await expect(page.getByRole('alert')).toContainText('JPEG, PNG, WebP or GIF');
  await expect(page.getByRole('img', { name })).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  const text = 'With a picture';
  await send(page, text);
  await expect.poll(async () => times(await brand.bodies(), text)).toBe(1);
  const picture = thread(page).getByRole('img', { name: 'Picture from You' }).last();
  await expect(picture).toBeVisible();
  await expect(picture).toHaveAttribute('width', '300');
  await expect(page.getByRole('img', { name })).toHaveCount(0);
  expect(faults).toEqual([]);
});

test('a long thread opens at its end, keeps its scroll position when earlier messages load, and has a button to the newest', {
  tag: '@phone',
}, async ({ page, request }) => {
  const creator = await registerCreator(request);
  const brand = brandOf(creator);
  const path = `/messages/${creator.brand.slug}`;
  const many = Array.from({ length: 70 }, (_, number) => `Line ${number}`);
  for (const text of many) await brand.send(text);
  await signInWith(page, creator.token);
  await page.goto(path);
  await expect(thread(page).getByText('New messages')).toBeVisible();
  const log = thread(page);
  await log.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  await expect(log.getByText(many.at(-1) ?? '')).toBeInViewport();
  const first = log.getByText(many[25] ?? '');
  await log.evaluate((element) => element.scrollTo({ top: 0 }));
  await expect(log.getByText(many[0] ?? '')).toBeAttached();
  await expect(first).toBeAttached();
  await expect(page.getByRole('button', { name: 'Go to newest message' })).toBeVisible();
  const last = 'While you read';
  await brand.send(last);
  await expect(log.getByText(last)).toBeAttached();
  await expect(log.getByText(last)).not.toBeInViewport();
  await page.getByRole('button', { name: 'Go to newest message' }).click();
  await expect(log.getByText(last)).toBeInViewport();

  // Clicked while earlier messages are loading: they don't keep the user from the end.
  await page.goto(path);
  await expect(log.getByText(last)).toBeInViewport();
  await log.evaluate((element) => element.scrollTo({ top: 0 }));
  await page.getByRole('button', { name: 'Go to newest message' }).click();
  await expect(log.getByText(many[0] ?? '')).toBeAttached();
  await expect(log.getByText(last)).toBeInViewport();
});

// On a phone Enter makes a line.
test('with a keyboard, Enter sends and Shift+Enter adds a line', async ({ page, request }) => {
  const { brand } = await openThread(page, request);
  const field = page.getByRole('textbox', { name: /^Message to/ });
  const text = 'One line';
  await field.fill(text);
  await field.press('Shift+Enter');
  await field.pressSequentially('another');
  await field.press('Enter');
  await expect(field).toHaveValue('');
  await expect.poll(async () => times(await brand.bodies(), `${text}\nanother`)).toBe(1);
});

test('the list starts with the latest message, and someone else’s thread redirects to it (S17)', async ({
  page,
  request,
}) => {
  const creator = await registerCreator(request);
  await creator.call('post', '/invitations/demo-glow-lab-invitation/accept');
  const written = { client_id: crypto.randomUUID(), body: 'Hello' };
  await creator.call('post', '/chatroom/threads/glow-lab/messages', written);
  await signInWith(page, creator.token);
  await page.goto('/messages');
  const first = page.getByRole('main').getByRole('listitem').first();
  await expect(first).toContainText('Glow Lab');
  await brandOf(creator).send('The latest of all');
  await expect(first).toContainText(creator.brand.name);
  await expect(first).toContainText('unread');
  await page.goto('/messages/northwind-outfitters');
  await expect(page).toHaveURL(/\/messages$/);
});

test('staff answer from the brand’s inbox, and the creator sees it', async ({ page, request }) => {
  const { brand, accountId, name, call } = await registerCreator(request);
  const path = `/chatroom/threads/${accountId}/messages`;
  await signInWith(page, brand.token);
  await page.goto(`/brand/${brand.slug}/messages`);
  const question = 'Is it back soon?';
  const written = { client_id: crypto.randomUUID(), body: question };
  const entry = page.getByRole('link', { name: new RegExp(name) });
  await expect(entry).toBeVisible();
  await call('post', path, written);
  await expect(entry).toContainText(question);
  await entry.click();
  await expect(page).toHaveURL(new RegExp(`/messages/${accountId}$`));
  const text = 'From the console';
  await send(page, text);
  await expect(thread(page).getByText(text)).toBeVisible();
  const bodies = async () => (await call('get', path)).data.map(({ body }: { body: string }) => body);
  await expect.poll(async () => times(await bodies(), text)).toBe(1);
  await expectSound(page);
});
