import type { Context } from '../context.ts';
import type { NewOrder } from './orders.meaning.ts';
import { findOrder, listLines } from './orders.queries.ts';

/** What an order contains, as far as two versions of it can differ. */
export type OrderContent = Pick<NewOrder, 'currency' | 'placedAt' | 'clickId' | 'discountCodes' | 'lines'>;

/** An order as it is now, after the edits so far. */
export async function readOrderContent(
  ctx: Context,
  merchantId: string,
  orderId: string,
): Promise<OrderContent | undefined> {
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const order = await findOrder(tx, merchantId, orderId);
    if (!order) return undefined;
    const lines = await listLines(tx, merchantId, orderId);
    return {
      currency: order.currency,
      placedAt: order.placed_at,
      clickId: order.click_id,
      discountCodes: order.discount_codes,
      lines: lines
        .filter(({ quantity }) => quantity > 0)
        .map((line) => ({
          lineId: line.line_id,
          sku: line.sku,
          title: line.title,
          quantity: line.quantity,
          unitPrice: line.unit_price,
          discount: line.discount,
        })),
    };
  });
}
