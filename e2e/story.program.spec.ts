import { type Browser, expect, type Page, test } from '@playwright/test';
import { type Brand, openNewBrand } from './brands.ts';
import { openFeed, googleFeed } from './feeds.ts';
import { mailedLink } from './mails.ts';
import { fieldOf, newcomer, next, ownPassword } from './newcomers.ts';
import { dollars, shopCall, shopperAgent, signInAlone, signInWith } from './people.ts';
import { expectSound, watchForFaults } from './soundness.ts';

// The program of a brand, from the moment it was created to the end of a creator, with nothing done outside of the
// screens. Only the shop calls the API, to report an order.

test.describe.configure({ timeout: 240_000 });

test('an empty brand becomes a program: people, rates, products, a sale, an objection, a bonus, an end', async ({
  browser,
  baseURL,
  request,
}) => {
  const brand = await openNewBrand(request);
  const people = await open(browser, baseURL);
  const [ada, ben, cleo] = [person('Ada Brandt'), person('Ben Oduya'), person('Cleo Marsh')];
  await signInWith(people.owner, brand.token);
  const key = await test.step('settings and a logo', () => setUp(people.owner, brand));
  await test.step('a colleague', () => inviteColleague(people, brand));
  await test.step('rates', () => publishRate(people.owner, brand, '18'));
  const feed = await test.step('a product feed', () => startFeed(people.owner, brand));
  await test.step('a group', () => createGroup(people.owner, brand));
  await test.step('an application page', () => openApplications(people.owner, brand));
  await test.step('three applications', async () => {
    for (const each of [ada, ben, cleo]) await apply(people.shopper, brand, each);
    await answerApplications(people.owner, brand);
  });
  await test.step('a creator opens a storefront', () => register(people.creator, ada));
  await test.step('the creator moves to a group', () => moveToGroup(people.owner, brand, ada));
  await test.step('a rate cut', () => publishRate(people.owner, brand, '15'));
  await test.step('the creator is told', () => readRateCut(people.creator, brand));
  const orderId = `P-${ada.handle}`;
  await test.step('a sale on hold', () => sell(people.shopper, brand, { key, orderId, ada }));
  await test.step('a decline', () => decline(people.owner, brand, orderId));
  await test.step('an objection, accepted', () => object(people, brand, orderId));
  await test.step('a bonus', () => giveBonus(people, brand, ada));
  await test.step('the end', () => end(people, brand, ada));
  feed.close();
  expect(people.faults()).toEqual([]);
});

type People = Awaited<ReturnType<typeof open>>;
type Applicant = ReturnType<typeof person>;

const person = (name: string) => ({ name, ...newcomer() });

async function open(browser: Browser, baseURL: string | undefined) {
  const desk = { ...(baseURL && { baseURL }), viewport: { width: 1440, height: 900 } };
  const phone = { ...(baseURL && { baseURL }), viewport: { width: 390, height: 844 } };
  const page = async (options: object) => (await browser.newContext(options)).newPage();
  const people = {
    owner: await page(desk),
    colleague: await page(desk),
    creator: await page(phone),
    shopper: await page({ ...phone, userAgent: shopperAgent }),
  };
  const watched = Object.values(people).map(watchForFaults);
  return { ...people, faults: () => watched.flat() };
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Returns the key of the shop. */
async function setUp(page: Page, { slug }: Brand): Promise<string> {
  await page.goto(`/brand/${slug}/settings`);
  const days = page.locator('form').filter({ has: fieldOf(page, 'Days a click counts') });
  await fieldOf(page, 'Days a click counts').fill('45');
  await days.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('It applies to clicks from now on')).toBeVisible();
  await page.getByLabel('Logo file').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png });
  await expect(page.getByText('Logo saved. It’s live.')).toBeVisible({ timeout: 30_000 });
  await fieldOf(page, 'Key name').fill('Shop');
  await page.getByRole('button', { name: 'Create API key' }).click();
  await expect(page.getByText('Copy this key now.')).toBeVisible();
  const [key = ''] = /vtk_[\w-]{20,}/.exec(await page.getByRole('main').innerText()) ?? [];
  expect(key).not.toBe('');
  return key;
}

