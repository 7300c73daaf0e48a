import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import type { NewOrder } from './orders.meaning.ts';

type Named = Pick<NewOrder, 'orderId' | 'reference' | 'source' | 'isTest'>;

/** Could the shop have sent it before under another id? Of most orders, nothing else is known than their id. */
export function canHaveTwin({ reference = null, source, isTest }: Named): boolean {
  return !isTest && (source === 'file' || reference !== null);
}

/**
 * The id of an order that came before under another one: a file names an order as people do (`#1001`), the shop itself
 * by an id of its own. Undefined if there is none. Crediting both would pay twice.
 */
export async function findTwin(tx: Tx, merchantId: string, order: Named): Promise<string | undefined> {
  const { orderId, reference = null, source } = order;
  if (!canHaveTwin(order)) return undefined;
  const isTwin =
    source === 'file'
      ? sql<boolean>`reference = ${orderId} and source <> 'file'`
      : sql<boolean>`order_id = ${reference} and source = 'file'`;
  const found = await tx
    .selectFrom('orders')
    .select('order_id')
    .where('merchant_id', '=', merchantId)
    .where('order_id', '<>', orderId)
    .where(isTwin)
    .where(
      sql<boolean>`not exists (select from orders own where own.merchant_id = ${merchantId} and own.order_id = ${orderId})`,
    )
    .orderBy('received_at')
    .limit(1)
    .executeTakeFirst();
  return found?.order_id;
}

/** The id under which an order is stored. */
export async function storedIdOf(ctx: Context, merchantId: string, order: Named): Promise<string> {
  const twin = await ctx.database.as({ role: 'app', merchantId }, (tx) => findTwin(tx, merchantId, order));
  return twin ?? order.orderId;
}
