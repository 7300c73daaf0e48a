import * as z from 'zod/mini';
import { lineKind, type LineKind } from '@vitrine/contract/decisions.ts';
import { divideHalfUp } from '@vitrine/contract/values/amounts.ts';
import type { ReportedDispute } from '../../orders/orders.disputes.ts';
import type { NewLine, NewOrder } from '../../orders/orders.meaning.ts';
import { readShopAmount } from '../shop.amounts.ts';
import { type OrderChange, type ShopEvent, Unreadable } from '../shop.ts';
import { referenceIn, storableText } from '../shop.texts.ts';
import { readMoney, type ShopifyAmount } from './shopify.money.ts';
import { readShopifyRefund } from './shopify.refunds.ts';
import {
  type LineItem,
  type OrderFields,
  platformId,
  readBody,
  readShopifyTime,
  shopifyDisputeBody,
  shopifyOrderBody,
} from './shopify.schemas.ts';

function moneyIn(currency: string): (amount: ShopifyAmount) => bigint {
  return (amount) => {
    const read = readMoney(amount, currency);
    if (read === null) throw new Unreadable(amount.field);
    return read;
  };
}

/** What a line is. Shopify marks gift cards and tips; a theme can mark other lines with a property. */
function kindOf(item: LineItem): LineKind {
  if (item.gift_card === true) return 'gift_card';
  const isTip = [item.tip_payment_gateway, item.tip_payment_method, item.tip].some((mark) => mark != null);
  if (isTip) return 'tip';
  const marked = lineKind.safeParse(item.vitrine_kind);
  return marked.success ? marked.data : 'product';
}

/** Without what an edit of the order removed. Refunded items still count: their refunds take them. */
function quantityOf(item: LineItem, { refunds }: OrderFields): number {
  if (item.current_quantity == null || refunds == null) return item.quantity;
  const refunded = refunds
    .flatMap((refund) => refund.refund_line_items ?? [])
    .filter(({ line_item_id: id }) => String(id) === String(item.id))
    .reduce((sum, { quantity }) => sum + quantity, 0);
  return Math.min(item.quantity, item.current_quantity + refunded);
}

function readLine(item: LineItem, field: string, sent: OrderFields): NewLine {
  const money = moneyIn(sent.currency);
  const allocated = (item.discount_allocations ?? []).reduce(
    (sum, { amount, amount_set: set }) => sum + money({ plain: amount, set, field: `${field}.discount_allocations` }),
    0n,
  );
  // Commission is on the price without tax: included tax is deducted like a discount.
  const tax =
    sent.taxes_included === true
      ? (item.tax_lines ?? []).reduce(
          (sum, { price, price_set: set }) => sum + money({ plain: price, set, field: `${field}.tax_lines` }),
          0n,
        )
      : 0n;
  const title = (item.title || item.name || item.sku || 'Product').trim().slice(0, 300).toWellFormed();
  const quantity = quantityOf(item, sent);
  const deducted = allocated + tax;
  return {
    lineId: String(item.id),
    sku: storableText(item.sku || `shopify:${item.variant_id ?? item.product_id ?? item.id}`, 200),
    title: title || 'Product',
    quantity,
    unitPrice: money({ plain: item.price, set: item.price_set, field: `${field}.price` }),
    // Discount and tax are those of all items that were ordered.
    discount:
      quantity === item.quantity
        ? deducted
        : divideHalfUp(deducted * BigInt(quantity), BigInt(Math.max(item.quantity, 1))),
    kind: kindOf(item),
  };
}

function hashIn(hex: string | null | undefined): Buffer | null {
  return hex ? Buffer.from(hex, 'hex') : null;
}

/** The order in a stored body of any topic that contains one. */
export function readShopifyOrder(body: unknown): NewOrder {
  const sent = readBody(shopifyOrderBody, body);
  return {
    orderId: String(sent.id),
    reference: referenceIn(sent.name),
    source: 'shopify',
    currency: sent.currency,
    placedAt: readShopifyTime(sent.processed_at ?? sent.created_at, 'processed_at'),
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
    lines: sent.line_items
      .map((item, index) => readLine(item, `line_items.${index}`, sent))
      .filter(({ quantity }) => quantity > 0),
    ...(sent.test === true && { isTest: true }),
    body,
  };
}

/** Paid, or it was: a refund doesn't change that. */
const paidStates = new Set(['paid', 'partially_refunded', 'refunded']);

/** The order with its state. Without `updated_at`, two states of an order can't be put in order. */
function readShopifyChange(topic: string, body: unknown): OrderChange {
  const { financial_status: status, updated_at: updatedAt } = readBody(shopifyOrderBody, body);
  return {
    kind: 'change',
    order: readShopifyOrder(body),
    isPaid: topic === 'orders/paid' || paidStates.has(status ?? ''),
    changedAt: updatedAt == null ? null : readShopifyTime(updatedAt, 'updated_at'),
  };
}

const withRefunds = z.object({ id: platformId, refunds: z.optional(z.nullable(z.array(z.looseObject({})))) });

/** An order as it is now: its lines, its refunds, and whether it was canceled. */
export function readShopifyState(topic: string, body: unknown): ShopEvent[] {
  const change = readShopifyChange(topic, body);
  const { id, refunds } = readBody(withRefunds, body);
  const { cancelled_at: cancelledAt } = readBody(shopifyOrderBody, body);
  return [
    change,
    ...(refunds ?? []).map(
      (refund): ShopEvent => ({
        kind: 'refund',
        refund: readShopifyRefund({ order_id: id, ...refund }),
      }),
    ),
    ...(cancelledAt == null ? [] : [{ kind: 'cancellation', orderId: readCancelledId(body) } as const]),
  ];
}

/** The id of a canceled order. */
export function readCancelledId(body: unknown): string {
  const cancelled = readBody(z.object({ id: platformId, cancelled_at: z.string() }), body);
  readShopifyTime(cancelled.cancelled_at, 'cancelled_at');
  return String(cancelled.id);
}

/** `charge_refunded`: closed because the shop refunded the payment, which comes as a refund of its own. */
const disputeStates: Record<string, ReportedDispute['state']> = {
  needs_response: 'open',
  under_review: 'open',
  charge_refunded: 'won',
  won: 'won',
  accepted: 'lost',
  lost: 'lost',
};

export function readShopifyDispute(body: unknown): ReportedDispute {
  const sent = readBody(shopifyDisputeBody, body);
  const state = Object.hasOwn(disputeStates, sent.status) ? disputeStates[sent.status] : undefined;
  if (!state) throw new Unreadable('status');
  return {
    orderId: String(sent.order_id),
    disputeId: String(sent.id),
    source: 'shopify',
    state,
    amount: { value: readShopAmount(sent.amount, sent.currency, 'amount'), currency: sent.currency },
  };
}

/** The order that each topic names. */
function orderField(topic: string, body: unknown): unknown {
  if (topic === 'orders/edited') return Object(Object(body).order_edit).order_id;
  if (topic.startsWith('orders/')) return Object(body).id;
  return topic === 'refunds/create' || topic.startsWith('disputes/') ? Object(body).order_id : undefined;
}

/** The order that a delivery is about, also if the rest of its body is invalid. */
export function readOrderNamed(topic: string, body: unknown): string | null {
  const named = platformId.safeParse(orderField(topic, body));
  return named.success ? String(named.data) : null;
}