async function inviteColleague({ owner, colleague }: People, { slug }: Brand): Promise<void> {
  const { email } = newcomer();
  await owner.goto(`/brand/${slug}/team`);
  await owner.getByRole('button', { name: 'Invite colleague' }).click();
  const sheet = owner.getByRole('dialog');
  await sheet.getByLabel('Name').fill('Nora Berg');
  await sheet.getByLabel('Email').fill(email);
  await sheet.getByText('Support').click();
  await sheet.getByRole('button', { name: 'Send invitation' }).click();
  await expect(sheet.locator('code')).toBeVisible();
  const link = await sheet.locator('code').innerText();
  await sheet.getByRole('button', { name: 'Done' }).click();
  await colleague.goto(link);
  await fieldOf(colleague, 'New password').fill(ownPassword);
  await colleague.getByRole('button', { name: 'Save password' }).click();
  await expect(colleague.getByText('Your password is set')).toBeVisible();
  await signInAlone(colleague, email, ownPassword);
}

async function publishRate(page: Page, { slug }: Brand, percent: string): Promise<void> {
  await page.goto(`/brand/${slug}/terms`);
  await page.getByRole('button', { name: /Set commission rates|Create new version/ }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Percentage', { exact: true }).first().fill(percent);
  await form.getByRole('button', { name: 'Publish' }).click();
  await expect(form).toHaveCount(0);
  await expect(page.getByText(`${percent}%`).first()).toBeVisible();
  await expectSound(page, `terms at ${percent}%`);
}

async function startFeed(page: Page, { slug, shop }: Brand) {
  const feed = await openFeed();
  feed.type = 'application/xml';
  feed.body = googleFeed([
    { shop, name: 'serum', price: '48.00 USD' },
    { shop, name: 'balm', price: '12.00 USD' },
  ]);
  await page.goto(`/brand/${slug}/catalogue`);
  await page.getByRole('button', { name: 'Product feed' }).click();
  const sheet = page.getByRole('dialog', { name: 'Product feed' });
  await sheet.getByLabel('Address of the feed').fill(feed.url);
  await sheet.getByRole('button', { name: 'Preview products' }).click();
  await expect(sheet.getByRole('heading', { name: '2 new products' })).toBeVisible();
  await sheet.getByRole('button', { name: 'Start feed' }).click();
  await expect(sheet.getByRole('region', { name: 'Last runs' })).toContainText('2 products added');
  return feed;
}

async function createGroup(page: Page, { slug }: Brand): Promise<void> {
  await page.goto(`/brand/${slug}/groups`);
  await page.getByRole('button', { name: 'New group' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Name').fill('Ambassadors');
  await sheet.getByLabel('Welcome text').fill('You hear of new products first.');
  await sheet.getByRole('button', { name: 'Create group' }).click();
  await expect(page.getByRole('row', { name: /Ambassadors/ })).toBeVisible();
}

async function openApplications(page: Page, { slug }: Brand): Promise<void> {
  await page.goto(`/brand/${slug}/application-page`);
  await page.getByLabel('Headline').fill('Join our program');
  await page.getByRole('button', { name: 'Add question' }).click();
  await fieldOf(page, 'Question 1').fill('Why us?');
  await page.getByRole('button', { name: 'Save page' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Open page' }).click();
  await expect(page.getByText('Your page is open. Creators can apply.')).toBeVisible();
}

async function apply(page: Page, { slug }: Brand, { name, email }: Applicant): Promise<void> {
  await page.goto(`/apply/${slug}`);
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Your email').fill(email);
  await page.getByLabel('Why us?').fill('I test everything.');
  await page.getByText('can keep my answers').click();
  await page.getByRole('button', { name: 'Send application' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await page.goto(await mailedLink(email, 'application_confirm'));
  await page.getByRole('button', { name: 'Confirm application' }).click();
  await expect(page.getByText('will answer by email')).toBeVisible();
}

/** Declines Ben's with a reason, and approves those of Ada and Cleo together. */
async function answerApplications(page: Page, { slug }: Brand): Promise<void> {
  await page.goto(`/brand/${slug}/applications`);
  await page.getByRole('button', { name: 'Ben Oduya' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByText('Decline', { exact: true }).click();
  await sheet.getByLabel('Reason').selectOption('audience');
  await sheet.getByRole('button', { name: 'Decline and send email' }).click();
  for (const name of ['Ada Brandt', 'Cleo Marsh']) await page.getByRole('checkbox', { name: `Choose ${name}` }).check();
  await page.getByRole('button', { name: 'Answer 2 applications' }).click();
  await sheet.getByRole('button', { name: 'Approve and invite' }).click();
  await expect(page.getByText('2 applications were answered.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expectSound(page, 'applications');
}

async function register(page: Page, { email, handle }: Applicant): Promise<void> {
  await page.goto(await mailedLink(email, 'invitation'));
  await page.getByRole('link', { name: 'Accept invitation' }).click();
  await fieldOf(page, 'Your name').fill('Ada Brandt');
  await fieldOf(page, 'Handle').fill(handle);
  await expect(page.getByText('is available.')).toBeVisible();
  await next(page);
  await fieldOf(page, 'Password').fill(ownPassword);
  await next(page);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Open my storefront' }).click();
  await page.getByRole('link', { name: 'Add your first product' }).click();
  await page.getByRole('button', { name: 'Add a product' }).click();
  const choice = page.getByRole('dialog').getByRole('button', { name: /^(Add|Put) .*serum/ });
  await choice.first().click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 3, name: 'Feed serum' })).toBeVisible();
}

async function openCreator(page: Page, { slug }: Brand, { handle }: Applicant): Promise<void> {
  await page.goto(`/brand/${slug}/creators?search=${handle}`);
  await page.getByRole('region', { name: 'Creators' }).getByRole('link').first().click();
  await expect(page.getByText(`@${handle}`)).toBeVisible();
}

async function moveToGroup(page: Page, brand: Brand, ada: Applicant): Promise<void> {
  await openCreator(page, brand, ada);
  await page.getByRole('button', { name: 'Move to a group' }).click();
  await page.getByRole('dialog').getByText('Ambassadors').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).click();
  await expect(page.getByText('Moved, from now on.')).toBeVisible();
  await expectSound(page, 'profile');
}

async function readRateCut(page: Page, { name }: Brand): Promise<void> {
  await page.goto('/earnings?view=rules');
  await expect(page.getByRole('region', { name })).toContainText(/18% until \w+ \d+, then 15%/);
  await page.getByRole('button', { name: 'Notifications' }).click();
  const drawer = page.getByRole('dialog', { name: 'Notifications' });
  await expect(drawer.getByRole('link', { name: /Some of your commission rates change on/ })).toBeVisible();
  await expectSound(page, 'bell');
}

type Sale = { key: string; orderId: string; ada: Applicant };

/** A click on the storefront, and an order whose customer has the creator's own address, so it is on hold. */
async function sell(page: Page, { slug, shop }: Brand, { key, orderId, ada }: Sale): Promise<void> {
  await page.goto(`/@${ada.handle}/${slug}`);
  const landing = page.waitForRequest((sent) => sent.url().startsWith(shop));
  await page.locator('a[rel~="sponsored"]').first().click({ noWaitAfter: true });
  const order = {
    order_id: orderId,
    currency: 'USD',
    placed_at: new Date().toISOString(),
    click_id: new URL((await landing).url()).searchParams.get('vt_click') ?? '',
    customer: { email: ada.email },
    lines: [{ line_id: '1', sku: 'serum', title: 'Feed serum', quantity: 1, unit_price: dollars(4800) }],
  };
  const { decision } = await shopCall(page.request, '/orders', order, key);
  expect(decision.outcome).toBe('held_self_purchase');
}

async function decline(page: Page, { slug }: Brand, orderId: string): Promise<void> {
  await page.goto(`/brand/${slug}/orders`);
  await page.getByRole('link', { name: orderId }).click();
  const sheet = page.getByRole('dialog', { name: `Order ${orderId}` });
  await sheet.getByLabel('Your reason').fill('You bought this yourself.');
  await sheet.getByRole('button', { name: 'Decline', exact: true }).click();
  await expect(page.getByText(/declined\. The creator can read your reason\./)).toBeVisible();
}

async function object({ creator, owner }: People, { slug }: Brand, orderId: string): Promise<void> {
  await creator.goto(`/earnings?order=${orderId}&merchant=${slug}`);
  const why = creator.getByRole('dialog', { name: 'Why this amount?' });
  await expect(why).toContainText('You bought this yourself.');
  await why.getByLabel('Your objection').fill('My sister ordered it on my laptop.');
  await why.getByRole('button', { name: 'Send objection' }).click();
  await expect(why).toContainText('Without an answer, the commission is credited again.');
  await expectSound(creator, 'objection');
  await owner.goto(`/brand/${slug}/objections?state=open`);
  await owner.getByRole('link', { name: orderId }).click();
  const sheet = owner.getByRole('dialog', { name: `Order ${orderId}` });
  await expect(sheet).toContainText('My sister ordered it on my laptop.');
  await sheet.getByRole('button', { name: 'Accept and credit again' }).click();
  await expect(sheet.getByRole('button', { name: 'Accept and credit again' })).toBeHidden();
  await expect(why).toContainText('accepted your objection on');
  // 18% of 48.00: the lower rate starts on a later day.
  await creator.goto('/earnings');
  await expect(creator.getByRole('link', { name: /Feed serum/ }).first()).toContainText('$8.64');
}

async function giveBonus({ owner, creator }: People, { slug }: Brand, { handle }: Applicant): Promise<void> {
  await owner.goto(`/brand/${slug}/adjustments`);
  await owner.getByRole('button', { name: 'Give bonus' }).click();
  const sheet = owner.getByRole('dialog');
  await sheet.getByLabel('Creators and amounts').fill(`@${handle}, 25.00`);
  await sheet.getByLabel('Reason').fill('Thanks for a great launch week');
  await sheet.getByRole('button', { name: 'Preview' }).click();
  await sheet.getByLabel('Your password').fill(ownPassword);
  await sheet.getByRole('button', { name: 'Give $25.00' }).click();
  await expect(owner.getByText('Done. We’ve let the creators know.')).toBeVisible();
  await creator.goto('/earnings?view=adjustments');
  await expect(creator.getByText('Thanks for a great launch week')).toBeVisible();
}

async function end({ owner, creator }: People, brand: Brand, ada: Applicant): Promise<void> {
  await openCreator(owner, brand, ada);
  await owner.getByRole('button', { name: 'Pause or end' }).click();
  const sheet = owner.getByRole('dialog');
  await sheet.getByLabel('Reason for the end').fill('Our program ends with this season.');
  await sheet.getByRole('button', { name: 'Announce the end' }).click();
  await expect(owner.getByText('The end was announced.')).toBeVisible();
  await expect(owner.getByText(/^Ends on /)).toBeVisible();
  await creator.goto('/');
  await creator.getByRole('button', { name: 'Notifications' }).click();
  await expect(creator.getByRole('dialog', { name: 'Notifications' })).toContainText(brand.name);
  await creator.goto('/');
  await expect(creator.getByText('Our program ends with this season.')).toBeVisible();
}
