import { type APIRequestContext, type BrowserContext, expect, type Page } from '@playwright/test';
import type { Brand } from './brands.ts';
import { confirmWhenAsked } from './calls.ts';
import { ownPassword } from './newcomers.ts';

// The stand-in shops of server/world/shop, used as their owners and shoppers use them: through their pages.

export type StandInKind = 'shopify' | 'woocommerce' | 'stripe';
export type OpenedStandIn = { kind: StandInKind; url: string; catalog: string };

/** Opens a shop at the host of the brand. `catalog` is the list of its products as a CSV file. */
export async function openStandIn(
  request: APIRequestContext,
  brand: Brand,
  { kind, checkout = 'classic' }: { kind: StandInKind; checkout?: 'classic' | 'block' },
): Promise<OpenedStandIn> {
  const answer = await request.post(`http://127.0.0.1:${process.env['E2E_SHOPS_PORT']}/shops`, {
    data: {
      host: new URL(brand.shop).hostname,
      platform: kind,
      name: brand.name,
      tax_rate: 825,
      checkout,
      products: [
        { sku: 'S-1', title: 'Dew Serum', price: 4795, about: 'A light serum for every day.' },
        { sku: 'S-2', title: 'Lip Balm', price: 1250 },
        { sku: 'S-3', title: 'Cloud Cream', price: 3900 },
      ],
    },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  const { url, catalog }: { url: string; catalog: string } = await answer.json();
  return { kind, url: url.replace(/:\d*$/, `:${process.env['E2E_SHOPS_PORT']}`), catalog };
}

/** The owner's two tabs: the page Shop of the console, and the admin of the shop. */
type Tabs = { shopPage: Page; admin: Page };

/** Copies a text with its button, and pastes it where the cursor is put. */
async function copyTo({ shopPage, admin }: Tabs, button: string, field: string): Promise<void> {
  await shopPage.bringToFront();
  // What the copy before says would hide that this one isn't done.
  await expect(shopPage.getByText('Copied')).toHaveCount(0);
  await shopPage.getByRole('button', { name: button, exact: true }).first().click();
  await expect(shopPage.getByText('Copied').first()).toBeVisible();
  await admin.bringToFront();
  await admin.getByLabel(field, { exact: true }).fill('');
  await admin.getByLabel(field, { exact: true }).press('Control+V');
}

/** Copies the secret that the shop shows, and pastes it into Vitrine. */
async function saveSecret({ shopPage, admin }: Tabs): Promise<void> {
  await admin.bringToFront();
  await admin.locator('#secret').press('Control+A');
  await admin.locator('#secret').press('Control+C');
  await shopPage.bringToFront();
  await shopPage.getByLabel('Secret', { exact: true }).press('Control+V');
  await shopPage.getByRole('button', { name: 'Save secret' }).click();
  await expect(shopPage.getByRole('region', { name: 'Status' })).toContainText('Waiting for the first webhook');
  await admin.bringToFront();
}

/** The events that the page Shop tells the owner to choose. */
async function listedEvents({ shopPage }: Tabs): Promise<string[]> {
  const items = await shopPage
    .getByRole('region', { name: /^Connect / })
    .locator('ul > li')
    .all();
  return Promise.all(items.map(async (item) => (await item.innerText()).trim()));
}

async function saveTag(tabs: Tabs): Promise<void> {
  await copyTo(tabs, 'Copy tag', 'Tags in the head of every page');
  await tabs.admin.getByRole('button', { name: 'Save tags' }).click();
}

const connections: Record<StandInKind, (tabs: Tabs) => Promise<void>> = {
  async shopify(tabs) {
    const { shopPage, admin } = tabs;
    await shopPage.getByText('Create the webhooks by hand').click();
    await saveSecret(tabs);
    for (const event of await listedEvents(tabs)) {
      await admin.getByLabel('Event').selectOption({ label: event });
      await copyTo(tabs, 'Copy address', 'URL');
      await admin.getByRole('button', { name: 'Create webhook' }).click();
      await expect(admin.getByRole('table', { name: 'Webhooks' }).getByText(event)).toBeVisible();
    }
    await saveTag(tabs);
    await admin.getByRole('button', { name: 'Send test' }).first().click();
  },
  async woocommerce(tabs) {
    const { shopPage, admin } = tabs;
    await saveSecret(tabs);
    await shopPage.getByText('Connect without the plugin').click();
    await copyTo(tabs, 'Copy address', 'Address');
    await copyTo(tabs, 'Copy tag', 'Snippet');
    await admin.getByRole('button', { name: 'Connect' }).click();
    await expect(admin.getByRole('status')).toContainText('Connected.');
  },
  async stripe(tabs) {
    const { admin } = tabs;
    await copyTo(tabs, 'Copy address', 'Endpoint URL');
    for (const event of await listedEvents(tabs)) await admin.getByLabel(event, { exact: true }).check();
    await admin.getByRole('button', { name: 'Add endpoint' }).click();
    await saveSecret(tabs);
    await saveTag(tabs);
  },
};

/** The owner connects the shop, with nothing but what the two pages show. */
export async function connectStandIn(owner: BrowserContext, brand: Brand, shop: OpenedStandIn): Promise<Tabs> {
  const tabs = { shopPage: await owner.newPage(), admin: await owner.newPage() };
  await confirmWhenAsked(tabs.shopPage, ownPassword);
  await tabs.shopPage.goto(`/brand/${brand.slug}/settings/shop?kind=${shop.kind}`);
  await tabs.admin.goto(`${shop.url}/admin/connect`);
  await connections[shop.kind](tabs);
  return tabs;
}

const shopperName = { email: 'robin.marlow@shopper.test', first: 'Robin', last: 'Marlow' };

async function fillShopper(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(shopperName.email);
  await page.getByLabel('First name').fill(shopperName.first);
  await page.getByLabel('Last name').fill(shopperName.last);
  await page.getByLabel('Street').fill('12 Pine Street');
  await page.getByLabel('City').fill('Springfield');
  await page.getByLabel('Postal code').fill('62701');
}

/** Buys two of the product of the page with a discount code, the way the platform has it. */
export const purchases: Record<StandInKind, (page: Page) => Promise<void>> = {
  async shopify(page) {
    await page.getByLabel('Quantity').press('ArrowUp');
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByLabel('Discount code').fill('welcome10');
    await page.getByRole('button', { name: 'Check out' }).click();
    await fillShopper(page);
    await page.getByRole('button', { name: 'Pay now' }).click();
  },
  async woocommerce(page) {
    await page.getByLabel('Quantity').press('ArrowUp');
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByLabel('Coupon code').fill('welcome10');
    await page.getByRole('button', { name: 'Apply coupon' }).click();
    await page.getByRole('link', { name: 'Proceed to checkout' }).click();
    await fillShopper(page);
    await page.getByRole('button', { name: 'Place order' }).click();
  },
  async stripe(page) {
    await page.getByRole('link', { name: 'Buy now' }).click();
    await page.getByLabel('Quantity').press('ArrowUp');
    await page.getByLabel('Promotion code').fill('welcome10');
    await fillShopper(page);
    await page.getByRole('button', { name: 'Pay' }).click();
  },
};

/** Where the shop's admin shows the click that came with an order. */
export const clickNames: Record<StandInKind, string> = {
  shopify: 'vt_click',
  woocommerce: '_vt_click',
  stripe: 'client_reference_id',
};
