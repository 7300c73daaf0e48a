import { receiveOrder } from '@vitrine/contract/orders.ts';
import type { DemoBrand } from './brands.ts';
import { granted } from './shelves.ts';
import type { Timeline } from './timeline.ts';

const halfDay = 12 * 3_600_000;

/** Creates an order that looks like the creator's own purchase, which is on hold until the brand decides. */
export async function addHeldOrder(
  timeline: Timeline,
  { apiKey, code, creator, currency, orderPrefix, shelf }: DemoBrand,
) {
  const [product] = shelf;
  if (!product) return;
  const body = {
    order_id: `${orderPrefix}-9001`,
    currency,
    placed_at: new Date(timeline.now().getTime() - halfDay).toISOString(),
    discount_codes: [code],
    customer: { email: creator },
    lines: [
      {
        line_id: '1',
        sku: product.sku,
        title: product.title,
        quantity: 1,
        unit_price: { amount: '4800', currency },
      },
    ],
  };
  granted(await timeline.withToken(apiKey).call(receiveOrder, { body }));
}
