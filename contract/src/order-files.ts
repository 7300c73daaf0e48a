import * as z from 'zod/mini';
import { outcome } from './decisions.ts';
import { endpoint } from './endpoint.ts';
import { fileText, id, text, whole } from './values/fields.ts';
import { distinctList } from './values/list.ts';
import { currencyCode, money } from './values/money.ts';

/**
 * What a column of a file with orders can contain. A row is a line of an order; rows with the same order_id are one order.
 * `line_total` is the price of the whole line after its discount. `order_discount` and `refunded` are for the whole order.
 */
export const orderFileField = z.enum([
  'order_id',
  'reference',
  'placed_at',
  'currency',
  'sku',
  'title',
  'quantity',
  'unit_price',
  'line_discount',
  'line_total',
  'order_discount',
  'discount_code',
  'click_id',
  'email',
  'refunded',
  'cancelled_at',
]);
export type OrderFileField = z.output<typeof orderFileField>;

/**
 * An order of a file. `changed`: it came by an earlier file and its lines are different now. `conflict`: it came another
 * way and is different there, so it stays as it is. `refused`: a row has an error.
 */
export const fileOrder = z.strictObject({
  /** Its first row as in a text editor, or the one with the error. */
  line: whole,
  order_id: z.string(),
  state: z.enum(['new', 'known', 'changed', 'conflict', 'refused']),
  total: z.nullable(money),
  /** What it brings besides its lines. */
  refunded: z.nullable(money),
  is_cancelled: z.boolean(),
  /** What was decided; null in a preview and for orders that weren't imported. */
  outcome: z.nullable(outcome),
  /** The error. */
  field: z.nullable(orderFileField),
  value: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});
export type FileOrder = z.output<typeof fileOrder>;

export const orderImport = z.strictObject({
  is_preview: z.boolean(),
  /** The first row. */
  headings: z.array(z.string()),
  /** Which column is read as what. */
  columns: z.array(z.strictObject({ field: orderFileField, heading: z.nullable(z.string()) })),
  /** Required fields without a column. Nothing is read until each has one. */
  missing: z.array(orderFileField),
  orders: z.array(fileOrder),
});
export type OrderImport = z.output<typeof orderImport>;

const column = z
  .strictObject({ field: orderFileField, heading: z.nullable(text({ max: 10_000 })) })
  .register(z.globalRegistry, { examples: [{ field: 'order_id', heading: 'Order number' }] });

export const importOrders = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/orders/import',
  summary:
    'Import orders from a CSV file, or preview what it would do. Columns are recognized by their names, or assigned in `columns`. The same file again changes nothing',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'orders',
  params: z.strictObject({ merchant: id }),
  body: z.strictObject({
    csv: fileText,
    /** Replaces what the names of the columns say; a null heading reads no column as this field. */
    columns: z._default(distinctList(column, { max: orderFileField.options.length, noun: 'columns' }), []),
    /** For orders without one; the brand’s if omitted. */
    currency: z.optional(currencyCode),
    /** In which times without a zone are read; the caller’s if omitted. */
    time_zone: z.optional(text({ min: 1, max: 60 })),
    preview: z.boolean(),
  }),
  proof: 'password',
  proofWhen: (body: { preview: boolean }) => !body.preview,
  reply: orderImport,
  refusals: ['not_found', 'brand_closed'],
  perMinute: 30,
  bodyLimit: 5_000_000,
});
