import type { World } from '../../../world/world.ts';

/** Two Dew Serums at 48.00 minus 6.00, and a lip balm, by a shopper with a name and an address. */
export function shopifyOrder(id: number, more: Record<string, unknown> = {}) {
  return {
    id,
    admin_graphql_api_id: `gid://shopify/Order/${id}`,
    name: `#${id}`,
    currency: 'USD',
    created_at: '2026-11-20T06:59:00-05:00',
    processed_at: '2026-11-20T07:00:00-05:00',
    email: 'someone@shopper.test',
    contact_email: 'someone@shopper.test',
    phone: '+15550100',
    browser_ip: '203.0.113.9',
    token: 'secret-token',
    order_status_url: 'https://shop.glowlab.example/orders/secret-token/authenticate?key=abc',
    customer: { id: 7, email: 'someone@shopper.test', first_name: 'Robin', last_name: 'Marlow' },
    shipping_address: { name: 'Robin Marlow', address1: '12 Pine Street', city: 'Springfield' },
    note: 'Leave it with Mrs Marlow',
    discount_codes: [{ code: 'WELCOME', amount: '6.00', type: 'fixed_amount' }],
    line_items: [
      {
        id: 11,
        sku: 'serum',
        title: 'Dew Serum',
        quantity: 2,
        price: '48.00',
        discount_allocations: [{ amount: '4.00' }, { amount: '2.00' }],
        properties: [{ name: 'Engraving', value: 'Robin' }],
      },
      { id: 12, sku: 'balm', title: 'Lip Balm', quantity: 1, price: '12.50', discount_allocations: [] },
    ],
    ...more,
  };
}

export function shopifyRefund(
  id: number,
  orderId: number,
  items: { line_item_id: number; quantity: number; subtotal: string }[],
) {
  return { id, order_id: orderId, note: 'Robin did not like it', refund_line_items: items };
}

export async function outcomesOf(world: World, ids: string[]) {
  const rows = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .selectFrom('webhook_deliveries')
      .select(['webhook_id', 'outcome'])
      .where('webhook_id', 'in', ids)
      .orderBy('webhook_id')
      .execute(),
  );
  return Object.fromEntries(rows.map((row) => [row.webhook_id, row.outcome]));
}
