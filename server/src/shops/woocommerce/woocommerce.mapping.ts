import * as z from 'zod/mini';
import type { NewLine, NewOrder } from '../../orders/orders.meaning.ts';
import type { ReportedRefund } from '../../orders/orders.reported-refunds.ts';
import { sha256 } from '../../platform/ids.ts';
import { type ShopClock, Unreadable } from '../shop.ts';
import { referenceIn, storableText } from '../shop.texts.ts';
import { discountAll, pricesOf, readAmount, readSigned } from './woocommerce.amounts.ts';
import { readTimes } from './woocommerce.times.ts';

const platformId = z.union([z.string().check(z.regex(/^[\x21-\x7e]{1,100}$/)), z.int().check(z.minimum(1))]);
const decimal = z.union([z.string(), z.number()]);
const text = z.optional(z.nullable(z.string()));
const amount = z.optional(z.nullable(decimal));

const lineItem = z.object({
  id: platformId,
  name: text,
  sku: text,
  product_id: z.optional(z.nullable(z.int())),
  variation_id: z.optional(z.nullable(z.int())),
  quantity: z.number().check(z.minimum(0), z.maximum(1_000_000)),
  subtotal: amount,
  total: decimal,
  total_tax: amount,
});

/** What our plugin adds to a refund: the lines that it is for, and what is for shipping and fees, both as positive. */
const refundDetails = z.object({
  id: platformId,
  lines: z.array(
    z.object({ line_id: platformId, quantity: z.number().check(z.minimum(0)), total: decimal, total_tax: decimal }),
  ),
  other: decimal,
});

const order = z.object({
  id: platformId,
  /** The number that people see: the id, unless an extension numbers orders another way. */
  number: z.optional(z.unknown()),
  status: z.string(),
  currency: z.string(),
  date_created: text,
  date_created_gmt: text,
  date_modified: text,
  date_modified_gmt: text,
  date_paid: text,
  date_paid_gmt: text,
  line_items: z.array(lineItem).check(z.maxLength(500)),
  fee_lines: z.optional(z.nullable(z.array(z.object({ total: decimal })))),
  coupon_lines: z.optional(z.nullable(z.array(z.object({ code: z.string() })))),
  refunds: z.optional(z.nullable(z.array(z.object({ id: platformId, total: decimal })).check(z.maxLength(500)))),
  vitrine_refunds: z.optional(z.nullable(z.array(refundDetails))),
  vitrine: z.object({
    click_id: z.nullable(z.string()),
    customer_hash: z.nullable(z.string()),
    customer_canonical: z.nullable(z.string()),
    country: z.string(),
  }),
});
type Sent = z.output<typeof order>;

/** An order as one delivery shows it: WooCommerce always sends the whole order. */
export type Snapshot = {
  orderId: string;
  /** `paid` includes orders that were refunded since. */
  state: 'paid' | 'unpaid' | 'cancelled';
  /** Canceled after it was paid. A payment that failed is often tried again. */
  isOver: boolean;
  /** By the shop's clock. */
  changedAt: Date;
  order: NewOrder;
  /** In the order in which they were made. */
  refunds: ReportedRefund[];
};

function read<S extends z.ZodMiniType>(schema: S, body: unknown): z.output<S> {
  const result = schema.safeParse(body);
  if (!result.success) throw new Unreadable(result.error.issues[0]?.path.join('.') || 'body');
  return result.data;
}

const paid = new Set(['processing', 'completed', 'refunded']);
const cancelled = new Set(['cancelled', 'failed', 'trash']);
const unpaid = new Set(['pending', 'on-hold', 'checkout-draft', 'auto-draft', 'draft', 'new']);

function statusOf({ status }: Sent): string {
  return status.replace(/^wc-/, '');
}

function wasPaid({ date_paid: paidAt, date_paid_gmt: paidAtGmt }: Sent): boolean {
  return Boolean(paidAt || paidAtGmt);
}

/** A status of an extension, such as "shipped", counts as paid once the order has a date of payment. */
function stateOf(sent: Sent): Snapshot['state'] {
  const name = statusOf(sent);
  if (cancelled.has(name)) return 'cancelled';
  return paid.has(name) || (!unpaid.has(name) && wasPaid(sent)) ? 'paid' : 'unpaid';
}

type PricedItem = { item: Sent['line_items'][number]; quantity: number; subtotal: bigint; total: bigint; tax: bigint };

/** The lines with their amounts. A quantity such as 1.5 m is sold as one piece. */
function itemsOf({ line_items: items, currency }: Sent): PricedItem[] {
  return items.flatMap((item, index) => {
    const at = (field: string) => `line_items.${index}.${field}`;
    const total = readAmount(item.total, currency, at('total'));
    if (item.quantity === 0 && total === 0n) return [];
    const pieces = Number.isInteger(item.quantity) && item.quantity > 0 ? item.quantity : 1;
    return [
      {
        item,
        quantity: pieces,
        subtotal: readAmount(item.subtotal ?? item.total, currency, at('subtotal')),
        total,
        tax: readAmount(item.total_tax || '0', currency, at('total_tax')),
      },
    ];
  });
}

