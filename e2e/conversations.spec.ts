import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { expectNoSidewaysScroll, expectSound, password, signIn, signInAlone, watchForFaults } from './people.ts';

type Entry = { body: string; title: string; read: boolean; merchant_account_id: string };

/** A person at the API, beside the one at the browser. */
async function caller(request: APIRequestContext, email: string) {
  const login = await request.post('/api/v1/login', { data: { email, password } });
  const headers = { authorization: `Bearer ${JSON.parse(await login.text()).data.token}` };
  const take = async (answer: Awaited<ReturnType<APIRequestContext['get']>>) => {
    const text = await answer.text();
    expect(answer.ok(), text).toBe(true);
    return JSON.parse(text).data;
  };
  return {
    list: async (path: string): Promise<Entry[]> => take(await request.get(`/api/v1${path}`, { headers })),
    post: async (path: string, data: object) => take(await request.post(`/api/v1${path}`, { headers, data })),
  };
}

async function brandOf(request: APIRequestContext, email: string, merchant: string) {
  const staff = await caller(request, email);
  const [first] = await staff.list(`/brand/${merchant}/threads`);
  const account = first?.merchant_account_id ?? '';
  const path = `/brand/${merchant}/threads/${account}`;
  return {
    account,
    say: (body: string) => staff.post(`${path}/messages`, { client_id: crypto.randomUUID(), body }),
    bodies: async (): Promise<string[]> => (await staff.list(`${path}/messages?limit=100`)).map(({ body }) => body),
    readAll: () => staff.post(`${path}/read`, { seq: 1_000_000 }),
  };
}

/** Both browsers write in the same thread; each has words of its own. */
let counter = 0;
const words = (text: string) => `${text} ${test.info().project.name} ${Date.now()} ${(counter += 1)}`;

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: /^Message to/ }).fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
}
const thread = (page: Page) => page.getByRole('log');
const times = (list: readonly string[], text: string) => list.filter((each) => each === text).length;

test('a creator writes, the brand’s answer arrives without a reload, and both see what was read (S17)', async ({
  page,
  request,
}) => {
  const faults = watchForFaults(page);
  const brand = await brandOf(request, 'brand@maison.test', 'maison-clair');
  await signIn(page, 'ava@creators.test');
  await page.goto('/messages/maison-clair');
  const question = words('May I show it <b>unboxed</b>?');
  await say(page, question);
  await expect(thread(page).getByText(question)).toBeVisible();
  await expect.poll(async () => times(await brand.bodies(), question)).toBe(1);
  const answer = words('Of course. See https://maisonclair.example/press.');
  await brand.say(answer);
  await expect(
    thread(page)
      .getByText(/Of course\. See/)
      .last(),
  ).toBeVisible();
  const link = thread(page).getByRole('link', { name: 'https://maisonclair.example/press', exact: true }).last();
  await expect(link).toHaveAttribute('href', 'https://maisonclair.example/press');
  await expect(link).toHaveAttribute('rel', /noopener/);
  await say(page, words('Thank you'));
  await expect.poll(async () => (await brand.bodies()).at(-1)).toMatch(/Thank you/);
  await brand.readAll();
  await expect(thread(page).getByText('Seen').last()).toBeVisible();
  await expectNoSidewaysScroll(page);
  expect(faults).toEqual([]);
});

test('what is written without a line goes out when it is back, once and in its order', async ({
  page,
  context,
  request,
}) => {
  const brand = await brandOf(request, 'brand@maison.test', 'maison-clair');
  await signIn(page, 'ava@creators.test');
  await page.goto('/messages/maison-clair');
  await expect(thread(page)).toBeVisible();
  const sent = [words('First in the tunnel'), words('Second in the tunnel')];
  await context.setOffline(true);
  for (const text of sent) await say(page, text);
  await expect(thread(page).getByText('Not sent yet').first()).toBeVisible();
  await expect(thread(page).getByRole('button', { name: 'Try again' }).first()).toBeVisible();
  await context.setOffline(false);
  await expect.poll(async () => (await brand.bodies()).filter((body) => sent.includes(body))).toEqual(sent);
  await expect(thread(page).getByText('Not sent yet')).toHaveCount(0);
  for (const text of sent) await expect(thread(page).getByText(text)).toHaveCount(1);
});

