import { orderFileField, type OrderFileField, type OrderImport } from '@vitrine/contract/order-files.ts';
import { invalid } from '../../platform/refusal.ts';

/** Names of columns in the exports of shops, in lower case and without punctuation. */
const names: Record<OrderFileField, readonly string[]> = {
  order_id: ['order id', 'order', 'order number', 'order no', 'name', 'id', 'number'],
  reference: [
    'reference',
    'order reference',
    'order number',
    'order no',
    'order name',
    'name',
    'number',
    'invoice number',
    'receipt number',
  ],
  placed_at: ['placed at', 'created at', 'paid at', 'date', 'order date', 'date paid', 'created'],
  currency: ['currency', 'currency code', 'order currency'],
  sku: ['sku', 'lineitem sku', 'item sku', 'product sku'],
  // WooCommerce’s Analytics has one row for each order, with “Product(s)”, “Coupon(s)” and “N. Revenue”.
  title: ['title', 'lineitem name', 'item name', 'product', 'product name', 'item', 'product s'],
  quantity: ['quantity', 'lineitem quantity', 'qty', 'item quantity'],
  unit_price: ['unit price', 'lineitem price', 'price', 'item price', 'item cost'],
  line_discount: ['line discount', 'lineitem discount', 'item discount'],
  line_total: ['line total', 'item total', 'order line total', 'net', 'amount', 'n revenue'],
  order_discount: ['order discount', 'discount amount', 'discount', 'cart discount amount'],
  discount_code: ['discount code', 'discount codes', 'coupon', 'coupons', 'coupon code', 'code', 'coupon s'],
  // Shopify writes all attributes of the cart into one cell.
  click_id: ['click id', 'vt click', 'click', 'note attributes'],
  email: ['email', 'email address', 'customer email', 'billing email'],
  refunded: ['refunded', 'refunded amount', 'refund', 'refund total', 'amount refunded'],
  cancelled_at: ['cancelled at', 'canceled at', 'cancelled', 'canceled'],
};

/** The place of the column of each field in a row. */
export type Columns = ReadonlyMap<OrderFileField, number>;

const plain = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

function guessed(headings: readonly string[]): Map<OrderFileField, number> {
  const found = headings.map(plain);
  const columns = new Map<OrderFileField, number>();
  const taken = new Set<number>();
  for (const field of orderFileField.options) {
    // The first name in the list wins: a file of Shopify has both Name and Id. No column is read as two fields.
    const place = names[field].map((name) => found.indexOf(name)).find((at) => at >= 0 && !taken.has(at));
    if (place === undefined) continue;
    columns.set(field, place);
    taken.add(place);
  }
  return columns;
}

/** What each column is, by its name or as the brand assigned it. */
export function fileColumns(headings: readonly string[], assigned: OrderImport['columns']): Columns {
  const columns = guessed(headings);
  for (const [index, { field, heading }] of assigned.entries()) {
    if (heading === null) {
      columns.delete(field);
      continue;
    }
    const place = headings.findIndex((each) => each.trim() === heading);
    if (place < 0) throw invalid(`columns.${index}.heading`, 'must be a name in the first row of the file');
    columns.set(field, place);
  }
  return columns;
}

/** The required fields that have no column. The price of a line can be given in two ways. */
export function missingFields(columns: Columns): OrderFileField[] {
  const missing = (['order_id', 'placed_at'] as const).filter((field) => !columns.has(field));
  const hasPrice = columns.has('unit_price') || columns.has('line_total');
  return hasPrice ? missing : [...missing, 'line_total'];
}

export function presentColumns(headings: readonly string[], columns: Columns): OrderImport['columns'] {
  return orderFileField.options.map((field) => {
    const place = columns.get(field);
    return { field, heading: place === undefined ? null : (headings[place]?.trim() ?? null) };
  });
}
