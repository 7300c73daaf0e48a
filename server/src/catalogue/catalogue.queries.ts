import { type PriceFormat, priceFormat } from '@vitrine/contract/values/prices.ts';
import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { KnownProduct } from './catalogue.plan.ts';

/** Building a large statement blocks the event loop, so each one takes only a few rows. */
const rowsPerStatement = 100;

export function batches<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / rowsPerStatement) }, (_, index) =>
    rows.slice(index * rowsPerStatement, (index + 1) * rowsPerStatement),
  );
}

/** The settings that an import is validated against. */
export async function readImportRule(
  tx: Tx,
  merchantId: string,
): Promise<{ shopUrl: string; currency: string; hosts: string[] }> {
  const merchant = await tx
    .selectFrom('merchants')
    .select(['shop_url', 'currency'])
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow();
  return { shopUrl: merchant.shop_url, currency: merchant.currency, hosts: await readHosts(tx, merchantId) };
}

export async function findPriceFormat(tx: Tx, merchantId: string): Promise<PriceFormat | null> {
  const found = await tx
    .selectFrom('catalogue_settings')
    .select('price_format')
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  const format = priceFormat.safeParse(found?.price_format);
  return format.success ? format.data : null;
}

export async function storePriceFormat(tx: Tx, merchantId: string, format: PriceFormat, at: Date): Promise<void> {
  await tx
    .insertInto('catalogue_settings')
    .values({ merchant_id: merchantId, price_format: format, changed_at: at })
    .onConflict((conflict) => conflict.column('merchant_id').doUpdateSet({ price_format: format, changed_at: at }))
    .execute();
}

export async function readHosts(tx: Tx, merchantId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('merchant_hosts')
    .select('host')
    .where('merchant_id', '=', merchantId)
    .orderBy('host')
    .execute();
  return rows.map((row) => row.host);
}

/** Allows one change of a brand's catalog at a time; a second one waits and then sees the result of the first. */
export async function lockCatalogue(tx: Tx, merchantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`catalogue ${merchantId}`}, 0))`.execute(tx);
}

export function findProducts(tx: Tx, merchantId: string, skus: readonly string[]) {
  return tx
    .selectFrom('products')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where(sql<boolean>`sku = any(${skus}::text[])`)
    .execute();
}

/** Active products whose address contains this last path segment; productAt picks the right one. */
export function listProductsNear(tx: Tx, merchantId: string, name: string) {
  return tx
    .selectFrom('products')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('archived_at', 'is', null)
    .where(sql<boolean>`position(${name} in url) > 0`)
    .execute();
}

/** Inserts new products and overwrites known ones by sku. */
export async function storeProducts(
  tx: Tx,
  products: readonly (KnownProduct & { merchant_id: string })[],
  at: Date,
): Promise<void> {
  for (const batch of batches(products)) {
    await tx
      .insertInto('products')
      .values(batch.map((product) => Object.assign({ created_at: at, updated_at: at }, product)))
      .onConflict((conflict) =>
        conflict.columns(['merchant_id', 'sku']).doUpdateSet((set) => ({
          title: set.ref('excluded.title'),
          description: set.ref('excluded.description'),
          category: set.ref('excluded.category'),
          url: set.ref('excluded.url'),
          image: set.ref('excluded.image'),
          price: set.ref('excluded.price'),
          compare_at_price: set.ref('excluded.compare_at_price'),
          currency: set.ref('excluded.currency'),
          in_stock: set.ref('excluded.in_stock'),
          updated_at: set.ref('excluded.updated_at'),
          archived_at: set.ref('excluded.archived_at'),
        })),
      )
      .execute();
  }
}

/** Archives those of these products that are active. */
export function archiveActive(
  tx: Tx,
  merchantId: string,
  skus: readonly string[],
  at: Date,
): Promise<{ id: string; sku: string }[]> {
  return tx
    .updateTable('products')
    .set({ archived_at: at, updated_at: at })
    .where('merchant_id', '=', merchantId)
    .where('archived_at', 'is', null)
    .where(sql<boolean>`sku = any(${skus}::text[])`)
    .returning(['id', 'sku'])
    .execute();
}