test('what could not be sent outlives the page, and goes out from whichever page comes next', async ({
  page,
  context,
  request,
}) => {
  const brand = await brandOf(request, 'brand@maison.test', 'maison-clair');
  await signIn(page, 'ava@creators.test');
  await page.goto('/messages/maison-clair');
  await expect(thread(page)).toBeVisible();
  const text = words('Closed the laptop');
  await context.setOffline(true);
  await say(page, text);
  await expect(thread(page).getByText('Not sent yet')).toBeVisible();
  await page.close();
  await context.setOffline(false);
  const next = await context.newPage();
  await next.goto('/earnings');
  await expect.poll(async () => times(await brand.bodies(), text)).toBe(1);
  await next.reload();
  await next.goto('/messages/maison-clair');
  await expect(thread(next).getByText(text)).toHaveCount(1);
  expect(times(await brand.bodies(), text)).toBe(1);
});

test('what was written in a session that had ended is kept until the same person signs in again', async ({
  page,
  context,
  request,
}) => {
  const brand = await brandOf(request, 'brand@maison.test', 'maison-clair');
  await signInAlone(page, 'ava@creators.test');
  await page.goto('/messages/maison-clair');
  await expect(thread(page)).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const text = words('Signed out elsewhere');
  await context.setOffline(true);
  await say(page, text);
  await expect(thread(page).getByText('Not sent yet')).toBeVisible();
  await request.post('/api/v1/logout', { headers: { authorization: `Bearer ${token}` } });
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  expect(times(await brand.bodies(), text)).toBe(0);
  const signInHere = async (email: string) => {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
  };
  await signInHere('ava@creators.test');
  await expect(thread(page)).toBeVisible();
  await expect.poll(async () => times(await brand.bodies(), text)).toBe(1);
});

test('pictures go with a message, with a preview before and their place kept after', async ({ page, request }) => {
  const faults = watchForFaults(page);
  const brand = await brandOf(request, 'brand@maison.test', 'maison-clair');
  await signIn(page, 'ava@creators.test');
  await page.goto('/messages/maison-clair');
  const name = `${test.info().project.name}.png`;
  const png = await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 200 } });
  await page.getByLabel('Add pictures').setInputFiles([
    { name, mimeType: 'image/png', buffer: png },
    { name: 'words.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') },
  ]);
  await expect(page.getByRole('alert')).toContainText('JPEG, PNG, WebP or GIF');
  await expect(page.getByRole('img', { name })).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  const text = words('With a picture');
  await say(page, text);
  await expect.poll(async () => times(await brand.bodies(), text)).toBe(1);
  const picture = thread(page).getByRole('img', { name: 'Picture from You' }).last();
  await expect(picture).toBeVisible();
  await expect(picture).toHaveAttribute('width', '300');
  await expect(page.getByRole('img', { name })).toHaveCount(0);
  expect(faults).toEqual([]);
});

test('a long thread opens at its end, keeps the place when earlier messages come, and leads back to the newest', async ({
  page,
  request,
}) => {
  const brand = await brandOf(request, 'brand@northwind.test', 'northwind-outfitters');
  const many = Array.from({ length: 70 }, (_, number) => words(`Line ${number}`));
  for (const text of many) await brand.say(text);
  await signIn(page, 'noor@creators.test');
  await page.goto('/messages/northwind-outfitters');
  await expect(thread(page).getByText('New messages')).toBeVisible();
  const log = thread(page);
  await log.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  await expect(log.getByText(many.at(-1) ?? '')).toBeInViewport();
  const first = log.getByText(many[25] ?? '');
  await log.evaluate((element) => element.scrollTo({ top: 0 }));
  await expect(log.getByText(many[0] ?? '')).toBeAttached();
  await expect(first).toBeAttached();
  await expect(page.getByRole('button', { name: 'Go to newest message' })).toBeVisible();
  const last = words('While you read');
  await brand.say(last);
  await expect(log.getByText(last)).toBeAttached();
  await expect(log.getByText(last)).not.toBeInViewport();
  await page.getByRole('button', { name: 'Go to newest message' }).click();
  await expect(log.getByText(last)).toBeInViewport();

  // Pressed while earlier messages are on their way: those that come do not hold up who leaves for the end.
  await page.goto('/messages/northwind-outfitters');
  await expect(log.getByText(last)).toBeInViewport();
  await log.evaluate((element) => element.scrollTo({ top: 0 }));
  await page.getByRole('button', { name: 'Go to newest message' }).click();
  await expect(log.getByText(many[0] ?? '')).toBeAttached();
  await expect(log.getByText(last)).toBeInViewport();
});

