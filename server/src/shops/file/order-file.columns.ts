import { orderFileField, type OrderFileField, type OrderImport } from '@vitrine/contract/order-files.ts';
import { assignColumns, type Columns, recognizeColumns } from '../../platform/csv.columns.ts';

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

/** What each column is, by its name or as the brand assigned it. */
export function fileColumns(headings: readonly string[], assigned: OrderImport['columns']): Columns<OrderFileField> {
  return assignColumns(headings, recognizeColumns(headings, orderFileField.options, names), assigned);
}

/** The required fields that have no column. The price of a line can be given in two ways. */
export function missingFields(columns: Columns<OrderFileField>): OrderFileField[] {
  const missing = (['order_id', 'placed_at'] as const).filter((field) => !columns.has(field));
  const hasPrice = columns.has('unit_price') || columns.has('line_total');
  return hasPrice ? missing : [...missing, 'line_total'];
}
