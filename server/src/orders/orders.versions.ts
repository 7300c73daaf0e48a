import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import type { NewOrder } from './orders.meaning.ts';
import { findOrder, listLines } from './orders.queries.ts';
import { linesIn, testContent } from './orders.trials.content.ts';
import { findTestOrder } from './orders.trials.queries.ts';

/** What an order contains, as far as two versions of it can differ. */
export type OrderContent = Pick<NewOrder, 'currency' | 'placedAt' | 'clickId' | 'discountCodes' | 'lines'>;

async function findContent(tx: Tx, merchantId: string, orderId: string) {
  const order = await findOrder(tx, merchantId, orderId);
  return order && { order, lines: await listLines(tx, merchantId, orderId) };
}

async function findTestContent(tx: Tx, merchantId: string, orderId: string) {
  const row = await findTestOrder(tx, merchantId, orderId);
  if (!row) return undefined;
  const content = testContent.parse(row.content);
  const { click_id, discount_codes } = content;
  return { order: { ...row, click_id, discount_codes }, lines: linesIn(content, merchantId, orderId) };
}

/** An order as it is now, after the edits so far. */
export async function readOrderContent(
  ctx: Context,
  merchantId: string,
  { orderId, isTest = false }: Pick<NewOrder, 'orderId' | 'isTest'>,
): Promise<OrderContent | undefined> {
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const found = await (isTest ? findTestContent : findContent)(tx, merchantId, orderId);
    if (!found) return undefined;
    const { order, lines } = found;
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
