// The parts of Shopify's bodies that are read. Source: Shopify's documentation of the Order, Refund and Dispute resources
// of its Admin REST API, whose form its webhooks have.
import * as z from 'zod/mini';
import { Unreadable } from '../shop.ts';

export const platformId = z.union([z.string().check(z.regex(/^[\x21-\x7e]{1,100}$/)), z.int().check(z.minimum(1))]);
const decimal = z.union([z.string(), z.number()]);
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(z.nullable(schema));

/** An amount in the shop's currency and in the shopper's. Only the shop's is read: it is the currency of the order. */
const moneySet = maybe(
  z.object({ shop_money: maybe(z.object({ amount: decimal, currency_code: z.optional(z.string()) })) }),
);
export type MoneySet = z.output<typeof moneySet>;

const discounts = maybe(z.array(z.object({ amount: decimal, amount_set: moneySet })));
const taxes = maybe(z.array(z.object({ price: decimal, price_set: moneySet })));
const quantity = z.int().check(z.minimum(0), z.maximum(1_000_000));

const lineItem = z.object({
  id: platformId,
  sku: maybe(z.string()),
  variant_id: maybe(platformId),
  product_id: maybe(platformId),
  title: maybe(z.string()),
  name: maybe(z.string()),
  quantity,
  /** What is left after refunds and removals. */
  current_quantity: maybe(quantity),
  price: decimal,
  price_set: moneySet,
  discount_allocations: discounts,
  tax_lines: taxes,
  gift_card: maybe(z.boolean()),
  // Present only on tips.
  tip_payment_gateway: maybe(z.string()),
  tip_payment_method: maybe(z.string()),
  tip: z.optional(z.unknown()),
  /** From the line item property of this name, which a theme can set. */
  vitrine_kind: maybe(z.string()),
});
export type LineItem = z.output<typeof lineItem>;

const refundItem = z.object({
  line_item_id: platformId,
  quantity: z.int().check(z.minimum(0)),
  subtotal: maybe(decimal),
  subtotal_set: moneySet,
  total_tax: maybe(decimal),
  total_tax_set: moneySet,
});

/** What a refund's other fields say about its money. */
const refundMoney = {
  order_adjustments: maybe(
    z.array(
      z.object({
        kind: maybe(z.string()),
        amount: decimal,
        amount_set: moneySet,
        tax_amount: maybe(decimal),
        tax_amount_set: moneySet,
      }),
    ),
  ),
  refund_shipping_lines: maybe(z.array(z.object({ subtotal_amount_set: moneySet }))),
  refund_duties: maybe(z.array(z.object({ amount_set: moneySet }))),
  vitrine_payments: maybe(
    z.array(
      z.object({
        kind: z.nullable(z.string()),
        status: z.nullable(z.string()),
        amount: z.nullable(decimal),
        currency: z.nullable(z.string()),
      }),
    ),
  ),
};

export const shopifyRefundBody = z.object({
  id: platformId,
  order_id: platformId,
  refund_line_items: maybe(z.array(refundItem)),
  ...refundMoney,
});
export type RefundFields = z.output<typeof shopifyRefundBody>;

export const shopifyOrderBody = z.object({
  id: platformId,
  /** The order's number as the shop shows it, such as #1001. */
  name: z.optional(z.unknown()),
  currency: z.string(),
  test: maybe(z.boolean()),
  financial_status: maybe(z.string()),
  taxes_included: maybe(z.boolean()),
  created_at: maybe(z.string()),
  processed_at: maybe(z.string()),
  updated_at: maybe(z.string()),
  cancelled_at: maybe(z.string()),
  discount_codes: maybe(z.array(z.object({ code: z.string() }))),
  line_items: z.array(lineItem).check(z.minLength(1), z.maxLength(500)),
  refunds: maybe(z.array(z.object({ id: platformId, refund_line_items: maybe(z.array(refundItem)) }))),
  vitrine: z.object({
    click_id: z.nullable(z.string()),
    customer_hash: z.nullable(z.string()),
    // Deliveries stored by an older version don't have these.
    customer_canonical: z.optional(z.nullable(z.string())),
    country: z.optional(z.string()),
  }),
});
export type OrderFields = z.output<typeof shopifyOrderBody>;

export const shopifyDisputeBody = z.object({
  id: platformId,
  order_id: platformId,
  amount: decimal,
  currency: z.string(),
  status: z.string(),
});

export function readBody<S extends z.ZodMiniType>(schema: S, body: unknown): z.output<S> {
  const result = schema.safeParse(body);
  if (!result.success) throw new Unreadable(result.error.issues[0]?.path.join('.') || 'body');
  return result.data;
}

export function readShopifyTime(text: string | null | undefined, field: string): Date {
  const at = new Date(text ?? '');
  // No order is outside these years, and some of those dates don't fit the database.
  if (Number.isNaN(at.getTime()) || at.getUTCFullYear() < 1970 || at.getUTCFullYear() > 9_999)
    throw new Unreadable(field);
  return at;
}
