// The shops of the demo's brands, where its links lead. They run beside the product on this machine only, and never in
// production.
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../src/context.ts';
import { demoApiKeys } from '../../src/platform/demo.secrets.ts';
import { sha256 } from '../../src/platform/ids.ts';
import { type DemoProduct, glowLab, maisonClair, northwindOutfitters } from '../art/catalogue.ts';
import { type ShopServer, startShops } from './shop.server.ts';
import type { NewShop } from './shop.stock.ts';

const hostOf = (slug: string) => `${slug}.localhost`;

/** Browsers resolve the names below .localhost to this machine. */
export const demoShopOrigin = (slug: string, port: number) => `http://${hostOf(slug)}:${port}`;

const fileIn = (dataDir: string) => join(dataDir, 'demo-shops.sqlite');

function shopOf(slug: string, name: string, key: string, products: readonly DemoProduct[]) {
  return (more: Pick<NewShop, 'accent'> & { currency: string }): NewShop => ({
    host: hostOf(slug),
    platform: 'own',
    name,
    secret: key,
    ...more,
    products: products.map((product) => ({
      sku: product.sku,
      title: product.title,
      category: product.category,
      about: product.description ?? '',
      price: Math.round(Number(product.price) * 100),
      handle: product.name,
      picture: product.image.replace('/media/demo/', ''),
      isSoldOut: product.stock === false,
    })),
  });
}

const demoShops: readonly NewShop[] = [
  shopOf('glow-lab', 'Glow Lab', demoApiKeys.glow, glowLab)({ currency: 'USD', accent: '#b81f2d' }),
  shopOf(
    'northwind-outfitters',
    'Northwind Outfitters',
    demoApiKeys.northwind,
    northwindOutfitters,
  )({ currency: 'USD', accent: '#4c5a3d' }),
  shopOf('maison-clair', 'Maison Clair', demoApiKeys.maison, maisonClair)({ currency: 'EUR', accent: '#8d4a2f' }),
];

/** The port if it is free, or else another one that is. */
export async function freeShopPort(wanted: number): Promise<number> {
  const probe = createServer();
  try {
    probe.listen(wanted, '127.0.0.1');
    await once(probe, 'listening');
    return (probe.address() as AddressInfo).port;
  } catch {
    return freeShopPort(0);
  } finally {
    probe.close();
  }
}

/** For a new demo: its shops have sold nothing yet. */
export async function emptyDemoShops(dataDir: string): Promise<void> {
  await rm(fileIn(dataDir), { force: true });
}

/** The port to which the links of this database's demo lead; undefined if there is no demo, or one without shops. */
async function portInLinks({ database }: Context): Promise<number | undefined> {
  const brand = await database.as({ role: 'system' }, (tx) =>
    tx
      .selectFrom('merchants')
      .innerJoin('api_keys', 'api_keys.merchant_id', 'merchants.id')
      .select('merchants.shop_url')
      .where('api_keys.key_hash', '=', sha256(demoApiKeys.glow))
      .where('api_keys.revoked_at', 'is', null)
      .executeTakeFirst(),
  );
  const url = brand && new URL(brand.shop_url);
  return url?.hostname === hostOf('glow-lab') ? Number(url.port) : undefined;
}

/** Starts the shops where the demo's links lead. If that port is taken, it says so, and everything else works. */
export async function startDemoShops(ctx: Context, portal: string): Promise<ShopServer | undefined> {
  const { config } = ctx;
  if (config.production || !config.demo) return undefined;
  const port = await portInLinks(ctx);
  if (port === undefined) return undefined;
  try {
    return await startShops({ port, file: fileIn(config.dataDir), portal, shops: demoShops });
  } catch (error) {
    console.warn(
      `The demo's shops can't start on port ${port} (${String(error)}), so its links lead nowhere. Free the port, or set DEMO_SHOP_PORT and run \`npm run demo\`.`,
    );
    return undefined;
  }
}
