import type { Commission, listCommissions } from '@vitrine/contract/commissions.ts';
import type { MetaOf, QueryOf } from '@vitrine/contract/endpoint.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { sql } from 'kysely';
import { nextCursor, placeOfId } from '../platform/http/cursor.ts';
import { isId } from '../platform/ids.ts';
import { listWithProducts, presentCommission } from './commissions.presenter.ts';

/** Whose commissions: a creator's at all their brands, or those of a brand. */
type Owner = { creatorId: string } | { merchantId: string };

function findPage(tx: Tx, owner: Owner, query: QueryOf<typeof listCommissions>) {
  const after = placeOfId(query.cursor);
  const { merchant_account_id: account, state } = query;
  const all = tx.selectFrom('commissions').selectAll();
  let found =
    'creatorId' in owner
      ? all.where('commissions.creator_id', '=', owner.creatorId)
      : all.where('commissions.merchant_id', '=', owner.merchantId);
  if (account !== undefined) found = found.where('commissions.merchant_account_id', '=', account);
  if (state !== undefined) found = found.where('commissions.state', '=', state);
  if (query.month !== undefined) {
    const first = `${query.month}-01`;
    const zone = 'creatorId' in owner ? sql`(select time_zone from users where id = ${owner.creatorId})` : sql`'UTC'`;
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

/** The handles of the creators of a brand's commissions. */
async function handlesOf(tx: Tx, ids: readonly string[]): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.selectFrom('users').select(['id', 'user_handle']).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row.user_handle]));
}

/** A page of commissions, newest first. */
export async function pageOfCommissions(
  ctx: Context,
  owner: Owner,
  query: QueryOf<typeof listCommissions>,
): Promise<{ data: Commission[]; meta: MetaOf<typeof listCommissions> }> {
  if (query.merchant_account_id !== undefined && !isId(query.merchant_account_id))
    return { data: [], meta: { next_cursor: null } };
  const { rows, handles } = await ctx.database.as({ role: 'app', ...owner }, async (tx) => {
    const found = await findPage(tx, owner, query);
    const isBrands = 'merchantId' in owner;
    return {
      rows: found,
      handles: isBrands
        ? await handlesOf(
            tx,
            found.map((row) => row.creator_id),
          )
        : undefined,
    };
  });
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return {
    data: page.map((row) => ({
      ...presentCommission(row, ctx.config.publicUrl),
      ...(handles ? { creator: handles.get(row.creator_id) ?? null } : {}),
    })),
    meta: { next_cursor: rows.length > page.length && last ? nextCursor(last.earned_at, last.id) : null },
  };
}
