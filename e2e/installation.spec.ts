import { type Browser, expect, type Page, test } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { confirmWhenAsked } from './calls.ts';
import { openInstallation, type OwnInstallation } from './installation.ts';
import { fieldOf, next, ownPassword } from './newcomers.ts';
import { dollars, shopCall, shopperAgent } from './people.ts';
import { expectSound, watchForFaults } from './soundness.ts';

// From an empty server to the first commission, and through the loss of the machine, using only screens and commands.

const operator = { name: 'Olga Brandt', email: 'olga@portal.test' };
const owner = { name: 'Ines Maro', email: 'ines@seabright.test' };
const creator = { name: 'Iris Vale', email: 'iris@creators.test', handle: 'iris' };
const catalogue = ['sku,title,url,price', 'SB-1,Dew Serum,https://seabright.example/serum,30.00'].join('\n');
const firstPort = Number(process.env['E2E_PORT']) - 5000;

test.describe.configure({ timeout: 240_000 });

for (const [index, withMail] of [true, false].entries()) {
  const mode = withMail ? 'with a mail server' : 'without a mail server';
  test(`production ${mode}: from an empty database to a commission, and back from a backup (S26, S27)`, async ({
    browser,
  }) => {
    const installation = await openInstallation({ port: firstPort + index, withMail });
    try {
      const people = await open(browser, installation.origin);
      const setupAddress = await test.step('start', () => startedAt(installation));
      const ownersLink = await test.step('set up', () => setUp(people.operator, setupAddress, installation, withMail));
      const key = await test.step('open the brand', () => openBrand(people.owner, ownersLink));
      const invitation = await test.step('invite', () => invite(people.owner, installation, withMail));
      await test.step('register', () => register(people.creator, invitation, withMail));
      await test.step('sell', () => sell(people, key));
      const before = await figuresOf(people);
      expect(before.earnings).toContain('$4.50');
      await test.step('back up and lose the machine', async () => {
        expect(await installation.command('backup', installation.backupFile)).toContain('Backup complete');
        await installation.stop();
        await installation.loseMachine();
      });
      await test.step('restore', async () => {
        expect(await installation.command('restore', installation.backupFile)).toContain(
          'The ledger, the click counts and the pictures are correct.',
        );
        expect(await installation.start()).not.toContain('/setup#');
      });
      await expectSignedOut(people);
      await logIn(people.owner, owner.email, /\/brand/);
      await logIn(people.creator, creator.email, /\/(overview)?$/);
      // Each look is five pages of a server that has just been restored.
      await expect.poll(() => figuresOf(people), { timeout: 90_000 }).toEqual(before);
      await expectDecision(people.creator);
      expect(people.faults()).toEqual([]);
    } finally {
      await installation.close();
    }
  });
}

type People = Awaited<ReturnType<typeof open>>;

/** Four browsers: of the operator, the brand's owner, the creator, and a shopper. */
async function open(browser: Browser, baseURL: string) {
  const desk = { baseURL, viewport: { width: 1440, height: 900 } };
  const phone = { baseURL, viewport: { width: 390, height: 844 } };
  const page = async (options: object) => (await browser.newContext(options)).newPage();
  const people = {
    operator: await page(desk),
    owner: await page(desk),
    creator: await page(phone),
    shopper: await page({ ...phone, userAgent: shopperAgent }),
  };
  const watched = Object.values(people).map(watchForFaults);
  return { ...people, faults: () => watched.flat() };
}

async function startedAt(installation: OwnInstallation): Promise<string> {
  const printed = await installation.start();
  const [address = ''] = /http\S+\/setup#vto_\S+/.exec(printed) ?? [];
  expect(address, printed).toContain(installation.origin);
  return address;
}

