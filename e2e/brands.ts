import { type APIRequestContext, request } from '@playwright/test';
import { type ApiCaller, callerOf, openSession } from './calls.ts';
import { mailedLink } from './mails.ts';
import { newcomer, ownPassword, registerNewcomer } from './newcomers.ts';
import { password as demoPassword, shopperAgent } from './people.ts';

// Brands and creators for one journey or worker. All journeys share one product and run in parallel, so a journey that
// changes data others read works here; the demo users are read-only.

/** A new brand for one worker. `call` calls the API as its owner. */
export type Brand = { slug: string; name: string; shop: string; token: string; call: ApiCaller };
/** A brand with rates, products, an API key and an open invitation. */
export type StockedBrand = Brand & { key: string; invitation: string };

/** Creates a brand without rates and products, and logs its owner in. Its shop is on a host below the domain. */
export async function openNewBrand(calls: APIRequestContext, domain = 'example'): Promise<Brand> {
  const { handle, email } = newcomer();
  const operator = callerOf(
    calls,
    await openSession(calls, { email: 'operator@vitrine.test', password: demoPassword, agent: shopperAgent }),
  );
  const shop = `https://${handle}.${domain}`;
  const { data: brand } = await operator('post', '/operator/brands', {
    display_name: `Brand ${handle}`,
    currency: 'USD',
    shop_url: shop,
    project: 'general',
    owner: { display_name: 'Ines Maro', email },
    // Brands of tests are called alike.
    is_deliberate: true,
  });
  const link = new URL(await mailedLink(email, 'brand_opened'));
  await callerOf(calls, '')('post', '/reset-password', { token: link.hash.slice(1), password: ownPassword });
  const token = await openSession(calls, { email, password: ownPassword, agent: shopperAgent });
  return {
    slug: String(brand.slug),
    name: String(brand.display_name),
    shop,
    token,
    call: callerOf(calls, token, ownPassword),
  };
}

const wares = ['Dew Serum', 'Calm Toner', 'Glass Balm', 'Velvet Mask', 'Cloud Cleanser', 'Amber Oil', 'Silk Powder'];

async function openStockedBrand(): Promise<StockedBrand> {
  const calls = await request.newContext({ baseURL: `http://127.0.0.1:${process.env['E2E_PORT']}` });
  const brand = await openNewBrand(calls);
  const at = `/brand/${brand.slug}`;
  await brand.call('post', `${at}/terms`, { rules: [{ kind: 'percentage', rate: 1500 }] });
  const rows = wares.map((title, index) => `W-${index},${title},${brand.shop}/products/${index},30.00`);
  await brand.call('post', `${at}/products/import`, {
    source: 'csv',
    csv: ['sku,title,url,price', ...rows].join('\n'),
  });
  const { data: made } = await brand.call('post', `${at}/api-keys`, {
    name: 'Shop',
    scopes: ['orders:write', 'orders:read'],
  });
  const { data: invitation } = await brand.call('post', `${at}/invitations`, {
    by: 'link',
    reusable: true,
    expires_in_days: 1,
  });
  return { ...brand, key: String(made.key), invitation: new URL(String(invitation.url)).hash.slice(1) };
}

let ownBrand: Promise<StockedBrand> | undefined;
/** The brand of this worker; its journeys run one after the other. */
export const brandOfWorker = () => (ownBrand ??= openStockedBrand());

/** A new creator for one journey. `call` calls the API as this creator. */
export type RegisteredCreator = Awaited<ReturnType<typeof registerCreator>>;

/** Registers a creator of the worker's brand, with the first `placed` of its products on the storefront. */
export async function registerCreator(calls: APIRequestContext, placed = 0) {
  const brand = await brandOfWorker();
  const creator = await registerNewcomer(calls, brand.invitation);
  const call = callerOf(calls, creator.token, ownPassword);
  if (placed > 0) {
    const at = `/merchant-accounts/${creator.accountId}`;
    const { data: products } = await call('get', `${at}/products?limit=${placed}`);
    for (const { id } of products) await call('post', `${at}/placements`, { product_id: id });
  }
  return { ...creator, brand, call };
}
