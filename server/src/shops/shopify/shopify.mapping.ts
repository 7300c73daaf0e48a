import * as z from 'zod/mini';
import { parseDecimal } from '@vitrine/contract/values/amounts.ts';
import type { NewLine, NewOrder } from '../../orders/orders.meaning.ts';
import type { ReportedRefund } from '../../orders/orders.reported-refunds.ts';
import { sha256 } from '../../platform/ids.ts';
import { Unreadable } from '../shop.ts';

const platformId = z.union([z.string().check(z.regex(/^[\x21-\x7e]{1,100}$/)), z.int().check(z.minimum(1))]);
const decimal = z.union([z.string(), z.number()]);
const amounts = z.optional(z.nullable(z.array(z.object({ amount: decimal }))));
const prices = z.optional(z.nullable(z.array(z.object({ price: decimal }))));

const lineItem = z.object({
  id: platformId,
  sku: z.optional(z.nullable(z.string())),
  variant_id: z.optional(z.nullable(platformId)),
  product_id: z.optional(z.nullable(platformId)),
  title: z.optional(z.nullable(z.string())),
  name: z.optional(z.nullable(z.string())),
  quantity: z.int().check(z.minimum(0), z.maximum(1_000_000)),
  price: decimal,
  discount_allocations: amounts,
  tax_lines: prices,
});

const order = z.object({
  id: platformId,
  currency: z.string(),
  taxes_included: z.optional(z.nullable(z.boolean())),
  created_at: z.optional(z.nullable(z.string())),
  processed_at: z.optional(z.nullable(z.string())),
  discount_codes: z.optional(z.nullable(z.array(z.object({ code: z.string() })))),
  line_items: z.array(lineItem).check(z.minLength(1), z.maxLength(500)),
  vitrine: z.object({
    click_id: z.nullable(z.string()),
    customer_hash: z.nullable(z.string()),
    // Deliveries stored by an older version don't have these.
    customer_canonical: z.optional(z.nullable(z.string())),
    country: z.optional(z.string()),
  }),
});

const refund = z.object({
  id: platformId,
  order_id: platformId,
  refund_line_items: z.optional(
    z.nullable(
      z.array(
        z.object({
          line_item_id: platformId,
          quantity: z.int().check(z.minimum(0)),
          subtotal: z.optional(z.nullable(decimal)),
        }),
      ),
    ),
  ),
});

function read<S extends z.ZodMiniType>(schema: S, body: unknown): z.output<S> {
  const result = schema.safeParse(body);
  if (!result.success) throw new Unreadable(result.error.issues[0]?.path.join('.') || 'body');
  return result.data;
}

function minorUnits(value: string | number, currency: string, field: string): bigint {
  const amount = parseDecimal(String(value), currency);
  if (amount === undefined || amount < 0n) throw new Unreadable(field);
  return amount;
}

function readTime(text: string | null | undefined, field: string): Date {
  const at = new Date(text ?? '');
  // No order is outside these years, and some of those dates don't fit the database.
  if (Number.isNaN(at.getTime()) || at.getUTCFullYear() < 1970 || at.getUTCFullYear() > 9_999)
    throw new Unreadable(field);
  return at;
}

function readLine(item: z.output<typeof lineItem>, field: string, currency: string, taxesIncluded: boolean): NewLine {
  const allocated = (item.discount_allocations ?? []).reduce(
    (sum, part) => sum + minorUnits(part.amount, currency, `${field}.discount_allocations`),
    0n,
  );
  // Commission is on the price without tax: included tax is deducted like a discount.
  const tax = taxesIncluded
    ? (item.tax_lines ?? []).reduce((sum, part) => sum + minorUnits(part.price, currency, `${field}.tax_lines`), 0n)
    : 0n;
  const title = (item.title || item.name || item.sku || 'Product').trim().slice(0, 300).toWellFormed();
  return {
    lineId: String(item.id),
    sku: (item.sku || `shopify:${item.variant_id ?? item.product_id ?? item.id}`).slice(0, 200),
    title: title || 'Product',
    quantity: item.quantity,
    unitPrice: minorUnits(item.price, currency, `${field}.price`),
    discount: allocated + tax,
  };
}

function hashIn(hex: string | null | undefined): Buffer | null {
  return hex ? Buffer.from(hex, 'hex') : null;
}

/** The order in a stored `orders/paid` body. */
export function readShopifyOrder(body: unknown): NewOrder {
  const sent = read(order, body);
  return {
    orderId: String(sent.id),
    source: 'shopify',
    currency: sent.currency,
    placedAt: readTime(sent.processed_at ?? sent.created_at, 'processed_at'),
    clickId: sent.vitrine.click_id,
    discountCodes: (sent.discount_codes ?? [])
      .map(({ code }) => code)
      .filter((code) => code !== '' && code.length <= 100)
      .slice(0, 20),
    customer: {
      exact: hashIn(sent.vitrine.customer_hash),
      canonical: hashIn(sent.vitrine.customer_canonical),
    },
    country: sent.vitrine.country ?? '',
    lines: sent.line_items.flatMap((item, index) =>
      item.quantity === 0 ? [] : [readLine(item, `line_items.${index}`, sent.currency, sent.taxes_included === true)],
    ),
    body,
  };
}

/** The refund in a stored `refunds/create` body; amounts are parsed once the order's currency is known. */
export function readShopifyRefund(body: unknown): ReportedRefund {
  const sent = read(refund, body);
  const items = (sent.refund_line_items ?? []).map((item) => ({
    lineId: String(item.line_item_id),
    quantity: item.quantity,
    subtotal: item.subtotal === null || item.subtotal === undefined ? null : String(item.subtotal),
  }));
  const [refundId, orderId] = [String(sent.id), String(sent.order_id)];
  return {
    refundId,
    orderId,
    source: 'shopify',
    items: items.map(({ lineId, quantity, subtotal }) => ({
      lineId,
      quantity,
      amountIn: (of) =>
        subtotal === null || holdsTax(of.body) ? null : minorUnits(subtotal, of.currency, 'refund_line_items.subtotal'),
    })),
    body,
    bodyHash: sha256(JSON.stringify({ refundId, orderId, items })),
  };
}

/** The id of the order in a stored body of any order topic. */
export function readCancelledId(body: unknown): string {
  const cancelled = read(z.object({ id: platformId, cancelled_at: z.string() }), body);
  readTime(cancelled.cancelled_at, 'cancelled_at');
  return String(cancelled.id);
}

/** Do the prices of a stored order include tax? Then a refund's subtotals do too, and items are counted instead. */
function holdsTax(body: unknown): boolean {
  return z.object({ taxes_included: z.literal(true) }).safeParse(body).success;
}

const orderOfTopic: Record<string, (body: unknown) => unknown> = {
  'orders/paid': (body) => Object(body).id,
  'orders/cancelled': (body) => Object(body).id,
  'refunds/create': (body) => Object(body).order_id,
};

/** The order that a delivery is about, also if the rest of its body is invalid. */
export function readOrderNamed(topic: string, body: unknown): string | null {
  const named = platformId.safeParse(orderOfTopic[topic]?.(body));
  return named.success ? String(named.data) : null;
}
