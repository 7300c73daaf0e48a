import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { isId } from '../platform/ids.ts';
import { invalid } from '../platform/refusal.ts';

export type ProductQuery = { search?: string | undefined; cursor?: string | undefined; limit: number };

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
    .where('archived_at', 'is', null)
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
