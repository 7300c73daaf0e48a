import { type BrowserContext, expect } from '@playwright/test';
import { type Brand, openNewBrand } from './brands.ts';
import { test } from './browsers.ts';
import { callerOf } from './calls.ts';
import { registerNewcomer } from './newcomers.ts';
import { shopperAgent, signInWith } from './people.ts';
import {
  clickNames,
  connectStandIn,
  openStandIn,
  purchases,
  type StandInKind,
  type OpenedStandIn,
} from './stand-in.ts';

// Two items of 47.95 less 10% are 86.31, of which 15% are 12.95. One of them comes back.

/** The owner sets rates and catalog, and lets a creator in, who puts the product on a storefront. */
async function stock(calls: Parameters<typeof openNewBrand>[0], brand: Brand, shop: OpenedStandIn) {
  const at = `/brand/${brand.slug}`;
  await brand.call('post', `${at}/terms`, { rules: [{ kind: 'percentage', rate: 1500 }] });
  await brand.call('post', `${at}/products/import`, { source: 'csv', csv: shop.catalog });
  const { data: invitation } = await brand.call('post', `${at}/invitations`, {
    by: 'link',
    reusable: true,
    expires_in_days: 1,
  });
  const creator = await registerNewcomer(calls, new URL(String(invitation.url)).hash.slice(1));
  const call = callerOf(calls, creator.token);
  const account = `/merchant-accounts/${creator.accountId}`;
  const { data: products } = await call('get', `${account}/products?limit=50`);
  const serum = products.find(({ title }: { title: string }) => title === 'Dew Serum');
  await call('post', `${account}/placements`, { product_id: serum.id });
  return creator;
}

/** From the creator's storefront to the thank-you page: three pages of the shop between the click and the cart. */
async function buy(shopper: BrowserContext, storefront: string, shop: OpenedStandIn): Promise<string> {
  const page = await shopper.newPage();
  await page.goto(storefront);
  await page.locator('a[rel~="sponsored"]').first().click();
  await page.waitForURL(`${shop.url}/**`);
  const click = new URL(page.url()).searchParams.get('vt_click') ?? '';
  expect(click).toMatch(/^[A-Za-z0-9_-]{22}$/);
  await page.getByRole('link', { name: 'About us' }).click();
  await page.getByRole('link', { name: 'All products' }).click();
  await page.getByRole('link', { name: 'Dew Serum' }).click();
  await expect(page.getByRole('heading', { name: 'Dew Serum' })).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
  await purchases[shop.kind](page);
  await expect(page.getByRole('heading', { name: 'Thank you, Robin' })).toBeVisible();
  return click;
}

const sales: { kind: StandInKind; checkout?: 'classic' | 'block'; name: string; also?: string }[] = [
  { kind: 'shopify', name: 'Shopify', also: ' @firefox' },
  { kind: 'woocommerce', name: 'WooCommerce' },
  { kind: 'woocommerce', checkout: 'block', name: 'WooCommerce with the checkout block' },
  { kind: 'stripe', name: 'Stripe payment links' },
];

for (const { name, also = '', ...wanted } of sales) {
  test(`a shop on ${name} sells through the snippet, and a partial refund reverses its part to the cent${also}`, async ({
    browser,
    request,
  }) => {
    const brand = await openNewBrand(request, 'shop.localhost');
    const shop = await openStandIn(request, brand, wanted);
    const { handle, token } = await stock(request, brand, shop);

    const owner = await browser.newContext();
    await signInWith(await owner.newPage(), brand.token);
    const { shopPage, admin } = await connectStandIn(owner, brand, shop);
    const creator = await (await browser.newContext()).newPage();
    await signInWith(creator, token);
    await creator.goto('/earnings');

    const shopper = await browser.newContext({ userAgent: shopperAgent });
    const click = await buy(shopper, `/@${handle}/${brand.slug}`, shop);

    const row = creator.getByRole('link', { name: /Dew Serum|Stripe checkout/ });
    await expect(row).toContainText('$12.95');
    await expect(shopPage.getByRole('region', { name: 'Status' })).toContainText('Connected, last webhook received');
    await admin.goto(`${shop.url}/admin`);
    await admin.getByRole('link', { name: /^Order / }).click();
    const noted = admin.locator('dt', { hasText: new RegExp(`^${clickNames[shop.kind]}$`) });
    await expect(noted.locator('+ dd')).toHaveText(click);

    await admin.getByLabel('Dew Serum: how many of 2').press('ArrowUp');
    await admin.getByRole('button', { name: 'Refund items' }).click();
    await expect(admin.getByText('Partially refunded')).toBeVisible();
    await expect(row).toContainText('$6.47');
    await expect(row).toContainText('was $12.95');
    await expect(row).toContainText('Partly reversed');

    await shopPage.goto(`/brand/${brand.slug}/orders`);
    // By key: the notice above the list appears when it has loaded, and would move the link away from the pointer.
    await shopPage.getByRole('table').getByRole('link').first().press('Enter');
    const sheet = shopPage.getByRole('dialog', { name: /^Order / });
    await expect(sheet).toContainText(`credited to @${handle}. The creator earns $6.47: $12.95 less $6.48 reversed`);
    for (const context of [owner, creator.context(), shopper]) await context.close();
  });
}
