import type { Commission } from '@vitrine/contract/commissions.ts';
import { commissionState, type listCommissions } from '@vitrine/contract/commissions.ts';
import type { MetaOf, QueryOf } from '@vitrine/contract/endpoint.ts';
import { toMoney } from '@vitrine/contract/values/money.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { isId } from '../platform/ids.ts';
import { publicAddress } from '../platform/public.address.ts';
import { invalid } from '../platform/refusal.ts';
import { nextCursor, placeIn } from './cursor.ts';

type Row = Awaited<ReturnType<typeof findPage>>[number];

function findPage(tx: Tx, creatorId: string, query: QueryOf<typeof listCommissions>) {
  const after = placeIn(query.cursor);
  if (after && !isId(after.id)) throw invalid('cursor', 'must be the next_cursor of the page before');
  const { merchant_account_id: account, state } = query;
  let found = tx
    .selectFrom('commissions')
    .innerJoin('merchants', 'merchants.id', 'commissions.merchant_id')
    .innerJoin('order_lines', (join) =>
      join
        .onRef('order_lines.merchant_id', '=', 'commissions.merchant_id')
        .onRef('order_lines.order_id', '=', 'commissions.order_id')
        .onRef('order_lines.line_id', '=', 'commissions.line_id'),
    )
    .leftJoin('products', (join) =>
      join.onRef('products.merchant_id', '=', 'order_lines.merchant_id').onRef('products.sku', '=', 'order_lines.sku'),
    )
    .selectAll('commissions')
    .select(['merchants.display_name', 'order_lines.title', 'order_lines.quantity', 'products.image'])
    .where('commissions.creator_id', '=', creatorId);
  if (account !== undefined) found = found.where('commissions.merchant_account_id', '=', account);
  if (state !== undefined) found = found.where('commissions.state', '=', state);
  if (after)
    found = found.where((where) =>
      where(where.refTuple('commissions.earned_at', 'commissions.id'), '<', where.tuple(after.at, after.id)),
    );
  return found
    .orderBy('commissions.earned_at', 'desc')
    .orderBy('commissions.id', 'desc')
    .limit(query.limit + 1)
    .execute();
}

function present(publicUrl: string, row: Row): Commission {
  const money = (amount: bigint) => toMoney(amount, row.currency);
  return {
    id: row.id,
    merchant_account_id: row.merchant_account_id,
    merchant_display_name: row.display_name,
    order_id: row.order_id,
    line_id: row.line_id,
    product_title: row.title,
    product_image: publicAddress(publicUrl, row.image),
    quantity: row.quantity,
    via: row.discount_code === null ? 'click' : 'code',
    base: money(row.base),
    rate: row.rate,
    amount: money(row.amount),
    reversed: money(row.reversed),
    net: money(row.amount - row.reversed),
    state: commissionState.parse(row.state),
    held_reason: row.held_reason,
    earned_at: row.earned_at.toISOString(),
    matures_at: row.matures_at.toISOString(),
    available_at: row.available_at?.toISOString() ?? null,
    paid_at: row.paid_at?.toISOString() ?? null,
  };
}

/** A creator's commissions over all their brands, newest first. */
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
    data: page.map((row) => present(ctx.config.publicUrl, row)),
    meta: { next_cursor: rows.length > page.length && last ? nextCursor(last.earned_at, last.id) : null },
  };
}
