import { apiKeyScope } from '@vitrine/contract/merchants.ts';
import { createUser } from '../src/passwords/passwords.service.ts';
import type { Context } from '../src/context.ts';
import { openMerchantAccount } from '../src/creators/creators.service.ts';
import { addApiKey, addDiscountCode, addStaff, createMerchant } from '../src/merchants/merchants.service.ts';
import { addConnection } from '../src/shops/connections.service.ts';
import { demoApiKeys, demoInvitation, demoPassword, demoShopifySecret } from '../src/platform/demo.secrets.ts';

export { demoInvitation, demoPassword, demoShopifySecret };
export const demoApiKey = demoApiKeys.glow;

export type People = {
  users: Record<'ava' | 'noor' | 'max' | 'glowStaff' | 'operator' | 'northwindStaff' | 'maisonStaff', string>;
  merchants: Record<'glow' | 'northwind' | 'maison', string>;
  accounts: Record<'avaGlow' | 'avaMaison' | 'noorNorthwind', string>;
};

async function createUsers(ctx: Context): Promise<People['users']> {
  const password = demoPassword;
  const creator = (handle: string, displayName: string, extra: { status?: number; timeZone?: string }) =>
    createUser(ctx, {
      email: `${handle}@creators.test`,
      password,
      role: 'creator',
      handle,
      displayName,
      avatar: `/media/demo/avatar-${handle}.webp`,
      ...extra,
    });
  return {
    ava: await creator('ava', 'Ava Lindqvist', { timeZone: 'America/New_York' }),
    noor: await creator('noor', 'Noor Haddad', { timeZone: 'Europe/Paris' }),
    max: await creator('max', 'Max Oyelaran', { status: 10 }),
    glowStaff: await createUser(ctx, {
      email: 'brand@glow.test',
      password,
      role: 'brand',
      displayName: 'Mira Castell',
    }),
    northwindStaff: await createUser(ctx, {
      email: 'brand@northwind.test',
      password,
      role: 'brand',
      displayName: 'Jonas Falk',
    }),
    maisonStaff: await createUser(ctx, {
      email: 'brand@maison.test',
      password,
      role: 'brand',
      displayName: 'Claire Aubry',
    }),
    operator: await createUser(ctx, {
      email: 'operator@vitrine.test',
      password,
      role: 'operator',
      displayName: 'Vitrine Operator',
    }),
  };
}

/** The addresses of the brands' shops. */
type ShopUrls = Record<keyof People['merchants'], string>;

/** Shops that exist nowhere, for tests. */
const exampleShops: ShopUrls = {
  glow: 'https://shop.glowlab.example',
  northwind: 'https://northwind.example',
  maison: 'https://maisonclair.example',
};

async function createMerchants(ctx: Context, shopUrls: ShopUrls): Promise<People['merchants']> {
  return {
    glow: await createMerchant(ctx, {
      displayName: 'Glow Lab',
      currency: 'USD',
      shopUrl: shopUrls.glow,
      logo: '/media/demo/logo-glow-lab.webp',
      project: 'beauty',
    }),
    northwind: await createMerchant(ctx, {
      displayName: 'Northwind Outfitters',
      currency: 'USD',
      shopUrl: shopUrls.northwind,
      logo: '/media/demo/logo-northwind-outfitters.webp',
    }),
    maison: await createMerchant(ctx, {
      displayName: 'Maison Clair',
      currency: 'EUR',
      shopUrl: shopUrls.maison,
      logo: '/media/demo/logo-maison-clair.webp',
    }),
  };
}

/** Creates the demo's users and brands with the product's own services. */
export async function createPeople(ctx: Context, shopUrls: ShopUrls = exampleShops): Promise<People> {
  const users = await createUsers(ctx);
  const merchants = await createMerchants(ctx, shopUrls);
  await addStaff(ctx, merchants.glow, users.glowStaff, 'owner');
  await addStaff(ctx, merchants.northwind, users.northwindStaff, 'owner');
  await addStaff(ctx, merchants.maison, users.maisonStaff, 'owner');
  const accounts = {
    avaGlow: await openMerchantAccount(ctx, merchants.glow, users.ava),
    avaMaison: await openMerchantAccount(ctx, merchants.maison, users.ava),
    noorNorthwind: await openMerchantAccount(ctx, merchants.northwind, users.noor),
  };
  await addApiKey(ctx, merchants.glow, { name: 'Shop', scopes: apiKeyScope.options, key: demoApiKey });
  await addApiKey(ctx, merchants.northwind, {
    name: 'Shop',
    scopes: apiKeyScope.options,
    key: demoApiKeys.northwind,
  });
  await addApiKey(ctx, merchants.maison, {
    name: 'Shop',
    scopes: apiKeyScope.options,
    key: demoApiKeys.maison,
  });
  await addConnection(ctx, merchants.glow, 'shopify', demoShopifySecret);
  await addDiscountCode(ctx, merchants.glow, { code: 'AVA10', creator: 'ava' });
  await addDiscountCode(ctx, merchants.maison, { code: 'AVA-CLAIR', creator: 'ava' });
  await addDiscountCode(ctx, merchants.northwind, { code: 'NOOR15', creator: 'noor' });
  return { users, merchants, accounts };
}