// On a phone Enter makes a line.
test('with a keyboard Enter sends and Shift+Enter makes a line', { tag: '@desktop' }, async ({ page, request }) => {
  const brand = await brandOf(request, 'brand@maison.test', 'maison-clair');
  await signIn(page, 'ava@creators.test');
  await page.goto('/messages/maison-clair');
  const field = page.getByRole('textbox', { name: /^Message to/ });
  const text = words('One line');
  await field.fill(text);
  await field.press('Shift+Enter');
  await field.pressSequentially('another');
  await field.press('Enter');
  await expect(field).toHaveValue('');
  await expect.poll(async () => times(await brand.bodies(), `${text}\nanother`)).toBe(1);
});

test('the list has the last message first; a thread that is not one’s own leads back to it (S17)', async ({
  page,
  request,
}) => {
  const maison = await brandOf(request, 'brand@maison.test', 'maison-clair');
  await signIn(page, 'ava@creators.test');
  await page.goto('/messages');
  const text = words('The latest of all');
  await maison.say(text);
  const first = page.getByRole('main').getByRole('listitem').first();
  await expect(first).toContainText('Maison Clair');
  await expect(first).toContainText('unread');
  await page.goto('/messages/northwind-outfitters');
  await expect(page).toHaveURL(/\/messages$/);
});

test('staff answer from the brand’s inbox, and the creator sees it', async ({ page, request }) => {
  const ava = await caller(request, 'ava@creators.test');
  const { account } = await brandOf(request, 'brand@maison.test', 'maison-clair');
  await signIn(page, 'brand@maison.test');
  await page.goto('/brand/maison-clair/messages');
  const asked = words('Is it back soon?');
  const written = { client_id: crypto.randomUUID(), body: asked };
  await expect(page.getByRole('link', { name: /Ava Lindqvist/ })).toBeVisible();
  await ava.post('/chatroom/threads/maison-clair/messages', written);
  // Without a reload.
  await expect(page.getByRole('link', { name: /Ava Lindqvist/ })).toContainText(asked);
  await page.getByRole('link', { name: /Ava Lindqvist/ }).click();
  await expect(page).toHaveURL(new RegExp(`/messages/${account}$`));
  const text = words('From the console');
  await say(page, text);
  await expect(thread(page).getByText(text)).toBeVisible();
  await expect
    .poll(async () =>
      times(
        (await ava.list('/chatroom/threads/maison-clair/messages')).map(({ body }) => body),
        text,
      ),
    )
    .toBe(1);
  await expectNoSidewaysScroll(page);
  for (const path of ['/brand/maison-clair/messages', '/brand/maison-clair/announcements']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await expectSound(page, path);
  }
});

test('an announcement reaches its creators while they look, and is read by being looked at (S18)', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const staff = await browser.newContext(baseURL ? { baseURL } : {});
  const console = await staff.newPage();
  await signIn(console, 'brand@maison.test');
  await signIn(page, 'ava@creators.test');
  await page.goto('/');
  await page.getByRole('button', { name: /Announcements/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Announcements' });
  await expect(drawer.getByRole('heading', { name: 'How we pay this season' })).toBeVisible();

  const title = words('New atelier hours');
  await console.goto('/brand/maison-clair/announcements');
  await console.getByRole('button', { name: 'New announcement' }).click();
  await console.getByRole('button', { name: 'Publish to all creators' }).click();
  await expect(console.getByText('Please enter a title.').first()).toBeVisible();
  await console.getByLabel('Title').fill(title);
  await console.getByLabel('Text', { exact: true }).fill('We open at nine.');
  await console.getByRole('button', { name: 'Publish to all creators' }).click();
  await expect(console.getByRole('heading', { name: title })).toBeVisible();

  const entry = drawer.getByRole('listitem').filter({ hasText: title });
  await expect(entry).toContainText('New');
  await entry.scrollIntoViewIfNeeded();
  const ava = await caller(request, 'ava@creators.test');
  await expect
    .poll(async () => {
      const list = await ava.list('/chatroom/get-announcement-list');
      return list.find((each) => each.title === title)?.read;
    })
    .toBe(true);
  await drawer.getByLabel('Brand').selectOption({ label: 'Glow Lab' });
  await expect(entry).toHaveCount(0);
  await expect(drawer.getByRole('heading', { name: 'How we pay this season' })).toBeVisible();
  await staff.close();
});
