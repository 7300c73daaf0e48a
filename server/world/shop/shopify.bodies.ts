// The bodies that a Shopify shop sends, in the form of its Admin REST API. Source: Shopify's documentation of the Order
// and Refund resources.
import {
  leftOf,
  lineNet,
  refundedTotal,
  halfUpShare,
  type StandInLine,
  type StandInOrder,
  type StandInRefund,
  paidTotal,
} from './shop.orders.ts';
import type { StandInShop } from './shop.stock.ts';

/** Shopify's numbers are long, and differ by resource. */
const orderNumber = (id: number) => 5_700_000_000_000 + id;
const lineNumber = (id: number) => 14_100_000_000_000 + id;
const refundNumber = (id: number) => 920_000_000_000 + id;
const productNumber = (id: number) => 8_400_000_000_000 + id;
export const variantNumber = (id: number) => 45_200_000_000_000 + id;

export const decimal = (minor: number) => (minor / 100).toFixed(2);

/** Shopify writes times in the zone of the shop. */
function shopTime(iso: string): string {
  return new Date(Date.parse(iso) - 5 * 3_600_000).toISOString().replace(/\.\d+Z$/, '-05:00');
}

/** Amounts in the currency of the shop and in that of the shopper, which is the same here. */
function amounts({ currency }: StandInShop) {
  const money = (minor: number) => ({ amount: decimal(minor), currency_code: currency });
  return (minor: number) => ({ shop_money: money(minor), presentment_money: money(minor) });
}

function taxLines(shop: StandInShop, tax: number) {
  if (shop.tax_rate === 0) return [];
  const price = { price: decimal(tax), price_set: amounts(shop)(tax) };
  return [{ channel_liable: false, title: 'Sales tax', rate: shop.tax_rate / 10_000, ...price }];
}

function lineItem(shop: StandInShop, order: StandInOrder, line: StandInLine) {
  const set = amounts(shop);
  const left = leftOf(order, line);
  return {
    id: lineNumber(line.id),
    admin_graphql_api_id: `gid://shopify/LineItem/${lineNumber(line.id)}`,
    current_quantity: left,
    fulfillable_quantity: left,
    fulfillment_service: 'manual',
    fulfillment_status: null,
    gift_card: false,
    grams: 150,
    name: line.title,
    price: decimal(line.price),
    price_set: set(line.price),
    product_exists: true,
    product_id: productNumber(line.product),
    properties: [],
    quantity: line.quantity,
    requires_shipping: true,
    sku: line.sku,
    taxable: true,
    title: line.title,
    total_discount: '0.00',
    total_discount_set: set(0),
    variant_id: variantNumber(line.product),
    variant_inventory_management: 'shopify',
    variant_title: null,
    vendor: shop.name,
    tax_lines: taxLines(shop, line.tax),
    duties: [],
    discount_allocations:
      line.discount > 0
        ? [{ amount: decimal(line.discount), amount_set: set(line.discount), discount_application_index: 0 }]
        : [],
  };
}

export function refundBodyOfShopify(shop: StandInShop, order: StandInOrder, refund: StandInRefund) {
  const set = amounts(shop);
  const id = refundNumber(refund.id);
  const paid = refund.lines.reduce((sum, { net, tax }) => sum + net + tax, 0);
  const items = refund.lines.map(({ line: lineId, quantity, net, tax }) => {
    const line = order.lines.find((each) => each.id === lineId);
    return {
      id: id * 10 + lineId,
      line_item_id: lineNumber(lineId),
      location_id: 61_000_000_001,
      quantity,
      restock_type: 'return',
      subtotal: decimal(net),
      subtotal_set: set(net),
      total_tax: decimal(tax),
      total_tax_set: set(tax),
      line_item: line && lineItem(shop, order, line),
    };
  });
  return {
    id,
    admin_graphql_api_id: `gid://shopify/Refund/${id}`,
    order_id: orderNumber(order.id),
    created_at: shopTime(refund.at),
    processed_at: shopTime(refund.at),
    note: null,
    restock: true,
    user_id: 98_000_000_001,
    duties: [],
    refund_shipping_lines: [],
    order_adjustments: [],
    refund_line_items: items,
    transactions: [
      {
        id: id + 1,
        order_id: orderNumber(order.id),
        kind: 'refund',
        status: 'success',
        gateway: 'shopify_payments',
        amount: decimal(paid),
        currency: shop.currency,
        created_at: shopTime(refund.at),
        test: false,
      },
    ],
  };
}

