const orderId = 'TEST-1';

function requestText(key: string, path: string, body: unknown): string {
  return `curl ${window.location.origin}/api/v1/orders${path} \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body)}'`;
}

/** A request that reports one order in the brand's currency. */
export function orderRequest(key: string, currency: string): string {
  return requestText(key, '', {
    order_id: orderId,
    currency,
    placed_at: new Date().toISOString(),
    click_id: 'CLICK_ID',
    lines: [{ line_id: '1', sku: 'SKU-1', title: 'A product', quantity: 2, unit_price: { amount: '4800', currency } }],
  });
}

/** A request that reports a refund of half of it. */
export function refundRequest(key: string): string {
  return requestText(key, `/${orderId}/refunds`, { refund_id: 'REFUND-1', lines: [{ line_id: '1', quantity: 1 }] });
}
