import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { isId } from '../platform/ids.ts';
import { invalid } from '../platform/refusal.ts';

export type ProductQuery = {
  search?: string | undefined;
  /** Default: active. */
  state?: 'active' | 'archived' | undefined;
  cursor?: string | undefined;
  limit: number;
};

function matching(search: string | undefined) {
  if (!search) return sql<boolean>`true`;
  const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`(title ilike ${pattern} or sku ilike ${pattern} or category ilike ${pattern})`;
}

/** The cursor is the id of the last product; the next page starts after its current position. */
function after(merchantId: string, cursor: string | undefined) {
  if (cursor === undefined) return sql<boolean>`true`;
  if (!isId(cursor)) throw invalid('cursor', 'must be the next_cursor of the previous page');
  return sql<boolean>`(title, id) > (select title, id from products where merchant_id = ${merchantId}::uuid and id = ${cursor}::uuid)`;
}

/** A page of a catalog by title. One extra row tells whether there is a next page. */
export async function pageOfProducts(tx: Tx, merchantId: string, query: ProductQuery) {
  const found = tx
    .selectFrom('products')
    .where('merchant_id', '=', merchantId)
    .where('archived_at', query.state === 'archived' ? 'is not' : 'is', null)
    .where(matching(query.search));
  const rows = await found
    .selectAll()
    .where(after(merchantId, query.cursor))
    .orderBy('title')
    .orderBy('id')
    .limit(query.limit + 1)
    .execute();
  const { total } = await found.select((count) => count.fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow();
  const page = rows.slice(0, query.limit);
  return {
    rows: page,
    meta: { next_cursor: rows.length > page.length ? (page.at(-1)?.id ?? null) : null, total: Number(total) },
  };
}

/** The handles of creators by storefront. */
export async function listHandles(
  tx: Tx,
  merchantId: string,
  accounts: readonly string[],
): Promise<Map<string, string>> {
  if (accounts.length === 0) return new Map();
  const rows = await tx
    .selectFrom('merchant_accounts')
    .innerJoin('users', 'users.id', 'merchant_accounts.creator_id')
    .select(['merchant_accounts.id', 'users.user_handle'])
    .where('merchant_accounts.merchant_id', '=', merchantId)
    .where(sql<boolean>`merchant_accounts.id = any(${[...accounts]}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, user_handle: handle }) => [id, handle ?? 'former_creator']));
}

export function productById(tx: Tx, merchantId: string, productId: string) {
  return tx
    .selectFrom('products')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', productId)
    .executeTakeFirst();
}

/** A page of the changes of a product, newest first, and one more row if more follow. The cursor is the last one's seq. */
export function changesOfProduct(
  tx: Tx,
  merchantId: string,
  productId: string,
  { before, limit }: { before: bigint | undefined; limit: number },
) {
  return tx
    .selectFrom('product_changes')
    .leftJoin('users', 'users.id', 'product_changes.changed_by')
    .select([
      'product_changes.seq',
      'product_changes.before',
      'product_changes.after',
      'product_changes.changed_at',
      'product_changes.source',
      'product_changes.import_id',
      'product_changes.is_undone',
      'users.display_name as by',
    ])
    .where('product_changes.merchant_id', '=', merchantId)
    .where('product_changes.product_id', '=', productId)
    .$if(before !== undefined, (all) => all.where('product_changes.seq', '<', before ?? 0n))
    .orderBy('product_changes.seq', 'desc')
    .limit(limit + 1)
    .execute();
}
