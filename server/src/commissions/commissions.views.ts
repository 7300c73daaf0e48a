import type { Commission, listCommissions } from '@vitrine/contract/commissions.ts';
import type { MetaOf, QueryOf } from '@vitrine/contract/endpoint.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { sql } from 'kysely';
import { nextCursor, placeOfId } from '../platform/http/cursor.ts';
import { isId } from '../platform/ids.ts';
import { listWithProducts, presentCommission } from './commissions.presenter.ts';

function findPage(tx: Tx, creatorId: string, query: QueryOf<typeof listCommissions>) {
  const after = placeOfId(query.cursor);
  const { merchant_account_id: account, state } = query;
  let found = tx.selectFrom('commissions').selectAll().where('commissions.creator_id', '=', creatorId);
  if (account !== undefined) found = found.where('commissions.merchant_account_id', '=', account);
  if (state !== undefined) found = found.where('commissions.state', '=', state);
  if (query.month !== undefined) {
    const first = `${query.month}-01`;
    const zone = sql`(select time_zone from users where id = ${creatorId})`;
    found = found
      .where('commissions.earned_at', '>=', sql<Date>`${first}::timestamp at time zone ${zone}`)
      .where('commissions.earned_at', '<', sql<Date>`(${first}::timestamp + interval '1 month') at time zone ${zone}`);
  }
  if (after)
    found = found.where((where) =>
      where(where.refTuple('commissions.earned_at', 'commissions.id'), '<', where.tuple(after.at, after.id)),
    );
  return listWithProducts(
    tx,
    found
      .orderBy('commissions.earned_at', 'desc')
      .orderBy('commissions.id', 'desc')
      .limit(query.limit + 1),
  );
}

/** A creator's commissions at all their brands, newest first. */
export async function pageOfCommissions(
  ctx: Context,
  creatorId: string,
  query: QueryOf<typeof listCommissions>,
): Promise<{ data: Commission[]; meta: MetaOf<typeof listCommissions> }> {
  if (query.merchant_account_id !== undefined && !isId(query.merchant_account_id))
    return { data: [], meta: { next_cursor: null } };
  const rows = await ctx.database.as({ role: 'app', creatorId }, (tx) => findPage(tx, creatorId, query));
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return {
    data: page.map((row) => presentCommission(row, ctx.config.publicUrl)),
    meta: { next_cursor: rows.length > page.length && last ? nextCursor(last.earned_at, last.id) : null },
  };
}