/** Fees never earn. One below zero is a discount of the whole order. */
function discountOf({ fee_lines: fees, currency }: Sent): bigint {
  const amounts = (fees ?? []).map((fee, index) => readSigned(fee.total, currency, `fee_lines.${index}.total`));
  return amounts.reduce((sum, fee) => (fee < 0n ? sum - fee : sum), 0n);
}

function linesOf(items: readonly PricedItem[], discount: bigint): NewLine[] {
  const totals = discountAll(
    items.map(({ total }) => total),
    discount,
  );
  return items.map(({ item, quantity, subtotal, total }, index): NewLine => {
    const title = (item.name || item.sku || 'Product').trim().slice(0, 300).toWellFormed();
    return {
      lineId: String(item.id),
      sku: storableText(item.sku || `woocommerce:${item.variation_id || item.product_id || item.id}`, 200),
      title: title || 'Product',
      quantity,
      ...pricesOf({ quantity, subtotal: subtotal > total ? subtotal : total, total: totals[index] ?? total }),
    };
  });
}

function byNumber(one: { id: string | number }, other: { id: string | number }): number {
  const [a, b] = [String(one.id), String(other.id)];
  return a.length - b.length || (a < b ? -1 : 1);
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/**
 * The refunds of an order. WooCommerce names only the amount of each, with tax. What our plugin adds says which lines it
 * is for; the rest is spread over the lines. Which part of it is tax follows from the lines' latest state, as the shop can
 * change them after the refund.
 */
function refundsOf(sent: Sent, gross: bigint): ReportedRefund[] {
  const { currency } = sent;
  return (sent.refunds ?? []).toSorted(byNumber).map(({ id, total }, index): ReportedRefund => {
    const details = sent.vitrine_refunds?.find((each) => String(each.id) === String(id));
    const at = (field: string) => `vitrine_refunds.${index}.${field}`;
    const lines = (details?.lines ?? []).map((line) => ({
      lineId: String(line.line_id),
      quantity: Math.floor(line.quantity),
      amount: readAmount(line.total, currency, at('lines.total')),
      tax: readAmount(line.total_tax, currency, at('lines.total_tax')),
    }));
    const named = lines.reduce(
      (sum, line) => sum + line.amount + line.tax,
      details ? readAmount(details.other, currency, at('other')) : 0n,
    );
    const paidBack = absolute(readSigned(total, currency, 'refunds.total'));
    const rest = paidBack - named;
    const items = [
      ...lines.map(({ lineId, quantity, amount: of }) => ({ lineId, quantity, amountIn: () => of })),
      ...(rest > 0n
        ? [{ lineId: null, quantity: 0, amountIn: () => rest, chargedIn: () => gross, isWithTax: true }]
        : []),
    ];
    return {
      refundId: String(id),
      orderId: String(sent.id),
      source: 'woocommerce',
      items,
      body: { id: String(id), total },
      bodyHash: sha256(JSON.stringify([String(id), String(sent.id), String(total)])),
    };
  });
}

function hashIn(hex: string | null): Buffer | null {
  return hex ? Buffer.from(hex, 'hex') : null;
}

/** The order in a stored body of order.created, order.updated or order.restored. */
export function readWooCommerceOrder(body: unknown, clock: ShopClock): Snapshot {
  const sent = read(order, body);
  const items = itemsOf(sent);
  const placedAt = readTimes({ gmt: sent.date_created_gmt, local: sent.date_created }, clock.timeZone, 'date_created');
  if (!placedAt) throw new Unreadable('date_created_gmt');
  const changed = readTimes(
    { gmt: sent.date_modified_gmt, local: sent.date_modified },
    clock.timeZone,
    'date_modified',
  );
  const lines = linesOf(items, discountOf(sent));
  const net = lines.reduce((sum, line) => sum + line.unitPrice * BigInt(line.quantity) - line.discount, 0n);
  const gross = items.reduce((sum, each) => sum + each.tax, net);
  return {
    orderId: String(sent.id),
    state: stateOf(sent),
    isOver: stateOf(sent) === 'cancelled' && statusOf(sent) !== 'failed' && wasPaid(sent),
    changedAt: changed ?? placedAt,
    order: {
      orderId: String(sent.id),
      reference: referenceIn(sent.number),
      source: 'woocommerce',
      currency: sent.currency,
      placedAt,
      clickId: sent.vitrine.click_id,
      discountCodes: (sent.coupon_lines ?? [])
        .map(({ code }) => code)
        .filter((code) => code !== '' && code.length <= 100)
        .slice(0, 20),
      customer: { exact: hashIn(sent.vitrine.customer_hash), canonical: hashIn(sent.vitrine.customer_canonical) },
      country: sent.vitrine.country,
      lines,
      gross,
      body,
    },
    refunds: refundsOf(sent, gross),
  };
}

/** The order that a delivery is about, also if the rest of its body is invalid. */
export function readOrderId(body: unknown): string | null {
  const named = z.object({ id: platformId }).safeParse(body);
  return named.success ? String(named.data.id) : null;
}

/** The body of order.deleted, which has the id alone. */
export function readDeletedId(body: unknown): string {
  return String(read(z.object({ id: platformId }), body).id);
}
