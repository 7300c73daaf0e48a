import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { signInAs } from './people.ts';
import { ended, firstLine, type RunningScript, startScript } from './scripts.ts';
import { watchForFaults } from './soundness.ts';

async function openDrawer(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('button', { name: item, exact: true }).click();
}

test('a problem report shows the details that are sent along, and the operator’s answer appears with it (S12)', async ({
  page,
  browser,
  baseURL,
}) => {
  const faults = watchForFaults(page);
  const subject = 'Nothing moves';
  await signInAs(page, 'noor@creators.test');
  await page.goto('/earnings');
  await openDrawer(page, 'Report a problem');
  const dialog = page.getByRole('dialog', { name: 'Report a problem' });
  const along = dialog.getByRole('region', { name: 'Included details' });
  await expect(along).toContainText('/earnings');
  await expect(along).toContainText(/\d+\.\d+\.\d+/);
  await expect(along).toContainText('Mozilla/5.0');
  await dialog.getByLabel('What went wrong?').fill('x');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByText('Please enter a title of 3 to 120 characters.')).toBeVisible();
  await dialog.getByLabel('What went wrong?').fill(subject);
  await dialog.getByLabel('What happened').fill('I pressed the button and nothing came of it.');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByText('Thanks! We got it')).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByText(subject)).toBeVisible();

  const office = await browser.newContext(baseURL ? { baseURL } : {});
  const operator = await office.newPage();
  await signInAs(operator, 'operator@vitrine.test');
  await operator.goto('/operator/tickets');
  const ticket = operator.getByRole('article', { name: subject });
  await expect(ticket).toContainText('Noor Haddad');
  await expect(ticket).toContainText('/earnings');
  await ticket.getByLabel('Your answer').fill('Thank you. It is mended.');
  await ticket.getByRole('button', { name: 'Send answer' }).click();
  await expect(ticket).toBeHidden();
  await office.close();

  await page.reload();
  await page.goto('/');
  await openDrawer(page, 'Feedback/support');
  await expect(page.getByText('Thank you. It is mended.').first()).toBeVisible();
  expect(faults).toEqual([]);
});

test.describe('with a help form configured', () => {
  // One worker starts that installation once.
  test.describe.configure({ mode: 'default' });
  const waiting: ServerResponse[] = [];
  const requested: string[] = [];
  let form: Server;
  let product: RunningScript;
  const ownPort = Number(process.env['E2E_PORT']) - 6000;
  const origin = `http://127.0.0.1:${ownPort}`;
  const data = mkdtempSync(join(tmpdir(), 'vitrine-help-'));

  test.beforeAll(async () => {
    form = createServer((request, response) => {
      requested.push(request.url ?? '');
      waiting.push(response);
    });
    await new Promise<void>((resolve) => form.listen(0, '127.0.0.1', resolve));
    const address = form.address();
    const formPort = typeof address === 'object' ? address?.port : undefined;
    const { password: secret, port } = JSON.parse(
      readFileSync(join(process.env['E2E_DATA'] ?? '', 'postgres.access'), 'utf8'),
    );
    product = startScript('run/serve.mjs', [], {
      PORT: String(ownPort),
      DATA_DIR: data,
      DATABASE_URL: `postgres://vitrine:${secret}@127.0.0.1:${port}/vitrine`,
      ROLES: 'api',
      NODE_ID: 'help',
      DEMO: '0',
      LOG_LEVEL: 'error',
      RATE_LIMITS: '0',
      SUPPORT_FORM_URL: `http://127.0.0.1:${formPort}/help?lang=en`,
    });
    await firstLine(product, /^Vitrine is ready/);
  });
  test.afterAll(async () => {
    product.child.kill('SIGTERM');
    await ended(product);
    form.closeAllConnections();
    form.close();
    rmSync(data, { recursive: true, force: true });
  });

  async function enter(page: Page): Promise<void> {
    await signInAs(page, 'ava@creators.test', origin);
    await page.goto(`${origin}/`);
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeAttached();
  }

  test('it is embedded with four hidden identifiers, each padded, and a loading state until it loads (§55, §95, §114, §115)', async ({
    page,
  }) => {
    const faults = watchForFaults(page);
    await enter(page);
    requested.length = 0;
    waiting.length = 0;
    await openDrawer(page, 'Feedback/support');
    const loading = page.getByRole('status').filter({ hasText: 'Loading the help form' });
    await expect(loading).toBeVisible();
    await expect.poll(() => requested.length).toBe(1);
    waiting[0]?.setHeader('content-type', 'text/html');
    waiting[0]?.end('<!doctype html><title>Help</title><p>How can we help?</p>');
    await expect(page.frameLocator('iframe[title="Help form"]').getByText('How can we help?')).toBeVisible();
    await expect(loading).toHaveCount(0);

    const token = await page.evaluate(() => localStorage.getItem('token'));
    const me = (
      await (await page.request.get(`${origin}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } })).json()
    ).data;
    const query = new URL(requested[0] ?? '', origin).searchParams;
    expect(query.get('lang')).toBe('en');
    for (const [name, identifier] of [
      ['creator_portal_id', 'general'],
      ['user_id', me.motom_user_id],
      ['user_unique_key', me.motom_user_unique_key],
      ['merchant_id', me.merchant_accounts[0].merchant_id],
    ] as const)
      expect(query.get(name)).toMatch(new RegExp(`^[A-Za-z0-9]{6}${identifier}[A-Za-z0-9]{6}$`));
    expect(faults).toEqual([]);
  });

  test('a form that doesn’t load is waited for at most 5 seconds (§95, §125)', async ({ page }) => {
    await enter(page);
    await page.clock.install();
    // Stands still from here on: only what runs for the test passes.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
    await openDrawer(page, 'Feedback/support');
    const loading = page.getByRole('status').filter({ hasText: 'Loading the help form' });
    await expect(page.locator('iframe[title="Help form"]')).toBeAttached();
    await page.clock.runFor(4_999);
    await expect(loading).toBeVisible();
    await page.clock.runFor(1);
    await expect(loading).toHaveCount(0);
  });
});