function statusOf(order: StandInOrder): string {
  const back = refundedTotal(order);
  if (back === 0) return 'paid';
  return order.lines.every((line) => leftOf(order, line) === 0) ? 'refunded' : 'partially_refunded';
}

function addressOf(order: StandInOrder) {
  return {
    first_name: order.first_name,
    last_name: order.last_name,
    name: `${order.first_name} ${order.last_name}`,
    address1: order.street,
    address2: null,
    city: order.city,
    zip: order.postcode,
    country_code: order.country,
    phone: null,
  };
}

function totals(shop: StandInShop, order: StandInOrder) {
  const set = amounts(shop);
  const sum = (of: (line: StandInLine) => number) => order.lines.reduce((total, line) => total + of(line), 0);
  const all = {
    subtotal_price: sum(lineNet),
    total_discounts: sum(({ discount }) => discount),
    total_line_items_price: sum(({ price, quantity }) => price * quantity),
    total_price: paidTotal(order),
    total_tax: sum(({ tax }) => tax),
    current_subtotal_price: sum((line) => halfUpShare(lineNet(line), leftOf(order, line), line.quantity)),
    current_total_price: paidTotal(order) - refundedTotal(order),
    current_total_tax: sum((line) => halfUpShare(line.tax, leftOf(order, line), line.quantity)),
  };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, minor]) => [
      [name, decimal(minor)],
      [`${name}_set`, set(minor)],
    ]),
  );
}

function discounts(shop: StandInShop, order: StandInOrder) {
  return {
    discount_codes:
      order.code === ''
        ? []
        : [{ code: order.code, amount: totals(shop, order)['total_discounts'], type: 'percentage' }],
    discount_applications:
      order.code === ''
        ? []
        : [
            {
              target_type: 'line_item',
              type: 'discount_code',
              value: '10.0',
              value_type: 'percentage',
              allocation_method: 'across',
              target_selection: 'all',
              code: order.code,
            },
          ],
  };
}

export function orderBodyOfShopify(shop: StandInShop, origin: string, order: StandInOrder) {
  const set = amounts(shop);
  const id = orderNumber(order.id);
  const customer = { id: 7_100_000_000_000 + order.id, first_name: order.first_name, last_name: order.last_name };
  return {
    id,
    admin_graphql_api_id: `gid://shopify/Order/${id}`,
    app_id: 580_111,
    browser_ip: '127.0.0.1',
    cancel_reason: order.canceled_at === null ? null : 'customer',
    cancelled_at: order.canceled_at === null ? null : shopTime(order.canceled_at),
    cart_token: order.key,
    checkout_token: order.key,
    confirmed: true,
    contact_email: order.email,
    created_at: shopTime(order.placed_at),
    currency: shop.currency,
    customer: { ...customer, email: order.email },
    customer_locale: 'en-US',
    ...discounts(shop, order),
    email: order.email,
    estimated_taxes: false,
    financial_status: statusOf(order),
    fulfillment_status: null,
    landing_site: order.landing || null,
    name: `#${1_000 + order.id}`,
    note: null,
    note_attributes: Object.entries(order.attributes).map(([name, value]) => ({ name, value })),
    number: order.id,
    order_number: 1_000 + order.id,
    order_status_url: `${origin}/checkouts/cn/${order.key}/thank-you`,
    payment_gateway_names: ['shopify_payments'],
    phone: null,
    presentment_currency: shop.currency,
    processed_at: shopTime(order.placed_at),
    referring_site: null,
    source_name: 'web',
    tags: '',
    taxes_included: false,
    test: false,
    token: order.key,
    updated_at: shopTime(order.updated_at),
    ...totals(shop, order),
    billing_address: addressOf(order),
    shipping_address: addressOf(order),
    line_items: order.lines.map((line) => lineItem(shop, order, line)),
    refunds: order.refunds.map((refund) => refundBodyOfShopify(shop, order, refund)),
    shipping_lines: [
      {
        id: 4_600_000_000_000 + order.id,
        code: 'Standard',
        title: 'Standard',
        source: 'shopify',
        price: decimal(order.shipping),
        price_set: set(order.shipping),
        discounted_price: decimal(order.shipping),
        discounted_price_set: set(order.shipping),
        discount_allocations: [],
        tax_lines: [],
      },
    ],
    fulfillments: [],
  };
}