async function setUp(page: Page, address: string, installation: OwnInstallation, withMail: boolean): Promise<string> {
  await page.goto(address);
  await fieldOf(page, 'Your name').fill(operator.name);
  await fieldOf(page, 'Email').fill(operator.email);
  await fieldOf(page, 'Password').fill(ownPassword);
  await expectSound(page, 'setup');
  await page.getByRole('button', { name: 'Create operator' }).click();
  const recoveryCode = await turnOnTwoFactor(page);

  await fieldOf(page, 'Name of this installation').fill('Seabright Creators');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByText('They match, so links in emails open here.')).toBeVisible();
  await expectSound(page, 'address');
  await next(page);
  if (withMail) {
    await page.getByRole('button', { name: 'Send test email' }).click();
    await expect(page.getByText('The mail server accepted the test email.')).toBeVisible();
    expect(await installation.mailTo(operator.email, /test/i)).toContain('Seabright Creators');
  } else {
    await expect(page.getByText('No mail server is set up, so no emails are sent.')).toBeVisible();
  }
  await expectSound(page, 'mail');
  await next(page);

  await page.getByRole('button', { name: 'Create brand' }).click();
  const sheet = page.getByRole('dialog', { name: 'Create brand' });
  await sheet.getByLabel('Brand name').fill('Seabright');
  await sheet.getByLabel('Shop address').fill('https://seabright.example');
  await sheet.getByLabel('Owner’s name').fill(owner.name);
  await sheet.getByLabel('Owner’s email').fill(owner.email);
  await sheet.getByRole('button', { name: 'Create brand' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await confirmation.getByLabel('Code from your authenticator app').fill(recoveryCode);
  await confirmation.getByRole('button', { name: 'Continue' }).click();
  let link: string;
  if (withMail) {
    await expect(page.getByText('Your brands: Seabright')).toBeVisible();
    link = linkIn(await installation.mailTo(owner.email, /Seabright/));
  } else {
    const created = page.getByRole('dialog', { name: 'Seabright created' });
    link = linkIn(await created.innerText());
    await created.getByRole('button', { name: 'Done' }).click();
  }
  await page.getByRole('button', { name: 'Finish setup' }).click();
  await expect(page.getByText('Seabright').first()).toBeVisible();
  return link;
}

/** In production, the console opens for an operator who has it. Returns a recovery code. */
async function turnOnTwoFactor(page: Page): Promise<string> {
  await expect(page.getByText('Turn on two-factor login first')).toBeVisible();
  await expectSound(page, 'account');
  await page.getByRole('button', { name: 'Turn on two-factor login' }).click();
  await page.getByLabel('Your password').fill(ownPassword);
  await page.getByRole('button', { name: 'Continue' }).click();
  const secret = (await page.getByRole('dialog').locator('code').innerText()).replaceAll(' ', '');
  await page.getByLabel('Code from the app').fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
  await page.getByRole('button', { name: 'Turn on', exact: true }).click();
  const code = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').first().innerText();
  await page.getByRole('button', { name: 'I’ve saved them' }).click();
  return code.trim();
}

function linkIn(text: string): string {
  const [link = ''] = /http\S+#[\w-]+/.exec(text) ?? [];
  expect(link, text).not.toBe('');
  return link;
}

/** Password, products, rates, and a key for the shop. Returns the key. */
async function openBrand(page: Page, link: string): Promise<string> {
  await confirmWhenAsked(page, ownPassword);
  await page.goto(link);
  await fieldOf(page, 'New password').fill(ownPassword);
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.getByRole('link', { name: 'Log in' }).click();
  await logIn(page, owner.email, /\/brand/);

  await page.getByRole('link', { name: /Import your catalog/ }).click();
  await page.getByRole('button', { name: 'Import products' }).first().click();
  const products = page.getByRole('dialog', { name: 'Import products' });
  const buffer = Buffer.from(catalogue);
  await products.locator('input[type=file]').setInputFiles({ name: 'catalog.csv', mimeType: 'text/csv', buffer });
  await products.getByRole('button', { name: 'Import 1 product' }).click();
  await expect(products.getByRole('heading', { name: 'Import finished' })).toBeVisible();
  await products.getByRole('button', { name: 'Close' }).click();

  await page.goto('/brand/seabright/terms');
  await page.getByRole('button', { name: 'Set commission rates' }).click();
  const terms = page.getByRole('dialog', { name: 'Set commission rates' });
  await terms.getByLabel('Percentage', { exact: true }).fill('15');
  await terms.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Active version')).toBeVisible();

  await page.goto('/brand/seabright/settings');
  await fieldOf(page, 'Key name').fill('Shop');
  await page.getByRole('button', { name: 'Create API key' }).click();
  await expect(page.getByText('Copy this key now.')).toBeVisible();
  const [key = ''] = /vtk_[\w-]{20,}/.exec(await page.getByRole('main').innerText()) ?? [];
  expect(key).not.toBe('');
  return key;
}

async function invite(page: Page, installation: OwnInstallation, withMail: boolean): Promise<string> {
  await page.goto('/brand/seabright/invitations');
  await page.getByRole('button', { name: 'Invite a creator' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'Invite a creator' });
  await drawer.getByLabel('Creator’s email').fill(creator.email);
  await drawer.getByRole('button', { name: 'Send invitation' }).click();
  const created = page.getByRole('dialog', { name: 'Invitation created' });
  await expect(created).toContainText(withMail ? 'is on its way to' : 'Copy this link now');
  return linkIn(withMail ? await installation.mailTo(creator.email, /Seabright/) : await created.innerText());
}

async function register(page: Page, invitation: string, withMail: boolean): Promise<void> {
  await page.goto(invitation);
  await expect(page.getByRole('heading', { level: 1, name: 'Seabright invites you' })).toBeVisible();
  await page.getByRole('link', { name: 'Accept invitation' }).click();
  await fieldOf(page, 'Your name').fill(creator.name);
  await fieldOf(page, 'Handle').fill(creator.handle);
  await expect(page.getByText('is available.')).toBeVisible();
  await next(page);
  await fieldOf(page, 'Password').fill(ownPassword);
  await next(page);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Open my storefront' }).click();
  await page.getByRole('link', { name: 'Add your first product' }).click();
  await page.getByRole('button', { name: 'Add a product' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Add|Put)/ })
    .first()
    .click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 3, name: 'Dew Serum' })).toBeVisible();
  await expectSound(page, withMail ? 'first product' : 'first product, no mail server');
}

