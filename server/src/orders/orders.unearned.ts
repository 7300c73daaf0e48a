import type { DataOf, MetaOf, QueryOf } from '@vitrine/contract/endpoint.ts';
import { type listUnearnedOrders, outcome } from '@vitrine/contract/decisions.ts';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { accessMerchantAccount } from '../creators/creators.access.ts';
import type { Actor } from '../platform/actor.ts';
import { nextCursor, placeIn } from '../platform/http/cursor.ts';

type Row = {
  order_id: string;
  reference: string | null;
  placed_at: Date;
  via: string;
  touched_at: Date | null;
  verdict: string;
  outcome: string;
};

/**
 * Orders for which a creator was a candidate but earned nothing, each with the verdict on their closest touch. Read in
 * the merchant's scope, because decisions are the merchant's; only the creator's own part is returned.
 */
export async function listUnearnedOrdersOf(
  ctx: Context,
  actor: Actor,
  account: string,
  query: QueryOf<typeof listUnearnedOrders>,
): Promise<{ data: DataOf<typeof listUnearnedOrders>; meta: MetaOf<typeof listUnearnedOrders> }> {
  const of = await accessMerchantAccount(ctx, actor, account);
  const after = placeIn(query.cursor);
  const { rows } = await ctx.database.as({ role: 'app', merchantId: of.merchantId }, (tx) =>
    sql<Row>`
      select o.order_id, o.reference, o.placed_at, mine.via, mine.touched_at, mine.verdict, d.outcome
      from orders o
      join lateral (
        select via, touched_at, verdict from decision_candidates c
        where c.merchant_id = o.merchant_id and c.order_id = o.order_id and c.merchant_account_id = ${of.merchantAccountId}
          and c.creator_id = ${of.creatorId}
          and c.sequence = (select max(sequence) from decision_candidates where merchant_id = o.merchant_id and order_id = o.order_id)
        order by touched_at desc nulls last, position limit 1
      ) mine on true
      join lateral (
        select outcome from decisions d where d.merchant_id = o.merchant_id and d.order_id = o.order_id order by sequence desc limit 1
      ) d on true
      where o.merchant_id = ${of.merchantId} and o.state = 'decided'
        and o.order_id in (select order_id from decision_candidates where creator_id = ${of.creatorId} and merchant_id = ${of.merchantId})
        and not exists (select from commissions c where c.merchant_id = o.merchant_id and c.order_id = o.order_id and c.creator_id = ${of.creatorId})
        and (${after?.at ?? null}::timestamptz is null or (o.placed_at, o.order_id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? ''}))
      order by o.placed_at desc, o.order_id desc limit ${query.limit + 1}`.execute(tx),
  );
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return {
    data: page.map((row) => ({
      order_id: row.order_id,
      reference: row.reference,
      merchant: of.merchantSlug,
      placed_at: row.placed_at.toISOString(),
      via: row.via === 'code' ? 'code' : 'click',
      touched_at: row.touched_at?.toISOString() ?? null,
      verdict: row.verdict,
      outcome: outcome.parse(row.outcome),
    })),
    meta: { next_cursor: rows.length > page.length && last ? nextCursor(last.placed_at, last.order_id) : null },
  };
}
