import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { GoodsClass } from './rate.cuts.ts';
import type { TermsRule } from './rules.ts';
import type { Move } from './schedule.ts';

/** How many products of a class are named. */
const mostTitles = 10;
/** What no product is called. */
const anotherSku = '\u{0}other';

/** All moves of accounts between groups, in the order of time. Accounts without moves are missing. */
export async function listMoves(
  tx: Tx,
  merchantId: string,
  merchantAccountIds: readonly string[],
): Promise<Map<string, (Move & { id: string })[]>> {
  const rows = await tx
    .selectFrom('group_moves')
    .select(['id', 'merchant_account_id', 'group_id', 'effective_at'])
    .where('merchant_id', '=', merchantId)
    .where(sql<boolean>`merchant_account_id = any(${merchantAccountIds}::uuid[])`)
    .orderBy('effective_at')
    .orderBy('id')
    .execute();
  const moves = rows.map((row) => ({
    id: row.id,
    account: row.merchant_account_id,
    groupId: row.group_id,
    effectiveAt: row.effective_at,
  }));
  return Map.groupBy(moves, ({ account }) => account);
}

/**
 * The products of a brand that some rules tell apart: each that a rule names, and those of each category. With what
 * rules name and the catalog lacks, and one class for any other product.
 */
export async function listGoods(tx: Tx, merchantId: string, rules: readonly TermsRule[]): Promise<GoodsClass[]> {
  const skus = new Set(rules.flatMap(({ sku }) => sku ?? []));
  const products = tx.selectFrom('products').where('merchant_id', '=', merchantId).where('archived_at', 'is', null);
  const single = await products
    .select(['sku', 'category', 'title'])
    .where(sql<boolean>`sku = any(${[...skus]}::text[])`)
    .orderBy('title')
    .execute();
  const others = await products
    .select([
      'category',
      sql<number>`count(*)::integer`.as('count'),
      sql<string[]>`(array_agg(title order by title, sku))[1:${sql.lit(mostTitles)}]`.as('titles'),
    ])
    .where(sql<boolean>`sku <> all(${[...skus]}::text[])`)
    .groupBy('category')
    .orderBy('category')
    .execute();
  const known = new Set(single.map(({ sku }) => sku));
  const absent = [...skus].filter((sku) => !known.has(sku)).map((sku) => ({ sku, category: '' }));
  const filled = new Set(others.map(({ category }) => category));
  const empty = [...new Set(rules.flatMap(({ category }) => category ?? []))]
    .filter((category) => !filled.has(category))
    .map((category) => ({ sku: anotherSku, category }));
  const nothing = { titles: [], count: 0 };
  return [
    ...single.map(({ sku, category, title }) => ({ sku, category, titles: [title], count: 1 })),
    ...others.map(({ category, count, titles }) => ({ sku: anotherSku, category, titles, count })),
    ...[...absent, ...empty, { sku: anotherSku, category: '' }].map((goods) => ({ ...goods, ...nothing })),
  ];
}

/** The titles of products by SKU, also of archived ones. */
export async function titlesBySku(tx: Tx, merchantId: string, skus: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('products')
    .select(['sku', 'title'])
    .where('merchant_id', '=', merchantId)
    .where(sql<boolean>`sku = any(${[...new Set(skus)]}::text[])`)
    .execute();
  return new Map(rows.map(({ sku, title }) => [sku, title]));
}