/** A shopper's click, and the order that the shop reports for it: 15% of 30.00. */
async function sell({ shopper, creator: page }: People, key: string): Promise<void> {
  await shopper.goto(`/@${creator.handle}/seabright`);
  const landing = shopper.waitForRequest((request) => request.url().startsWith('https://seabright.example/'));
  await shopper.locator('a[rel~="sponsored"]').first().click({ noWaitAfter: true });
  const clickId = new URL((await landing).url()).searchParams.get('vt_click') ?? '';
  const line = { line_id: '1', sku: 'SB-1', title: 'Dew Serum', quantity: 1, unit_price: dollars(3000) };
  const order = {
    order_id: '1001',
    currency: 'USD',
    placed_at: new Date().toISOString(),
    click_id: clickId,
    lines: [line],
  };
  const { decision } = await shopCall(shopper.request, '/orders', order, key);
  expect(decision.outcome).toBe('credited');
  await page.goto('/earnings');
  await expect(page.getByRole('link', { name: /Dew Serum/ }).first()).toContainText('$4.50');
}

/** What the creator and the brand read on their screens, without the moments at which they read it. */
async function figuresOf({ creator: creatorPage, owner: ownerPage }: People) {
  const read = async (page: Page, path: string, shown: RegExp) => {
    await page.goto(path);
    await expect(page.getByRole('main')).toContainText(shown);
    const text = await page.getByRole('main').innerText();
    return text.replaceAll(/\b\d{1,2}:\d\d\b.*/g, '');
  };
  return {
    earnings: await read(creatorPage, '/earnings', /Add bank details.*Dew Serum/s),
    products: await read(creatorPage, '/manage/seabright/products', /1 click/),
    // The chart's axes are drawn after the figures.
    home: await read(ownerPage, '/brand/seabright', /\$30\.00.*\$10\b.*Top creators/s),
    orders: await read(ownerPage, '/brand/seabright/orders', /1001/),
    creators: await read(ownerPage, '/brand/seabright/creators', /@iris/),
  };
}

async function expectSignedOut(people: People): Promise<void> {
  for (const page of [people.owner, people.creator]) {
    await page.goto('/');
    await expect(page).toHaveURL(/\/login/);
  }
}

async function logIn(page: Page, email: string, home: RegExp): Promise<void> {
  if (!page.url().includes('/login')) await page.goto('/login');
  await fieldOf(page, 'Email').fill(email);
  await fieldOf(page, 'Password').fill(ownPassword);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(home);
}

async function expectDecision(page: Page): Promise<void> {
  await page.goto('/earnings?order=1001&merchant=seabright');
  await expect(page.getByRole('dialog', { name: 'Why this amount?' })).toContainText('A shopper clicked your link');
}
