// The body of an order as WooCommerce's REST API (version 3) and its webhooks have it, with what the plugin of
// integrations/woocommerce adds. Source: WooCommerce's REST API documentation.
import { decimal } from './shopify.bodies.ts';
import { leftOf, lineNet, type StandInLine, type StandInOrder, type StandInRefund, paidTotal } from './shop.orders.ts';
import type { StandInShop } from './shop.stock.ts';

/** Without zone: WooCommerce has one field for the shop's time and one for UTC. This shop is in UTC. */
const timeOf = (iso: string) => iso.slice(0, 19);
const twice = (name: string, iso: string | null) => {
  const text = iso === null ? null : timeOf(iso);
  return { [name]: text, [`${name}_gmt`]: text };
};

function statusOf(order: StandInOrder): string {
  if (order.canceled_at !== null) return 'cancelled';
  return order.lines.every((line) => leftOf(order, line) === 0) ? 'refunded' : 'processing';
}

function addressOf(order: StandInOrder) {
  return {
    first_name: order.first_name,
    last_name: order.last_name,
    company: '',
    address_1: order.street,
    address_2: '',
    city: order.city,
    state: '',
    postcode: order.postcode,
    country: order.country,
    phone: '',
  };
}

function lineItem(line: StandInLine) {
  const before = line.price * line.quantity;
  // WooCommerce keeps the tax of a line before coupons too.
  const taxBefore = lineNet(line) === 0 ? 0 : Math.round((line.tax * before) / lineNet(line));
  return {
    id: line.id,
    name: line.title,
    product_id: line.product,
    variation_id: 0,
    quantity: line.quantity,
    tax_class: '',
    subtotal: decimal(before),
    subtotal_tax: decimal(taxBefore),
    total: decimal(lineNet(line)),
    total_tax: decimal(line.tax),
    taxes: line.tax === 0 ? [] : [{ id: 1, total: decimal(line.tax), subtotal: decimal(taxBefore) }],
    meta_data: [],
    sku: line.sku,
    // A quotient, with the noise of floating-point numbers.
    price: lineNet(line) / line.quantity / 100,
    image: { id: '', src: '' },
    parent_name: null,
  };
}

function totals(shop: StandInShop, order: StandInOrder) {
  const sum = (of: (line: StandInLine) => number) => order.lines.reduce((total, line) => total + of(line), 0);
  const tax = sum((line) => line.tax);
  const discount = sum((line) => line.discount);
  return {
    discount_total: decimal(discount),
    discount_tax: '0.00',
    shipping_total: decimal(order.shipping),
    shipping_tax: '0.00',
    cart_tax: decimal(tax),
    total: decimal(paidTotal(order)),
    total_tax: decimal(tax),
    tax_lines:
      tax === 0
        ? []
        : [
            {
              id: order.id * 10 + 2,
              rate_code: 'SALES-TAX-1',
              rate_id: 1,
              label: 'Sales tax',
              compound: false,
              tax_total: decimal(tax),
              shipping_tax_total: '0.00',
              rate_percent: shop.tax_rate / 100,
              meta_data: [],
            },
          ],
    coupon_lines:
      order.code === ''
        ? []
        : [
            {
              id: order.id * 10 + 3,
              code: order.code.toLowerCase(),
              discount: decimal(discount),
              discount_tax: '0.00',
              meta_data: [],
            },
          ],
  };
}

const paidBack = ({ lines }: StandInRefund) => lines.reduce((sum, { net, tax }) => sum + net + tax, 0);

/** What the plugin adds: the lines of each refund, as positive amounts. */
function refundLines({ id, lines }: StandInRefund) {
  return {
    id: 90_000 + id,
    lines: lines.map(({ line, quantity, net, tax }) => ({
      line_id: line,
      quantity,
      total: decimal(net),
      total_tax: decimal(tax),
    })),
    other: '0.00',
  };
}

export function orderBodyOfWoo(shop: StandInShop, origin: string, order: StandInOrder) {
  const metaData = Object.entries(order.attributes).map(([key, value], index) => ({
    id: order.id * 100 + index,
    key,
    value,
  }));
  return {
    id: order.id,
    parent_id: 0,
    status: statusOf(order),
    currency: shop.currency,
    version: '10.3.5',
    prices_include_tax: false,
    ...twice('date_created', order.placed_at),
    ...twice('date_modified', order.updated_at),
    ...totals(shop, order),
    customer_id: 0,
    order_key: `wc_order_${order.key}`,
    billing: { ...addressOf(order), email: order.email },
    shipping: addressOf(order),
    payment_method: 'cod',
    payment_method_title: 'Card',
    transaction_id: '',
    customer_ip_address: '127.0.0.1',
    customer_user_agent: '',
    created_via: shop.checkout === 'block' ? 'store-api' : 'checkout',
    customer_note: '',
    ...twice('date_completed', null),
    ...twice('date_paid', order.placed_at),
    cart_hash: order.key,
    number: String(order.id),
    meta_data: metaData,
    line_items: order.lines.map(lineItem),
    shipping_lines: [
      {
        id: order.id * 10 + 1,
        method_title: 'Flat rate',
        method_id: 'flat_rate',
        instance_id: '1',
        total: decimal(order.shipping),
        total_tax: '0.00',
        taxes: [],
        meta_data: [],
      },
    ],
    fee_lines: [],
    refunds: order.refunds.map((refund) => ({
      id: 90_000 + refund.id,
      reason: '',
      total: `-${decimal(paidBack(refund))}`,
    })),
    payment_url: `${origin}/checkout/order-pay/${order.id}/?pay_for_order=true&key=wc_order_${order.key}`,
    is_editable: false,
    needs_payment: false,
    needs_processing: true,
    currency_symbol: shop.currency === 'EUR' ? '€' : '$',
    ...(order.refunds.length > 0 && { vitrine_refunds: order.refunds.map(refundLines) }),
  };
}
